"""What the bot refuses to do: an error for each reason, with the facts that its sentence needs.

The sentences are in `bot/messages/refusals.py`, and a test finds an error without one. Errors come in this order: any
request, permissions and threads, new games, challenges, blocks, games, the coach, puzzles, seasons.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from engine import Cell, Mark, Rules

if TYPE_CHECKING:  # these modules raise the errors, so at run time the import goes the other way
    from datetime import datetime

    from bot.game.challenges import Challenge, ChallengeAction
    from bot.game.games import Game, UserId
    from bot.game.requests import Terms


class GameError(Exception):
    """A refusal; nothing was changed."""


@dataclass(eq=False)  # as all below: contextlib and traceback put errors into sets, which takes a hash
class WithGame(GameError):
    """A refusal that names a game."""

    game: Game


class StillDrawing(GameError):
    """The requester waits for a picture already."""


class NotDrawn(GameError):
    """The process that drew the picture was lost."""


@dataclass(eq=False)
class ExportedLately(GameError):
    """The requester has exported their data, or is doing so, and may again at an instant."""

    again: datetime


class ExportRunning(GameError):
    """Another user's data is being exported."""


class OutOfDate(GameError):
    """The button or command is from another version of the bot."""


class WaitedTooLong(GameError):
    """Other requests in the channel took until this one's deadline."""


class TooMuchAtOnce(GameError):
    """The requester waits for too many answers already."""


class TooBusy(GameError):
    """Too many requests of all users wait for the database."""


class ShuttingDown(GameError):
    """The bot is about to stop."""


class NotInServer(GameError):
    """The command is for servers that have the bot."""


class Permission(Enum):
    """What Discord lets a member, or the bot, do in a server or a channel."""

    MANAGE_SERVER = auto()
    MANAGE_MESSAGES = auto()
    VIEW_CHANNEL = auto()
    SEND_MESSAGES = auto()
    READ_MESSAGE_HISTORY = auto()
    CREATE_PUBLIC_THREADS = auto()
    SEND_MESSAGES_IN_THREADS = auto()


@dataclass(eq=False)
class MissingPermission(GameError):
    """The requester lacks a permission."""

    permission: Permission


@dataclass(eq=False)
class BotLacksPermissions(GameError):
    """The bot may not open a thread in this channel, or not write in it."""

    permissions: tuple[Permission, ...]


class WhyNoThread(Enum):
    """Why no thread can be opened, whatever the bot is permitted."""

    ELSEWHERE = auto()  # not in a server that has the bot
    OFF = auto()  # the server's settings turn threads off
    NO_SUCH_CHANNEL = auto()  # voice channels and stages have none
    FULL = auto()  # as many are active as Discord allows
    BUSY = auto()  # Discord takes too long, as where too many are opened within a minute
    REFUSED = auto()  # Discord says no more


@dataclass(eq=False)
class NoThread(GameError):
    """No thread can be opened here and now."""

    why: WhyNoThread


class BadRules(GameError):
    """No game has these rules here."""


@dataclass(eq=False)
class SizeOutOfRange(BadRules):
    """A side is shorter or longer than the game allows."""

    m: int
    n: int


@dataclass(eq=False)
class LineTooLong(BadRules):
    """A line of k marks doesn't fit on the board, or k is below 2."""

    m: int
    n: int
    k: int


@dataclass(eq=False)
class UnreadableNumber(BadRules):
    """The text in the form for a size is no whole number."""

    text: str


class Unplayable(Enum):
    """Why a user can't be the opponent."""

    SELF = auto()
    BOT = auto()
    AI_TOO = auto()
    ABSENT = auto()
    ELSEWHERE = auto()


@dataclass(eq=False)
class BadOpponent(GameError):
    """The opponent can't be played."""

    why: Unplayable


class ComputerNotPlaying(GameError):
    """The computer can't go first in a game between people."""


class TooManyGames(GameError):
    """The requester opened too many games lately."""


@dataclass(eq=False)
class ChannelBusy(WithGame):
    """A game is on in this channel. terms are those of the new game, where they are known."""

    terms: Terms | None = None


