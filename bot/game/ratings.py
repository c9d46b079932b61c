"""Records of games, and Elo ratings for games between people: pure values and functions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from bot.game.games import Ending, Game, GameId, Level, Result, UserId
from engine import Mark, Rules

INITIAL = 1500.0
K_FACTOR = 32.0  # of Elo's formula: the most points that a player can gain in a game
MAX_DAILY_GAIN_PER_OPPONENT = 32.0  # points
MAX_DAILY_GAIN = 64.0  # from all opponents
EXPERIENCED = 5  # rated games; a player with this many gains only half from an opponent with fewer
_ROUNDING = 1e-6  # points; sums may be off by less than this
ACTIVE = timedelta(days=90)  # the leaderboard lists players who have played a rated game within this time


def elo_gain(x: float, o: float, score: float) -> float:
    """Return the points that X gains and O loses for a score of 1, 0.5 or 0 for X.

    Source: Elo, The Rating of Chessplayers, Past and Present (1978), with the logistic curve in use today.
    """
    return K_FACTOR * (score - 1 / (1 + 10 ** ((o - x) / 400)))


def score(game: Game) -> float | None:
    """Return X's score in a game that counts for the ratings; None if it doesn't count.

    A game counts if it is rated and ended by play, by resignation, by agreement or, after both have moved, by timeout.
    Each game of a series counts, so no player gains by leaving a series.
    """
    result = game.result
    if result is None or result.is_void or not game.is_rated:
        return None
    if result.ending is Ending.TIMEOUT and game.moves < 2:
        return None
    return 0.5 if result.winner is None else float(result.winner is Mark.X)


class DailyGains(NamedTuple):
    """The points that a player has gained in a day, without subtracting losses.

    Otherwise, a player could lose a game, gain extra points in another game, and then undo the loss.
    """

    from_opponent: float
    total: float


def halved_for_experienced(full: float, x_games: int, o_games: int) -> float:
    """Halve a rating change if an experienced player gains from an inexperienced one, to protect new players.

    x_games and o_games are the numbers of rated games that X and O have played before.
    """
    gainer, giver = (x_games, o_games) if full > 0 else (o_games, x_games)
    return full / 2 if giver < EXPERIENCED <= gainer else full


def capped(full: float, received: DailyGains) -> float:
    """Cap a rating change so that a player's gains stay within both daily limits."""
    room = min(MAX_DAILY_GAIN_PER_OPPONENT - received.from_opponent, MAX_DAILY_GAIN - received.total)
    return 0.0 if room < _ROUNDING else max(-room, min(full, room))


def capped_side(game: Game) -> Mark | None:
    """Return the side whose gain from a game a daily limit has capped; None if no limit has."""
    points = score(game)
    if game.rating_change is None or points is None:
        return None
    gain = elo_gain(game.rating_change.x, game.rating_change.o, points)
    full, gained = abs(gain), abs(game.rating_change.gain)
    is_capped = gained < full - _ROUNDING and abs(gained - full / 2) > _ROUNDING
    return (Mark.X if gain > 0 else Mark.O) if is_capped else None


def day_bounds(at: datetime) -> tuple[datetime, datetime]:
    """Return the beginning and the end of an instant's UTC day."""
    begin = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    return begin, begin + timedelta(days=1)


@dataclass(frozen=True)
class GameSummary:
    """A game in a list. level is the computer's level, None between people."""

    id: GameId
    rules: Rules
    level: Level | None
    moves: int
    result: Result | None


class Record(NamedTuple):
    """The numbers of games that a player has won, lost and drawn."""

    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def played(self) -> int:
        """The number of games."""
        return sum(self)


IN_A_ROW = 3  # games with the same result, after which the player is offered another level


def next_level(level: Level, results: Sequence[str], *, is_first_win: bool = False) -> Level | None:
    """Return the level to offer: the next one after IN_A_ROW wins against a level, the one below after as many losses.

    results are those of the player's latest games against the level. A first win against it is enough, too.
    """
    step = 1 if is_first_win else {("won",) * IN_A_ROW: 1, ("lost",) * IN_A_ROW: -1}.get(tuple(results), 0)
    levels = list(Level)
    number = levels.index(level) + step
    return levels[number] if step and 0 <= number < len(levels) else None


class Streak(NamedTuple):
    """A number of games in a row with the same result against people: won, lost or drawn."""

    result: str
    games: int


@dataclass(frozen=True)
class Stats:
    """A player's records in a server, against people (None) and against each level of the computer.

    head_to_head is the requester's record against this player; None for themselves, or without a game.
    puzzles is how many puzzles they have solved, 0 if somebody else asks.
    """

    user: UserId
    records: Mapping[Level | None, Record]
    rating: float | None
    streak: Streak | None
    head_to_head: Record | None = None
    puzzles: int = 0


class Standing(NamedTuple):
    """A line of a server's leaderboard. The best player has place 1."""

    place: int
    user: UserId
    rating: float
    record: Record


class Season(NamedTuple):
    """A season of a server. Its start resets all ratings. The first season has no start, the current one no end."""

    number: int
    begun: datetime | None = None
    ended: datetime | None = None


@dataclass(frozen=True)
class Leaderboard:
    """The leaderboard of a season, best first. If the requester is further down, their own line is last."""

    season: Season
    lines: list[Standing]
