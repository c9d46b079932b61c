"""The game that the tests of the database open."""

from datetime import UTC, datetime

from bot.game.games import Format, Game, Human, Place, UserId
from engine import Rules
from tests.people import ANN, BOB, HERE

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
RULES = Rules(3, 4, 3)


def opening(place: Place = HERE, x: UserId = ANN) -> Game:
    """Return a new game of a user against Bob (O)."""
    return Game.new(place, Format(RULES), Human(x), Human(BOB), AT)
