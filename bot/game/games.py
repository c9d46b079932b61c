"""Games, their players and their series: pure values.

A series is three or five games between the same two players, who swap sides after each game. A draw counts for neither
player. The series ends as soon as the remaining games can't change its winner. A game without a result ends the series
without a result.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, ClassVar, NamedTuple, NewType

from bot.game.clocks import Clock
from engine import Board, Cell, Mark, Rules, value

BEST_OF = (3, 5)

known_value = lru_cache(1_000)(value)  # an uncached call takes up to 10 ms


@dataclass(frozen=True)
class Series:
    """The series of a game, as of the start of the game.

    number is the number of the game in the series, from 1. began_won and other_won are the earlier wins of the player
    who makes the first move of this game, and of the other player, even after a swap. previous is the previous game.
    The columns of the database have the same names.
    """

    best_of: int
    number: int = 1
    began_won: int = 0
    other_won: int = 0
    previous: GameId | None = None


class Score(NamedTuple):
    """The number of games of a series won by X and by O of its latest game."""

    x: int
    o: int

    @property
    def lead(self) -> int:
        """The difference between the two numbers."""
        return abs(self.x - self.o)


def score(game: Game, series: Series) -> Score:
    """Return the score of a series during or after one of its games."""
    winner = game.result and game.result.winner
    began = series.began_won + (winner is game.first_side)
    other = series.other_won + (winner is game.first_side.other)
    return Score(began, other) if game.first_side is Mark.X else Score(other, began)


def has_next_game(game: Game) -> bool:
    """Return whether the game has ended and its series goes on."""
    series, result = game.series, game.result
    if series is None or result is None or result.is_void:
        return False
    left = series.best_of - series.number
    return left > 0 and score(game, series).lead <= left


def leader(score: Score) -> Mark | None:
    """Return the side that leads or has won the series, if any."""
    return None if score.x == score.o else Mark.X if score.x > score.o else Mark.O


def next_in_series(game: Game, series: Series) -> Series:
    """Return the series as of the start of its next game, in which the other player moves first."""
    scored = score(game, series)
    other, began = (scored.x, scored.o) if game.first_side is Mark.X else (scored.o, scored.x)
    return Series(series.best_of, series.number + 1, began, other, game.id)


UserId = NewType("UserId", int)
GuildId = NewType("GuildId", int)
ChannelId = NewType("ChannelId", int)
MessageId = NewType("MessageId", int)
GameId = NewType("GameId", int)
InteractionId = NewType("InteractionId", int)

DELETED_USER = UserId(0)  # replaces every user who deleted their data
EVERYONE = UserId(-1)  # plays the computer in a game that everyone in the channel plays together
SIDES = range(2, 101)
IDLE = timedelta(minutes=30)  # without a move, after which a game can be ended
IDLE_BETWEEN_PEOPLE = timedelta(hours=24)
UNSAVED = GameId(0)  # the id of a game that the database hasn't numbered yet


class Level(StrEnum):
    """The strength of a computer player, from weak to strong."""

    EASY = "easy"
    CLASSIC = "classic"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


class Ending(StrEnum):
    """How a game ended."""

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
    """A limit on the games and unanswered challenges that a user may open within a time."""

    games: int
    within: timedelta


COOLDOWN = Cooldown(5, timedelta(minutes=1))


@dataclass(frozen=True)
class Human:
    """A person in a game."""

    id: UserId


@dataclass(frozen=True)
class Computer:
    """The computer in a game."""

    level: Level
    id: ClassVar[None] = None


Player = Human | Computer


@dataclass(frozen=True)
class Place:
    """Where a game is played: a channel or thread of a server, or a direct message, which has no guild.

    parent is the channel of a thread that the bot opened, else None. It doesn't count in comparisons.
    """

    channel: ChannelId
    guild: GuildId | None = None
    parent: ChannelId | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Result:
    """The winner, if any, how the game ended, and the user who ended it, if any."""

    winner: Mark | None
    ending: Ending
    by: UserId | None = None

    @property
    def is_void(self) -> bool:
        """Whether the game ended with neither a win nor a draw."""
        return self.ending in WITHOUT_RESULT


@dataclass(frozen=True)
class RatingChange:
    """The ratings of X and O before a game, and the points that X gained and O lost.

    streak is how many games in a row the winner has won, and today how many each won of today's games between the two.
    They aren't stored: 0 unless the game just ended.
    """

    x: float
    o: float
    gain: float
    streak: int = field(default=0, compare=False)
    today: Score = field(default=Score(0, 0), compare=False)


@dataclass(frozen=True)
class UndoRequest:
    """A request for the opponent's consent to an undo or a draw, valid as long as the game has that many moves."""

    moves: int
    by: UserId
    message: MessageId | None = None
    is_draw: bool = False


