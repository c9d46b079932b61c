"""The size and structure of the code, and the modules that a request runs through: python -m benchmarks.house.

Lines and modules count bot and engine with migrations. Everything else leaves out migrations, which never change after
they are released, and their folder. Imports under TYPE_CHECKING and inside functions count. Mentions of an error count
lines with its name in code, docstrings and comments.

A request is traced in all threads, in the simulated Discord with a real SQLite file, until the bot is idle again. A hop
is a call or return between two of our modules, even if libraries are in between.
"""

import ast
import asyncio
import re
import statistics
import sys
import tempfile
import threading
from collections.abc import Awaitable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import simcord

from bot.database.store import Store
from tests.architecture import LINES, PARAMETERS, ROOT, functions, height, modules, parameters
from tests.e2e.club import Answer, Club

OURS = ("bot", "engine")
SMALL, LARGE = 60, 500  # lines of a module
ERRORS = {"GameError", "IllegalMove"}  # and their subclasses


def sources(*folders: str) -> dict[Path, str]:
    """Return the text of each module in some folders."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in paths}


def length(text: str) -> int:
    """Return the number of lines."""
    return len(text.splitlines())


def cycles() -> list[list[str]]:
    """Return the import cycles, direct and indirect."""
    imported = modules(ROOT)
    reached = {module: set(_reached(module, imported)) for module in imported}
    found = {frozenset(other for other in there if module in reached[other]) for module, there in reached.items()}
    return sorted(sorted(cycle) for cycle in found if cycle)


def _reached(module: str, imported: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        new = (imported[waiting.pop()] & imported.keys()) - reached
        reached |= new
        waiting += new
    return reached


def errors(texts: dict[Path, str]) -> set[str]:
    """Return the names of the errors without subclasses."""
    classes = [node for text in texts.values() for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    bases = {node.name: {ast.unparse(base).rpartition(".")[2] for base in node.bases} for node in classes}
    known = ERRORS & bases.keys()
    while new := {name for name, above in bases.items() if above & known} - known:
        known |= new
    return known - {name for above in bases.values() for name in above}


def places(names: set[str], texts: dict[Path, str]) -> dict[str, int]:
    """Return the number of lines that mention each name."""
    lines = [set(re.findall(r"\w+", line)) for text in texts.values() for line in text.splitlines()]
    return {name: sum(name in words for words in lines) for name in sorted(names)}


class Trace:
    """Records which of our modules and functions run, and the hops between them."""

    def __init__(self) -> None:
        self._is_on = False
        self._modules: dict[CodeType, str | None] = {}
        self.functions: set[CodeType] = set()
        self.hops = 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Record a call or return, as sys.setprofile requires."""
        if not self._is_on or event not in ("call", "return") or not (module := self._module(frame)):
            return
        self.functions.add(frame.f_code)
        caller = frame.f_back
        while caller and not self._module(caller):
            caller = caller.f_back
        self.hops += caller is not None and self._module(caller) != module

    def _module(self, frame: FrameType) -> str | None:
        code = frame.f_code
        if code not in self._modules:
            path = Path(code.co_filename)
            is_ours = any(path.is_relative_to(ROOT / folder) for folder in OURS)
            self._modules[code] = str(path.relative_to(ROOT)) if is_ours else None
        return self._modules[code]

    async def of(self, request: Awaitable[Answer], *, is_refused: bool = False) -> str:
        """Return the numbers of modules, hops and functions of a request."""
        self.functions, self.hops, self._is_on = set[CodeType](), 0, True
        answer = await request
        self._is_on = False
        assert answer.private == is_refused, answer.text
        passed = {self._modules[code] for code in self.functions}
        return f"{len(passed):3} modules {self.hops:4} hops {len(self.functions):4} functions"


async def trace() -> None:
    """Print the traces of a new game, of a move by command and by button, and of their refusals.

    Everything is loaded before.
    """
    traced = Trace()
    threading.setprofile(traced)  # before the database starts its thread
    sys.setprofile(traced)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/house.sqlite3"
        club = Club(url, await Store.open(url))
        async with simcord.run(club.new_bot(), check_errors=False) as env:
            club.set_up(env)
            expert = {"ai": "expert", "where": club.other_channel}
            await club.slash(club.bob, "new", **expert)
            print("/ttt new    ", await traced.of(club.slash(club.ann, "new", **expert)))
            await club.duel()
            await club.moves((0, 0), (0, 1))
            await club.tap(club.bob, 2, 2)  # not their turn
            await club.slash(club.bob, "move", i=2, j=2)
            print("/ttt move   ", await traced.of(club.slash(club.ann, "move", i=1, j=1)))
            print("  refused   ", await traced.of(club.slash(club.ann, "move", i=2, j=2), is_refused=True))
            print("press a cell", await traced.of(club.tap(club.bob, 1, 0)))
            print("  refused   ", await traced.of(club.tap(club.bob, 2, 2), is_refused=True))
        await club.store.close()
    sys.setprofile(None)
    threading.setprofile(None)  # pyright: ignore[reportArgumentType] - its type hint lacks None


def count() -> None:
    """Print the size and structure of the code."""
    for folders in (("bot",), ("engine",), OURS):
        part = sources(*folders)
        walls = {path.parent for path in part if path.parent.name != "versions"}
        print(f"{' + '.join(folders):12}{sum(map(length, part.values())):7,} lines", end="")
        print(f"{len(part):4} modules {len(walls):3} folders")
    kept = {path: text for path, text in sources(*OURS).items() if path.parent.name != "versions"}
    sizes = [length(text) for text in kept.values()]
    print(f"modules under {SMALL} lines: {sum(size < SMALL for size in sizes)}, ", end="")
    print(f"over {LARGE}: {sum(size > LARGE for size in sizes)}, median {statistics.median(sizes):.0f}")
    found = cycles()
    print(f"import cycles: {len(found)}", *(f"  {' '.join(cycle)}" for cycle in found), sep="\n")
    named = [
        (f"{path}:{each.lineno} {each.name}", each)
        for path, text in kept.items()
        for each in functions(ast.parse(text))
    ]
    for what, limit, number in (("lines", LINES, height), ("parameters", PARAMETERS, parameters)):
        over = [f"  {number(function)} {name}" for name, function in named if number(function) > limit]
        print(f"functions over {limit} {what}: {len(over)}", *over, sep="\n")
    names = errors(kept)
    print(f"lines that mention one of {len(names)} errors:")
    for folder in (*OURS, "tests"):
        there = {name: number for name, number in places(names, sources(folder)).items() if number}
        most = max(there, key=lambda name: there[name])
        least, median = min(there.values()), statistics.median(there.values())
        print(f"  {folder:7} least {least}, median {median:g}, most {there[most]} ({most})")


if __name__ == "__main__":
    count()
    asyncio.run(trace())
