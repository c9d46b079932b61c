"""The folders are walls: who may import whom, and which library has its home where, read from the imports."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture import ROOT, may_import, sources, violations


def test_no_import_runs_against_the_order() -> None:
    assert not list(violations(ROOT))


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("bot.registry.odd", "bot.database.tables"),
        *(("bot.registry.odd", library) for library in ("sqlalchemy", "sqlite3", "asyncpg", "bot.messages.texts")),
        ("bot.messages.odd", "discord"),
        ("bot.messages.odd", "bot.database.errors"),
        ("bot.database.odd", "bot.registry.lobby"),
        ("bot.game.odd", "time"),
        ("engine.odd", "bot.game.games"),
        ("engine.odd", "numpy"),
        ("bot.odd", "bot.game.games"),
    ],
)
def test_a_wall_lets_no_other_module_through(module: str, imported: str) -> None:
    assert not may_import(module, imported)


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
