"""Which folder may import which, and the size of functions."""

from collections.abc import Callable

import pytest

from tests.architecture import (
    LINES,
    PARAMETERS,
    ROOT,
    Function,
    functions,
    height,
    may_import,
    parameters,
    sources,
    violations,
)


def test_no_import_breaks_the_layering() -> None:
    assert not list(violations(ROOT))


@pytest.mark.parametrize(
    ("module", "name"),
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
def test_forbidden_imports_are_recognized(module: str, name: str) -> None:
    assert not may_import(module, name)


def functions_over(number: Callable[[Function], int], *, over: int) -> list[str]:
    """Return the functions over a limit, except migrations, which stay as they were applied."""
    trees = {module: tree for module, tree in sources(ROOT).items() if ".versions." not in module}
    return [f"{module}.{each.name}" for module in trees for each in functions(trees[module]) if number(each) > over]


def test_functions_stay_short_and_have_few_parameters() -> None:
    """The match from each error to its sentence is long, not deep; the options of `/ttt new` are parameters."""
    assert functions_over(height, over=LINES) == ["bot.messages.refusals.refusal"]
    assert functions_over(parameters, over=PARAMETERS) == ["bot.interactions.commands.new"]