@dataclass(eq=False)
class AlreadyPlaying(WithGame):
    """The requester plays a game in this channel already.

    why_not_end says why they may not end it, None: they may. terms are those of the new game, None: it was to begin by
    the challenge that was pressed.
    """

    user: UserId
    why_not_end: GameError | None
    terms: Terms | None = None


class NoSuchChallenge(GameError):
    """The channel has no challenge that this button could belong to."""


@dataclass(eq=False)
class ChallengeOver(GameError):
    """The challenge was accepted, declined, canceled or replaced, or has expired."""

    challenge: Challenge


@dataclass(eq=False)
class NotYourChallenge(GameError):
    """The button of the challenge is for another user."""

    challenge: Challenge
    action: ChallengeAction
    user: UserId


@dataclass(eq=False)
class NobodyThere(GameError):
    """The opponent has blocked the requester, or takes no challenges: the refusal doesn't tell which."""

    opponent: UserId


@dataclass(eq=False)
class HasBlocked(GameError):
    """The requester has blocked the opponent."""

    blocked: UserId


class Unblockable(Enum):
    """Why a user can't be blocked."""

    SELF = auto()
    BOT = auto()


@dataclass(eq=False)
class CannotBlock(GameError):
    """The user can't be blocked."""

    why: Unblockable


class TooManyBlocked(GameError):
    """The requester has blocked as many users as they may."""


@dataclass(eq=False)
class NotBlocked(GameError):
    """The requester wants to unblock a user whom they have not blocked."""

    user: UserId


class NoGame(GameError):
    """No game was ever played in this channel."""


class NoSuchGame(GameError):
    """No game with this number was played in this channel."""


class GameOver(WithGame):
    """The game has ended."""


class OldBoard(WithGame):
    """The button belongs to a position that is gone; game is the channel's current one."""


class NotYourGame(WithGame):
    """The requester doesn't play in this game."""


class NotYourTurn(WithGame):
    """The opponent is to move."""


class ComputerThinking(WithGame):
    """The computer is to move, and has not yet."""


@dataclass(eq=False)
class UnreadableCell(GameError):
    """The text in the form for a move names no cell."""

    text: str


@dataclass(eq=False)
class IncompleteCell(GameError):
    """The form for a move names only a row or only a column."""

    has_row: bool


@dataclass(eq=False)
class OffBoard(GameError):
    """The cell is not on the board."""

    rules: Rules
    cell: Cell


@dataclass(eq=False)
class CellTaken(WithGame):
    """The cell has a mark."""

    cell: Cell
    by: Mark


class StillWinnable(WithGame):
    """A line can still be completed, so neither player may call the draw."""


class NoSwap(WithGame):
    """X can't be taken now: the game has no swap, or it has gone on."""


class NothingToUndo(WithGame):
    """The requester has made no move."""


class UndoAlreadyAsked(WithGame):
    """The opponent has not answered the last request for an undo."""


class UndoNotYours(WithGame):
    """Only the opponent may answer the request for an undo."""


class PlayerDeleted(WithGame):
    """The opponent had their data deleted, so the game stays as it is and has no rematch."""


@dataclass(eq=False)
class NotYetYours(WithGame):
    """The requester may not end this game before an instant; None: its clock ends it, or a moderator."""

    after: datetime | None


@dataclass(eq=False)
class MustBePlayedOut(WithGame):
    """A player may not end this rated game before an instant; None: while it is their turn, or if it has a clock."""

    after: datetime | None


class HintsInRated(GameError):
    """The game counts for the ratings."""


class StillOn(GameError):
    """The game has not ended, so it has no review."""


class CoachBusy(GameError):
    """Too many requests for the coach are waiting."""


class PuzzleOver(GameError):
    """The day of the puzzle has passed, or the requester has solved it."""


class PuzzleShared(GameError):
    """The requester has shared that puzzle already, or it is too old."""


@dataclass(eq=False)
class PuzzleCellTaken(GameError):
    """The cell of the puzzle has a mark."""

    cell: Cell


class CannotPost(GameError):
    """The bot may not write in the channel in which puzzles are to be posted."""


@dataclass(eq=False)
class NoSuchSeason(GameError):
    """The server has had no season with this number; current is the number of the current one."""

    current: int


@dataclass(eq=False)
class SeasonBegun(GameError):
    """Another member has begun the season; current is the number of the current one."""

    current: int
