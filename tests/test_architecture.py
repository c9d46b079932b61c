"""The folders are walls: who may import whom, and which library has its home where, read from the imports."""

import ast
from pathlib import Path

import pytest

from tests.architecture import ROOT, sources, violations


def test_no_import_runs_against_the_order() -> None:
    assert not list(violations(ROOT))


@pytest.mark.parametrize(
    ("module", "line", "said"),
    [
        (
            "bot/registry/odd.py",
            "from bot.database import tables",
            "bot.registry.odd imports bot.database.tables",
        ),
        *(
            ("bot/registry/odd.py", f"import {library}", f"bot.registry.odd imports {library}")
            for library in ("sqlalchemy", "sqlite3", "asyncpg")
        ),
        (
            "bot/registry/odd.py",
            "from bot.messages.texts import EXAMPLE",
            "bot.registry.odd imports bot.messages.texts",
        ),
        ("bot/messages/odd.py", "import discord", "bot.messages.odd imports discord"),
        (
            "bot/messages/odd.py",
            "from bot.database.errors import Stale",
            "bot.messages.odd imports bot.database.errors",
        ),
        ("bot/database/odd.py", "from bot.registry.lobby import Lobby", "bot.database.odd imports bot.registry.lobby"),
        ("bot/game/odd.py", "def late():\n    import time", "bot.game.odd imports time"),
        ("engine/odd.py", "from bot.game import games", "engine.odd imports bot.game.games"),
        ("engine/odd.py", "import numpy", "engine.odd imports numpy"),
        ("bot/odd.py", "", "bot.odd is in no folder"),
        ("bot/odd/odd.py", "", "bot.odd.odd is in no folder"),
    ],
)
def test_a_broken_wall_is_found(tmp_path: Path, module: str, line: str, said: str) -> None:
    known = (
        "bot/database/errors.py",
        "bot/database/tables.py",
        "bot/messages/texts.py",
        "bot/registry/lobby.py",
    )
    for name in (*known, "bot/game/games.py", module):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line if name == module else "")
    assert list(violations(tmp_path)) == [said]


def test_functions_stay_short() -> None:
    """Migrations stay as they were applied. The match from every error to its sentence is long, but not deep."""
    functions = (
        (node.end_lineno - node.lineno + 1, f"{module}: {node.name}")
        for module, tree in sources(ROOT).items()
        if ".versions." not in module
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno
    )
    assert [name for lines, name in functions if lines > 50] == ["bot.messages.refusals: refusal"]


def test_functions_have_few_parameters() -> None:
    """The options of `/ttt new` are its parameters. An interaction is none: discord.py gives one to every command."""
    functions = (
        (len(_parameters(node)), f"{module}: {node.name}")
        for module, tree in sources(ROOT).items()
        if ".versions." not in module
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [name for count, name in functions if count > 6] == ["bot.interactions.commands: new"]


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Return the names of what a caller gives."""
    given = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
    return {parameter.arg for parameter in given} - {"self", "cls", "interaction"}
