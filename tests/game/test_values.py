"""What holds of every value and every error."""

from collections.abc import Iterator

import pytest

from bot.game import errors
from bot.game.errors.base import GameError


def kinds(kind: type[GameError] = GameError) -> Iterator[type[GameError]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds(sub)


@pytest.mark.parametrize("kind", list(kinds()))
def test_an_error_is_equal_to_itself_alone_and_in_the_tree(kind: type[GameError]) -> None:
    assert kind.__eq__ is object.__eq__
    assert kind.__hash__ is object.__hash__  # contextlib and traceback put errors into sets
    assert f"+-- {kind.__name__} " in f"{errors.__doc__} ".replace("\n", " ")