class Mover(NamedTuple):
    """Who made a move of everyone, and when."""

    user: UserId
    at: datetime


@dataclass(frozen=True)
class Format:
    """What players agree on before a game. A rematch keeps it.

    pace is the time for a move. swap: the second player may take X after the first mark. best_of is the length of a
    series. locale is Discord's code for the language of the game's public messages; None, in games of old versions,
    means English. Columns of games and challenges have the same names, except swap: see swapped in tables.py.
    """

    rules: Rules
    pace: timedelta | None = None
    swap: bool = False
    best_of: int | None = None
    locale: str | None = None


@dataclass(frozen=True)
class Game:
    """A game: its format, players and plies, from which the board is replayed.

    revision counts the saves: if two writers start from the same revision, only one can save. interaction is the last
    interaction that changed the game, so that a repeated one can be recognized. picture: whether its boards have a
    picture; if None, the players' preferences decide. rating_change is the effect of the saved result. clock is None if
    the game has no pace. opened_unrated: the result doesn't count, because of the server or the board. swapped: whether
    the second player took X. undo_declined, x_offered and o_offered are the moves that the game had when an undo was
    last declined, and when X and O last offered a draw. movers has an item for each ply in a game of everyone, None for
    the computer's; it is empty in other games.
    """

    id: GameId
    place: Place
    format: Format
    x: Player
    o: Player
    touched: datetime
    plies: tuple[Cell, ...] = ()
    result: Result | None = None
    message: MessageId | None = None
    undo_request: UndoRequest | None = None
    revision: int = 0
    interaction: InteractionId | None = None
    picture: bool | None = None
    rating_change: RatingChange | None = None
    hints: int = 0
    clock: Clock | None = None
    opened_unrated: bool = False
    swapped: bool = False
    series: Series | None = None
    undo_declined: int | None = None
    x_offered: int | None = None
    o_offered: int | None = None
    movers: tuple[Mover | None, ...] = ()

    @classmethod
    def new(
        cls,
        place: Place,
        format: Format,  # noqa: A002 - the field's word
        x: Player,
        o: Player,
        at: datetime,
        interaction: InteractionId | None = None,
    ) -> Game:
        """Return a game that begins at an instant. Raises ValueError (the computer would play itself)."""
        clock = None if format.pace is None else Clock(format.pace).after_move(0, at, runs=isinstance(x, Human))
        series = None if format.best_of is None else Series(format.best_of)
        game = cls(UNSAVED, place, format, x, o, at, interaction=interaction, clock=clock, series=series)
        if not game.humans:
            raise ValueError("the computer can't play itself")
        return game

    @cached_property
    def rules(self) -> Rules:
        """The rules of the board."""
        return self.format.rules

    @cached_property
    def locale(self) -> str | None:
        """The language of the game's public messages."""
        return self.format.locale

    @cached_property
    def board(self) -> Board:
        """The position. Don't change it."""
        return Board.replay(self.rules, self.plies)

    def with_changes(self, **changes: Any) -> Game:
        """Return a copy with some fields changed, which keeps the cached values.

        changes has fields by name, except format, x and o. If plies change, pass the new board, too.
        """
        changed = object.__new__(Game)  # replace() takes ten times as long and drops the cached board
        object.__setattr__(changed, "__dict__", vars(self) | changes)
        return changed

    @property
    def solo(self) -> UserId | None:
        """The player of a game against the computer; None between people, and in a game of everyone."""
        return None if len(self.humans) == len(Mark) or self.is_together else self.humans[0]

    @cached_property
    def is_together(self) -> bool:
        """Whether everyone in the channel plays the computer together."""
        return EVERYONE in self.humans

    def seat(self, user: UserId) -> UserId:
        """Return as which player a user plays."""
        return EVERYONE if self.is_together else user

    def has_player(self, user: UserId) -> bool:
        """Return whether a user plays in the game."""
        return self.seat(user) in self.humans

    @property
    def last_mover(self) -> Mover | None:
        """Who made the last move of everyone."""
        return next((mover for mover in reversed(self.movers) if mover), None)

    @property
    def moves(self) -> int:
        """The number of moves so far, including a swap."""
        return len(self.plies) + 1 if self.swapped else len(self.plies)

    @property
    def is_new(self) -> bool:
        """Whether no human has moved."""
        return self.moves <= isinstance(self.player(self.first_side), Computer)

    @property
    def can_swap(self) -> bool:
        """Whether the side to move may take X instead of marking a cell."""
        return self.format.swap and not self.swapped and len(self.plies) == 1 and self.result is None

    @property
    def awaits_swap(self) -> bool:
        """Whether the second player may still take X, now or after the first mark."""
        return self.format.swap and not self.swapped and len(self.plies) < 2 and self.result is None

    @property
    def first_side(self) -> Mark:
        """The side of the player who made the first move."""
        return Mark.O if self.swapped else Mark.X

    @property
    def turn(self) -> Player:
        """The player to move, or who would move if the game hadn't ended."""
        return self.player(self.side_to_move)

    @property
    def side_to_move(self) -> Mark:
        """The side to move, or which would move if the game hadn't ended."""
        return Mark.O if len(self.plies) % 2 else Mark.X

    @property
    def awaits_computer(self) -> bool:
        """Whether it is the computer's turn."""
        return self.result is None and isinstance(self.turn, Computer)

    @cached_property
    def computer(self) -> Computer | None:
        """The computer in this game, or None."""
        return next((player for player in (self.o, self.x) if isinstance(player, Computer)), None)

    def player(self, mark: Mark) -> Player:
        """Return the player of a side."""
        return self.x if mark is Mark.X else self.o

    def opponent(self, user: UserId) -> Player:
        """Return the opponent of one of the players."""
        return self.player(self.side(user).other)

    def side(self, user: UserId) -> Mark:
        """Return the side of one of the players."""
        return {self.x.id: Mark.X, self.o.id: Mark.O}[self.seat(user)]

    @property
    def is_rated(self) -> bool:
        """Whether the result counts for the ratings; never if a player has deleted their data."""
        between_people = self.place.guild is not None and self.computer is None
        return between_people and not self.opened_unrated and DELETED_USER not in self.humans

    @property
    def have_both_moved(self) -> bool:
        """Whether both players have moved."""
        return self.moves >= len(Mark)

    @property
    def must_be_played_out(self) -> bool:
        """Whether players may not end it without a result: it is rated, and both have moved."""
        return self.is_rated and self.have_both_moved

    @property
    def is_lost_by_resigning(self) -> bool:
        """Whether the other player wins if one resigns: between people, only once both have moved."""
        return self.computer is not None or self.have_both_moved

    @cached_property
    def humans(self) -> tuple[UserId, ...]:
        """The users who play in this game, X first."""
        return tuple(player.id for player in (self.x, self.o) if isinstance(player, Human))
