"""Records of games, and Elo ratings for games between people: pure values and functions."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bot.game.games import Ending, Game, GameId, Level, Result, UserId
from engine import Mark, Rules

START = 1500.0
SWING = 32.0  # K in Elo's formula: the most points that one game moves
DAILY = 32.0  # the most points that a player gains from one opponent in a day
DAILY_IN_ALL = 64.0  # and from all opponents
EXPERIENCED = 5  # rated games, after which a player gains half from an opponent with fewer
_ROUNDING = 1e-6  # of sums of points
ACTIVE = timedelta(days=90)  # players without a rated game for longer aren't listed


def gain(x: float, o: float, score: float) -> float:
    """Return the points that X gains and O loses for a score of 1, 0.5 or 0 for X.

    Source: Elo, The Rating of Chessplayers, Past and Present (1978), with the logistic curve in use today.
    """
    return SWING * (score - 1 / (1 + 10 ** ((o - x) / 400)))


def score(game: Game) -> float | None:
    """Return X's score of a game that counts for the rating; None for one that doesn't.

    It counts when it is rated, and ended by play, by resigning, by agreement or, once both have moved, on time. Once a
    player had their data deleted, it stays as it is. Each game of a series counts, so nobody gains by leaving one.
    """
    result = game.result
    if result is None or result.is_none or not game.is_rated:
        return None
    if result.ending is Ending.TIMEOUT and game.moves < 2:
        return None
    return 0.5 if result.winner is None else float(result.winner is Mark.X)


class Received(NamedTuple):
    """The points that a player gained in a day; losses don't count, so undoing a game never makes room."""

    from_opponent: float
    total: float


def weighed(full: float, x_games: int, o_games: int) -> float:
    """Halve a rating change by which an experienced player gains from one who is not: new accounts are easy prey.

    Shapes: x_games and o_games are the rated games of the players before this one.
    """
    gainer, giver = (x_games, o_games) if full > 0 else (o_games, x_games)
    return full / 2 if giver < EXPERIENCED <= gainer else full


def bounded(full: float, received: Received) -> float:
    """Cap a rating change so that no player gains more than DAILY a day from one opponent, or DAILY_IN_ALL."""
    room = min(DAILY - received.from_opponent, DAILY_IN_ALL - received.total)
    return 0.0 if room < _ROUNDING else max(-room, min(full, room))


def is_bounded(game: Game) -> bool:
    """Return whether a daily limit capped the rating change of a game."""
    points = score(game)
    if game.rated is None or points is None:
        return False
    full, gained = abs(gain(game.rated.x, game.rated.o, points)), abs(game.rated.gain)
    return gained < full - _ROUNDING and abs(gained - full / 2) > _ROUNDING


def day_of(at: datetime) -> tuple[datetime, datetime]:
    """Return the beginning and the end of an instant's day in UTC."""
    begin = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return begin, begin + timedelta(days=1)


@dataclass(frozen=True)
class GameSummary:
    """A game in a list; level is the computer's, None between people."""

    id: GameId
    rules: Rules
    level: Level | None
    moves: int
    result: Result | None


class Record(NamedTuple):
    """The number of games that a player won, lost and drew."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """All games."""
        return sum(self)


class Streak(NamedTuple):
    """A player's latest games against people with the same result, how: won, lost or drawn."""

    how: str
    games: int


@dataclass(frozen=True)
class Stats:
    """A player's records in a server, against people (None) and each level of the computer.

    between is the requester's record against this player; None if it is their own, or one has blocked the other.
    """

    user: UserId
    records: Mapping[Level | None, Record]
    rating: float | None
    streak: Streak | None
    between: Record | None = None


class Standing(NamedTuple):
    """A line of a server's leaderboard; the places begin with 1."""

    place: int
    user: UserId
    rating: float
    record: Record


class Season(NamedTuple):
    """A season of a server, at whose start all ratings are reset; the first has no start, the current one no end."""

    number: int
    begun: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True)
class Ranking:
    """The leaderboard of a season, best first, with the requester's own line last if it is further down."""

    season: Season
    lines: list[Standing]
