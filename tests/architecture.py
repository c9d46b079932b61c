"""The imports of engine and bot, checked against the layout in docs/design.md, and the size of their functions."""

import ast
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]

# What a folder, or a module of the process, may import of ours. A new module of a folder needs no entry here.
ENGINE, GAME, MESSAGES, REGISTRY = "engine", "bot.game", "bot.messages", "bot.registry"
CLOCKWORK, DEADLINES, FAILURES = "bot.clockwork", "bot.deadlines", "bot.database.errors"
PARTS = {
    f"bot.database.{part}" for part in ("games", "lobby", "clocks", "ratings", "puzzles", "preferences", "privacy")
}
WALLS = {
    "engine": {ENGINE},
    "bot.game": {ENGINE, GAME},
    "bot.registry": {ENGINE, GAME, REGISTRY, CLOCKWORK, DEADLINES, FAILURES} | PARTS,
    "bot.messages": {ENGINE, GAME, MESSAGES},
    "bot.database": {ENGINE, GAME, "bot.database", DEADLINES},
    "bot.interactions": {ENGINE, GAME, REGISTRY, MESSAGES, "bot.interactions"}
    | {"bot.core", "bot.counts", CLOCKWORK, DEADLINES, FAILURES},
    "bot.clockwork": {FAILURES},
    "bot.deadlines": set[str](),
    "bot.settings": set[str](),
    "bot.counts": set[str](),
    "bot.payloads": set[str](),
    "bot.gateway": {DEADLINES},
    "bot.core": {GAME, REGISTRY, DEADLINES, "bot.database.store"},
    "bot.client": {GAME, REGISTRY, MESSAGES, "bot.interactions"}
    | {"bot.gateway", "bot.payloads", "bot.core", "bot.counts", "bot.settings", CLOCKWORK, DEADLINES, FAILURES},
    "bot.check": {"bot.database.connections", "bot.interactions", MESSAGES, "bot.operations", "bot.settings"},
    "bot.playground": {"bot.client", "bot.interactions", MESSAGES, ENGINE},
    "bot.operations": {"bot.operations", REGISTRY, "bot.gateway", "bot.counts", "bot.settings", DEADLINES} | {FAILURES},
    "bot.__main__": {ENGINE, "bot"},
}
LIBRARIES = {
    "discord": (
        "bot.interactions",
        "bot.gateway",
        "bot.payloads",
        "bot.client",
        "bot.check",
        "bot.operations.exits",
        "bot.playground",
        "bot.__main__",
    ),
    "sqlalchemy": ("bot.database",),
    "sqlite3": ("bot.database",),
    "alembic": ("bot.database",),
    "asyncpg": ("bot.database",),
    "PIL": tuple(f"bot.messages.pictures.{module}" for module in ("picture", "drawing", "shapes")),
    "pebble": ("bot.registry.workers",),
    "multiprocessing": ("bot.registry.workers",),
    "simcord": ("bot.playground",),
    "pydantic_settings": ("bot.settings",),
    "prometheus_client": ("bot.operations.metrics",),
    "pythonjsonlogger": ("bot.operations.logs",),
}
CLOCKS = {"asyncio", "datetime", "sys", "time"}
PURE = {
    "engine": CLOCKS | {"bot"},
    "bot.game": {"asyncio", "time"},
    "bot.messages": {"asyncio", "time", "pathlib", "os"},
}
ENGINE_PROGRAMS = {"engine.__main__", "engine.gomocup", "engine.budget"}  # they alone have a clock or streams


def violations(root: Path) -> Iterator[str]:
    """Yield an error for each import that breaks the layering."""
    for module, names in modules(root).items():
        yield from (f"{module} imports {name}" for name in sorted(names) if not may_import(module, name))


def may_import(module: str, name: str) -> bool:
    """Return whether a module may import another one; a module of ours outside the folders may import none."""
    wall = next((wall for wall in WALLS if _is_in(module, wall)), None)
    top = name.partition(".")[0]
    if wall is None:
        return False
    if top in ("bot", "engine"):
        return any(_is_in(name, part) for part in WALLS[wall])
    if top in LIBRARIES and not any(_is_in(module, home) for home in LIBRARIES[top]):
        return False
    if module not in ENGINE_PROGRAMS and top in PURE.get(wall, ()):
        return False
    return wall != "engine" or top in sys.stdlib_module_names


def modules(root: Path) -> dict[str, set[str]]:
    """Return each module of engine and bot with the modules that it imports."""
    trees = sources(root)
    return {name: set(imports(tree, trees.keys())) for name, tree in trees.items()}


@cache
def sources(root: Path) -> dict[str, ast.Module]:
    """Return each module of engine and bot, read and parsed once."""
    paths = [path for package in ("engine", "bot") for path in sorted((root / package).rglob("*.py"))]
    paths = [path for path in paths if path.name != "hatch_build.py"]  # a program of the build
    names = {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in names.items()}


def imports(tree: ast.AST, ours: Collection[str] = ()) -> Iterator[str]:
    """Yield what a module imports, wherever in it; ours are the modules that may be imported by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in ours else node.module


def _is_in(module: str, folder: str) -> bool:
    return module == folder or module.startswith(f"{folder}.")


LINES, PARAMETERS = 50, 6  # of a function
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    """Yield the functions of a module, including nested ones."""
    yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def height(function: Function) -> int:
    """Return the number of lines of a function, without decorators."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def parameters(function: Function) -> int:
    """Return the number of parameters that a caller passes. discord.py passes the interaction."""
    arguments = function.args
    each_kind = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return sum(1 for each in each_kind if each and each.arg not in ("self", "cls", "interaction"))
