"""What holds of every value and every error."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from bot.game import errors
from bot.game.challenges import Challenge, ChallengeId, Offer
from bot.game.errors.base import GameError
from bot.game.games import Computer, Ending, Format, Human, Level, Opening, Result, UndoRequest
from bot.game.playing import Undo
from bot.game.ratings import GameSummary, Stats
from bot.game.requests import Event, NewChallenge, Target, Terms, Update, Wish
from tests.game.values import NOW, game
from tests.people import ANN, BOB, HERE, SMALL

OFFER = Offer(HERE, Format(SMALL), ANN, BOB, NOW)
CHALLENGE = Challenge(ChallengeId(1), OFFER)
VALUES = [
    HERE,
    Human(ANN),
    Computer(Level.EASY),
    Result(None, Ending.FULL),
    UndoRequest(1, ANN),
    Opening(HERE, Format(SMALL), Human(ANN), Human(BOB), NOW),
    game(),
    OFFER,
    CHALLENGE,
    NewChallenge(CHALLENGE, None),
    Update(game(), game(), Event.SHOWN, ANN),
    Target(HERE.channel),
    Terms(SMALL),
    Wish(HERE, ANN, Terms(SMALL)),
    Undo(1),
    GameSummary(game().id, SMALL, None, 0, None),
    Stats(ANN, {}, None, None),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_never_changes(value: Any) -> None:
    names = getattr(value, "_fields", None) or [field.name for field in fields(value)]
    for name in names:
        with pytest.raises(AttributeError):
            setattr(value, name, None)


def kinds(kind: type[GameError] = GameError) -> Iterator[type[GameError]]:
    for sub in kind.__subclasses__():
        yield sub
        yield from kinds(sub)


@pytest.mark.parametrize("kind", list(kinds()))
def test_an_error_is_equal_to_itself_alone_and_in_the_tree(kind: type[GameError]) -> None:
    assert kind.__eq__ is object.__eq__
    assert kind.__hash__ is object.__hash__  # contextlib and traceback put errors into sets
    assert f"+-- {kind.__name__} " in f"{errors.__doc__} ".replace("\n", " ")
