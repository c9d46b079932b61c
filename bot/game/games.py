"""Games, their players and their series: pure values.

A series is three or five games between the same two players, who swap sides, with one result. A draw counts for
neither. The series ends once the games left can't change its winner; a game without a result ends it without one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, NewType

from bot.game.clock import Clock
from bot.game.errors import NotYourGame
from engine import Board, Cell, Mark, Rules, Value, value

if TYPE_CHECKING:  # a game has a series, so at run time the import goes the other way
    from bot.game.games import Game, GameId

BEST_OF = (3, 5)

known_value = lru_cache(1_000)(value)  # to look up one takes up to 10 ms


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


UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
GameId = NewType("GameId", int)
InteractionId = NewType("InteractionId", int)

DELETED_USER = UserId(0)  # stands for whoever had their data deleted
SIDES = range(2, 101)
RESTED = timedelta(minutes=30)  # a game against the computer, or one that only waits for the opponent
RESTED_BETWEEN_PEOPLE = timedelta(hours=24)
NEW_GAMES = 5
NEW_GAMES_WITHIN = timedelta(minutes=1)


class Level(StrEnum):
    """How strong a computer player is."""

    EASY = "easy"
    CLASSIC = "classic"
    EXPERT = "expert"


class Ending(StrEnum):
    """How a game came to its end."""

    LINE = "line"
    FULL = "full"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    AGREED = "agreed"
    STOPPED = "stopped"
    DELETED = "deleted"  # with the thread or channel where it was played


WITHOUT_RESULT = frozenset({Ending.STOPPED, Ending.DELETED})


@dataclass(frozen=True)
class Cooldown:
    """How many games and unanswered challenges one user may open within a time."""

    games: int
    within: timedelta


@dataclass(frozen=True)
class Human:
    """A person in a game."""

    id: UserId


@dataclass(frozen=True)
class Computer:
    """The computer in a game."""

    level: Level
    id: ClassVar[None] = None  # it is nobody


Player = Human | Computer


@dataclass(frozen=True)
class Place:
    """Where a game is played: a channel or thread, of a server or (guild None) of direct messages.

    parent is the channel of a thread that the bot has opened, None of all other places; it says nothing about which
    place this is.
    """

    channel: ChannelId
    guild: GuildId | None = None
    parent: ChannelId | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Result:
    """Who won (None: nobody), how, and by whose act where it took one."""

    winner: Mark | None
    ending: Ending
    by: UserId | None = None

    @property
    def is_none(self) -> bool:
        """Whether the game was ended without a result: nobody has won it, and it is no draw."""
        return self.ending in WITHOUT_RESULT


class RatingChange(NamedTuple):
    """What X and O were rated before a game, and what X gained and O lost by it."""

    x: float
    o: float
    gain: float


@dataclass(frozen=True)
class UndoRequest:
    """A question to the opponent, good while so many moves were made."""

    ply: int
    by: UserId
    message: MessageId | None = None


@dataclass(frozen=True)
class Format:
    """What players agree on before a game begins, and keep in its rematches.

    pace is the time for a move. swap says whether the second player may take X after the first mark. best_of is the
    length of a series. locale is the language of its public messages, by Discord's name.
    """

    rules: Rules
    pace: timedelta | None = None
    swap: bool = False
    best_of: int | None = None
    locale: str | None = None


@dataclass(frozen=True)
class Opening:
    """A game that is about to begin, with the moves that it begins with.

    Raises
    ------
    ValueError
        Nobody plays but the computer.
    """

    place: Place
    format: Format
    x: Player
    o: Player
    at: datetime
    interaction: InteractionId | None = None
    plies: tuple[Cell, ...] = ()
    unrated: bool = False
    follows: Game | None = None  # the game before it in its series

    def __post_init__(self) -> None:
        if not any(isinstance(player, Human) for player in (self.x, self.o)):
            raise ValueError("the computer can't play itself")

    @property
    def series(self) -> Series | None:
        """The series as the game begins."""
        if self.follows and self.follows.series:
            return following(self.follows, self.follows.series)
        return None if self.format.best_of is None else Series(self.format.best_of)

    @property
    def is_between_people(self) -> bool:
        """Whether the computer doesn't play."""
        return isinstance(self.x, Human) and isinstance(self.o, Human)

    @property
    def clock(self) -> Clock | None:
        """The clock of the game as it begins."""
        if self.format.pace is None:
            return None
        turn = self.o if len(self.plies) % 2 else self.x
        return Clock(self.format.pace).moved(len(self.plies), self.at, runs=isinstance(turn, Human))


