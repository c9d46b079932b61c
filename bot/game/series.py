"""A series: up to three or five games between the same two, with sides in turn and one result. Pure.

A draw counts for neither. The series is over once the games that are left can't make up the lead, or none is left; who
has won more games has won it, else it is drawn. A game without a result ends it without one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine import Mark

if TYPE_CHECKING:  # a game has a series, so at run time the import goes the other way
    from bot.game.games import Game, GameId

BEST_OF = (3, 5)


@dataclass(frozen=True)
class Series:
    """The series of a game, as it stood when the game began.

    number counts its games from 1. began_won and other_won are how many of those before this one were won by whoever
    made the first move of this one, and by the other player: a swap changes neither. previous is the game before it.
    """

    best_of: int
    number: int = 1
    began_won: int = 0
    other_won: int = 0
    previous: GameId | None = None


class Score(NamedTuple):
    """How many games of a series X and O of its latest game have won."""

    x: int
    o: int

    @property
    def lead(self) -> int:
        """By how many games one of them is ahead."""
        return abs(self.x - self.o)


def score(game: Game, series: Series) -> Score:
    """Return the score of a series after one of its games, or during it."""
    winner = game.result and game.result.winner
    began = series.began_won + (winner is game.began)
    other = series.other_won + (winner is game.began.other)
    return Score(began, other) if game.began is Mark.X else Score(other, began)


def goes_on(game: Game) -> bool:
    """Return whether another game follows in its series, now that this one has ended."""
    series, result = game.series, game.result
    if series is None or result is None or result.is_none:
        return False
    left = series.best_of - series.number
    return left > 0 and score(game, series).lead <= left


def is_decided(game: Game) -> bool:
    """Return whether the series has a result, by this game."""
    result = game.result
    return game.series is not None and result is not None and not result.is_none and not goes_on(game)


def leader(score: Score) -> Mark | None:
    """Return the side in its latest game of whoever leads, or has won; None: neither."""
    return None if score.x == score.o else Mark.X if score.x > score.o else Mark.O


def following(game: Game, series: Series) -> Series:
    """Return the series as it stands when its next game begins, which the other player opens."""
    scored = score(game, series)
    other, began = (scored.x, scored.o) if game.began is Mark.X else (scored.o, scored.x)
    return Series(series.best_of, series.number + 1, began, other, game.id)
