"""Who is better: records of games, and a rating for games between people. Pure values and functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bot.game import games
from bot.game.games import Ending, Game, GameId, Level, Result, UserId
from engine import Mark, Rules

START = 1500.0
SWING = 32.0  # K in the formula: the most that one game moves
DAILY = 32.0  # the most that somebody gains from one opponent in a day
_ROUNDING = 1e-6  # of sums of points
ACTIVE = timedelta(days=90)  # who has finished no rated game for longer isn't listed


def gain(x: float, o: float, score: float) -> float:
    """Return what X's rating gains and O's loses by a game with a score of 1, 0.5 or 0 for X.

    Source: Elo, The Rating of Chessplayers, Past and Present (1978), with the logistic curve in use today.
    """
    return SWING * (score - 1 / (1 + 10 ** ((o - x) / 400)))


def score(game: Game) -> float | None:
    """Return X's score of a game that counts for the rating; None for one that doesn't.

    It counts when it is rated, and ended by play, by resigning, by agreement or, once both have moved, on time. Once a
    player had their data deleted, it stays as it is. Of a series the game counts that decides it, as the series ended.
    """
    result = game.result
    if result is None or result.is_none or not game.is_rated:
        return None
    if game.series:
        won, lost = games.score(game, game.series)
        return 0.5 * (1 + (won > lost) - (won < lost)) if games.is_decided(game) else None
    if result.ending is Ending.TIMEOUT and game.moves < 2:
        return None
    return 0.5 if result.winner is None else float(result.winner is Mark.X)


def bounded(full: float, received: float) -> float:
    """Return what a game moves that would move so much, if the same player has gained so much from the other today.

    Shapes: received counts what was gained, and nothing of what was lost: so to take a game back never lets more in.
    """
    room = DAILY - received
    return 0.0 if room < _ROUNDING else max(-room, min(full, room))


def is_bounded(game: Game) -> bool:
    """Return whether a rated game moved the ratings by less than its result is worth, because of DAILY."""
    points = score(game)
    if game.rated is None or points is None:
        return False
    return abs(game.rated.gain) < abs(gain(game.rated.x, game.rated.o, points)) - _ROUNDING


def day_of(at: datetime) -> tuple[datetime, datetime]:
    """Return the beginning and the end of the day in UTC that an instant is in."""
    begin = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return begin, begin + timedelta(days=1)


@dataclass(frozen=True)
class GameSummary:
    """A game in a list to choose from; level is the computer's, None between people."""

    id: GameId
    rules: Rules
    level: Level | None
    moves: int
    result: Result | None


class Record(NamedTuple):
    """How many games somebody won, lost and drew."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """All games."""
        return sum(self)


class Streak(NamedTuple):
    """How many of somebody's last games between people ended alike, and how: won, lost or drawn."""

    how: str
    games: int


@dataclass(frozen=True)
class Stats:
    """What somebody has done in a server, against people (None) and each level of the computer."""

    user: UserId
    records: Mapping[Level | None, Record]
    rating: float | None
    streak: Streak | None


class Standing(NamedTuple):
    """A line of a server's list of the best; the places begin with 1."""

    place: int
    user: UserId
    rating: float
    record: Record


class Season(NamedTuple):
    """A season of a server's ratings, which begin anew with it; the first has no beginning, the current one no end."""

    number: int
    begun: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True)
class Ranking:
    """The best of a season, best first, and then whoever asked, if they are not among them."""

    season: Season
    lines: list[Standing]