@dataclass(frozen=True)
class Game:
    """A game: its rules, its players and its plies; the board is replayed from them.

    revision counts the saves; two writers that start from one revision can't both save. interaction is the one by which
    a person changed the game last: if it arrives again, it has been carried out. picture says whether one goes with the
    boards; None leaves that to the players' preferences. rated is what the saved result did to the ratings.
    clock is None without a pace. swapped says whether the second player has taken X; None: nobody may. locale is the
    language of its public messages, by Discord's name, as chosen when it began; None, of games from before there were
    languages, is English.
    """

    id: GameId
    place: Place
    rules: Rules
    x: Player
    o: Player
    touched: datetime
    plies: tuple[Cell, ...] = ()
    result: Result | None = None
    message: MessageId | None = None
    request: UndoRequest | None = None
    revision: int = 0
    interaction: InteractionId | None = None
    picture: bool | None = None
    rated: RatingChange | None = None
    hints: int = 0
    clock: Clock | None = None
    unrated: bool = False
    locale: str | None = None
    swapped: bool | None = None
    series: Series | None = None

    @cached_property
    def board(self) -> Board:
        """The position, for reading only."""
        return Board.replay(self.rules, self.plies)

    def noted(self, **changes: Any) -> Game:
        """Return the game with changes; the board comes along, for it was work to replay.

        Shapes: changes are fields by their names, but not the players; where the plies change, board has to be the new
        one.
        """
        noted = object.__new__(Game)  # replace() takes ten times as long, and leaves the board behind
        object.__setattr__(noted, "__dict__", vars(self) | changes)
        return noted

    @property
    def format(self) -> Format:
        """What a rematch keeps."""
        pace, best_of = self.clock and self.clock.pace, self.series and self.series.best_of
        return Format(self.rules, pace, self.has_swap, best_of, self.locale)

    @property
    def moves(self) -> int:
        """How many moves were made: plies, and a swap. The players make them in turn."""
        return len(self.plies) + 1 if self.swapped else len(self.plies)

    @property
    def is_new(self) -> bool:
        """Whether no person has moved yet."""
        return self.moves <= isinstance(self.player(self.began), Computer)

    @property
    def value(self) -> Value | None:
        """How a game that has just begun ends with best play; None if that isn't proven, and of any other game."""
        return known_value(self.rules) if self.is_new and self.result is None else None

    @property
    def has_swap(self) -> bool:
        """Whether the second player may take X after the first mark, or could."""
        return self.swapped is not None

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may take X instead of a mark."""
        return self.swapped is False and len(self.plies) == 1 and self.result is None

    @property
    def awaits_swap(self) -> bool:
        """Whether the second player may take X now, or after the first mark."""
        return self.swapped is False and len(self.plies) < 2 and self.result is None

    @property
    def began(self) -> Mark:
        """The side of whoever made the first move."""
        return Mark.O if self.swapped else Mark.X

    @property
    def turn(self) -> Player:
        """Whose turn it is, or would be if the game had not ended."""
        return self.o if len(self.plies) % 2 else self.x

    @property
    def awaits_computer(self) -> bool:
        """Whether it is the computer's turn: it thinks, or did when the bot was stopped."""
        return self.result is None and isinstance(self.turn, Computer)

    @cached_property
    def computer(self) -> Computer | None:
        """The computer, if it plays in this game."""
        return next((player for player in (self.o, self.x) if isinstance(player, Computer)), None)

    def player(self, mark: Mark) -> Player:
        """Return the player of a side."""
        return self.x if mark is Mark.X else self.o

    def side(self, user: UserId) -> Mark:
        """Return the side a person plays.

        Raises
        ------
        NotYourGame
            They don't play in this game.
        """
        if self.x.id == user:
            return Mark.X
        if self.o.id == user:
            return Mark.O
        raise NotYourGame(self)

    @property
    def is_rated(self) -> bool:
        """Whether its result counts for the ratings.

        People play it in a server that rates games, and neither had their data deleted.
        """
        between_people = self.place.guild is not None and self.computer is None
        return between_people and not self.unrated and DELETED_USER not in self.humans

    @property
    def must_be_played_out(self) -> bool:
        """Whether its players owe it a result: it is rated, and an end would save a defeat.

        That is once both have moved, and from the second game of a series on at once.
        """
        return self.is_rated and (self.moves >= 2 or self.continues_series)

    @property
    def continues_series(self) -> bool:
        """Whether games of its series have been played before it."""
        return self.series is not None and self.series.number > 1

    @cached_property
    def humans(self) -> tuple[UserId, ...]:
        """The people in this game."""
        return tuple(player.id for player in (self.x, self.o) if isinstance(player, Human))
