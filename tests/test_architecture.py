"""The folders are walls: who may import whom, and which library has its home where, read from the imports."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture import ROOT, sources, violations


def test_no_import_runs_against_the_order() -> None:
    assert not list(violations(ROOT))


@pytest.mark.parametrize(
    ("module", "line", "imported"),
    [
        ("bot.registry.odd", "from bot.database import tables", "bot.database.tables"),
        *(("bot.registry.odd", f"import {library}", library) for library in ("sqlalchemy", "sqlite3", "asyncpg")),
        ("bot.registry.odd", "from bot.messages.texts import EXAMPLE", "bot.messages.texts"),
        ("bot.messages.odd", "import discord", "discord"),
        ("bot.messages.odd", "from bot.database.errors import Stale", "bot.database.errors"),
        ("bot.database.odd", "from bot.registry.lobby import Lobby", "bot.registry.lobby"),
        ("bot.game.odd", "def late():\n    import time", "time"),
        ("engine.odd", "from bot.game import games", "bot.game.games"),
        ("engine.odd", "import numpy", "numpy"),
    ],
)
def test_a_broken_wall_is_found(tmp_path: Path, module: str, line: str, imported: str) -> None:
    write(tmp_path, module, line)
    assert list(violations(tmp_path)) == [f"{module} imports {imported}"]


@pytest.mark.parametrize("module", ["bot.odd", "bot.odd.odd"])
def test_a_module_outside_the_folders_is_found(tmp_path: Path, module: str) -> None:
    write(tmp_path, module, "")
    assert list(violations(tmp_path)) == [f"{module} is in no folder"]


def write(root: Path, module: str, line: str) -> None:
    """Write a module of one line, and some modules for it to import."""
    known = ("bot.database.errors", "bot.database.tables", "bot.messages.texts", "bot.registry.lobby", "bot.game.games")
    for name in (*known, module):
        path = root.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line if name == module else "")


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield each function with its name, except in migrations, which stay as they were applied."""
    for module, tree in sources(ROOT).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ".versions." not in module:
                yield f"{module}: {node.name}", node


def test_functions_stay_short() -> None:
    """The match from every error to its sentence is long, but not deep."""
    long = [name for name, node in functions() if (node.end_lineno or node.lineno) - node.lineno + 1 > 50]
    assert long == ["bot.messages.refusals: refusal"]


def test_functions_have_few_parameters() -> None:
    """The options of `/ttt new` are its parameters. An interaction is none: discord.py gives one to every command."""
    assert [name for name, node in functions() if len(_parameters(node)) > 6] == ["bot.interactions.commands: new"]


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of what a caller gives."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return {parameter.arg for parameter in given} - {"self", "cls", "interaction"}
