"""Games as values, for tests without a database."""

from dataclasses import replace
from datetime import timedelta

from bot.game.games import Format, Game, GameId, Human
from engine import Cell, Rules
from tests.people import ANN, BOB, HERE, SMALL, Clock

NOW = Clock().now
LATER = NOW + timedelta(minutes=3)


def game(*plies: tuple[int, int], rules: Rules = SMALL, **changes: object) -> Game:
    """Return a game of Ann and Bob that began at NOW."""
    new = Game(GameId(1), HERE, Format(rules), Human(ANN), Human(BOB), NOW, tuple(Cell(*ply) for ply in plies))
    return replace(new, **changes)
