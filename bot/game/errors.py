"""An error for each reason to refuse a request, with the data that its sentence needs.

The sentences are in `bot/messages/refusals.py`; a test fails for an error without one. The errors are in this order:
any request, permissions and threads, new games, challenges, blocks, games, the coach, puzzles, seasons.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import ClassVar, dataclass_transform

from bot.game.games import Game, MessageId, Place, UserId
from bot.game.lobby import Challenge, ChallengeAction, Terms
from engine import Cell, Mark, Rules


class Way(Enum):
    """What the requester can do after a refusal, in this place: as the sentence says, or by a button."""

    RETRY = auto()  # the same again, as the sentence says; if it was a form, a button reopens it
    COMMAND = auto()  # the sentence names a command
    LINK = auto()  # the sentence has a link
    PERSON = auto()  # the sentence says who can help
    INSTALL = auto()  # the sentence says how to install the bot
    NEW_GAME = auto()  # a button opens the menu of a new game
    SOLO = auto()  # a button starts a game against the computer


@dataclass_transform(eq_default=False)
class GameError(Exception):
    """A refusal; nothing was changed. Every subclass has a Way to go on.

    Every subclass becomes a dataclass here. Without the decorator, Exception would take any arguments and set no field.
    """

    way: ClassVar[Way]

    def __init_subclass__(cls, *, way: Way | None = None) -> None:
        dataclass(eq=False)(cls)  # contextlib and traceback put errors into sets, which hash them
        if way is not None:
            cls.way = way


class WithGame(GameError):
    """A refusal that names a game."""

    game: Game


class StillDrawing(GameError, way=Way.RETRY):
    """The requester is already waiting for a picture."""


class NotDrawn(GameError, way=Way.RETRY):
    """The worker process that was drawing the picture was lost."""


class ExportedLately(GameError, way=Way.RETRY):
    """The requester has exported their data recently. They may do so again at `again`."""

    again: datetime


class ExportRunning(GameError, way=Way.RETRY):
    """Another user's data is being exported."""


class OutOfDate(GameError, way=Way.COMMAND):
    """The button or command is from another version of the bot."""


class WaitedTooLong(GameError, way=Way.RETRY):
    """The request reached its deadline while it waited for other requests in the channel."""


class TooMuchAtOnce(GameError, way=Way.RETRY):
    """The requester is already waiting for too many answers."""


class TooBusy(GameError, way=Way.RETRY):
    """Too many requests are waiting for the database."""


class ShuttingDown(GameError, way=Way.RETRY):
    """The bot is shutting down."""


class NotInServer(GameError, way=Way.INSTALL):
    """The command works only in servers that have the bot."""


class Permission(Enum):
    """A Discord permission of a member or the bot."""

    MANAGE_SERVER = auto()
    MANAGE_MESSAGES = auto()
    VIEW_CHANNEL = auto()
    SEND_MESSAGES = auto()
    READ_MESSAGE_HISTORY = auto()
    CREATE_PUBLIC_THREADS = auto()
    SEND_MESSAGES_IN_THREADS = auto()
    ATTACH_FILES = auto()


class MissingPermission(GameError, way=Way.PERSON):
    """The requester lacks a permission."""

    permission: Permission


class BotLacksPermissions(GameError, way=Way.COMMAND):
    """The bot may not open a thread in this channel, or may not write in it."""

    permissions: tuple[Permission, ...]


class WhyNoThread(Enum):
    """Why no thread can be opened, apart from missing permissions."""

    ELSEWHERE = auto()  # this isn't a server that has the bot
    OFF = auto()  # the server has turned threads off
    NO_SUCH_CHANNEL = auto()  # voice and stage channels have no threads
    FULL = auto()  # Discord allows no more active threads
    BUSY = auto()  # Discord took too long, perhaps because of its rate limit
    REFUSED = auto()  # Discord gave no reason


class NoThread(GameError, way=Way.COMMAND):
    """No thread can be opened here now."""

    why: WhyNoThread


class BadRules(GameError, way=Way.RETRY):
    """The bot doesn't play by these rules."""


class SizeOutOfRange(BadRules, way=Way.RETRY):
    """A side is shorter or longer than the game allows."""

    m: int
    n: int


class LineTooLong(BadRules, way=Way.RETRY):
    """A line of k marks doesn't fit on the board, or k is below 2."""

    m: int
    n: int
    k: int


class UnreadableNumber(BadRules, way=Way.RETRY):
    """The text in the size form isn't a whole number."""

    text: str


class WhyNotOpponent(Enum):
    """Why a user can't be the opponent."""

    SELF = auto()
    BOT = auto()
    AI_TOO = auto()
    ABSENT = auto()
    KEPT_OUT = auto()  # without the permission to see the channel
    MUTED = auto()  # without the permission to write in it
    ELSEWHERE = auto()


class BadOpponent(GameError, way=Way.NEW_GAME):
    """The user can't be the opponent."""

    why: WhyNotOpponent


class ComputerNotPlaying(GameError, way=Way.RETRY):
    """The computer can't go first in a game between people."""


class TooManyGames(GameError, way=Way.RETRY):
    """The requester has opened too many games recently."""


class ChannelBusy(WithGame, way=Way.SOLO):
    """The channel has a live game. terms are the terms of the refused game, if known."""

    terms: Terms | None = None


class AlreadyPlaying(WithGame, way=Way.LINK):
    """The requester is already playing a game in this channel.

    why_not_end is the refusal to let them end it, if any. terms are the terms of the refused game; None if the game
    would have started from the pressed challenge.
    """

    user: UserId
    why_not_end: GameError | None
    terms: Terms | None = None


class NoSuchChallenge(GameError, way=Way.NEW_GAME):
    """The channel doesn't have the challenge of this button."""


class ChallengeOver(GameError, way=Way.NEW_GAME):
    """The challenge was accepted, declined, canceled or replaced, or has expired. newer is the author's open one."""

    challenge: Challenge
    newer: Challenge | None = None


class AlreadyOffered(GameError, way=Way.LINK):
    """The requester's challenge is open, or the opponent's on the same terms."""

    challenge: Challenge


class NotYourChallenge(GameError, way=Way.NEW_GAME):
    """Only another user may press the button."""

    challenge: Challenge
    action: ChallengeAction
    user: UserId


class DeletionRunning(GameError, way=Way.RETRY):
    """The requester's data is being deleted, so no game of theirs may begin."""


class NobodyThere(GameError, way=Way.NEW_GAME):
    """The opponent has blocked the requester, accepts no challenges or is being deleted. The refusal hides which."""

    opponent: UserId


class HasBlocked(GameError, way=Way.COMMAND):
    """The requester has blocked the opponent."""

    blocked: UserId


class WhyNotBlocked(Enum):
    """Why a user can't be blocked."""

    SELF = auto()
    BOT = auto()


class CannotBlock(GameError, way=Way.COMMAND):
    """The user can't be blocked."""

    why: WhyNotBlocked


class TooManyBlocked(GameError, way=Way.COMMAND):
    """The requester has reached the limit of blocked users."""


class NotBlocked(GameError, way=Way.COMMAND):
    """The requester tried to unblock a user whom they haven't blocked."""

    user: UserId


class NoGame(GameError, way=Way.NEW_GAME):
    """The channel has no game for the request."""


class WhichGame(GameError, way=Way.LINK):
    """The requester has two live games in the channel, and it isn't known in which they acted last.

    Buttons choose between them.
    """

    games: tuple[Game, Game]


class GameElsewhere(GameError, way=Way.LINK):
    """The requester's live game is in another channel of the server. has_more: it isn't the only one."""

    place: Place
    message: MessageId | None
    has_more: bool


class NoSuchGame(GameError, way=Way.COMMAND):
    """The channel has never had a game with this number."""


class GameOver(WithGame, way=Way.NEW_GAME):
    """The game has ended."""


class OldBoard(WithGame, way=Way.LINK):
    """The request is about an earlier state of a game. game is the channel's current game."""


class NotYourGame(WithGame, way=Way.SOLO):
    """The requester doesn't play in this game."""


class NotYourTurn(WithGame, way=Way.RETRY):
    """It is the opponent's turn."""


class ComputerThinking(WithGame, way=Way.RETRY):
    """It is the computer's turn."""


class MovedLast(WithGame, way=Way.RETRY):
    """The requester made the last move of everyone, and may make the next one only from `after` on."""

    after: datetime


class UnreadableCell(GameError, way=Way.RETRY):
    """The text in the move form can't be read as a cell."""

    text: str


class IncompleteCell(GameError, way=Way.RETRY):
    """The move form has only a row or only a column."""

    has_row: bool


class OffBoard(GameError, way=Way.RETRY):
    """The cell is not on the board."""

    rules: Rules
    cell: Cell


class CellTaken(WithGame, way=Way.RETRY):
    """The cell already has a mark."""

    cell: Cell
    mark: Mark


class StillWinnable(WithGame, way=Way.COMMAND):
    """A line can still be completed, so neither player may call the draw."""


class NoSwap(WithGame, way=Way.COMMAND):
    """X can't be taken now: the game has no swap rule, or it is past the first move."""


class NothingToUndo(WithGame, way=Way.COMMAND):
    """The requester has no move to take back."""


class NotYourMove(WithGame, way=Way.COMMAND):
    """Only the user who made the last move of everyone may take it back."""

    user: UserId


class NoResignation(WithGame, way=Way.COMMAND):
    """Nobody may resign for everyone."""


class UndoAlreadyAsked(WithGame, way=Way.LINK):
    """A request for an undo or a draw hasn't been answered: the requester's own, or the opponent's."""

    user: UserId


class UndoDeclined(WithGame, way=Way.RETRY):
    """The opponent has declined to undo the requester's last move."""


class NoDrawOffer(WithGame, way=Way.COMMAND):
    """A draw can be offered only to a person, and only once both players have moved."""


class DrawOfferedLately(WithGame, way=Way.RETRY):
    """The requester may offer a draw again after a number of moves of their own."""

    moves: int


class UndoNotYours(WithGame, way=Way.COMMAND):
    """Only the opponent may answer the undo request."""


class PlayerDeleted(WithGame, way=Way.NEW_GAME):
    """The opponent has deleted their data, so the game can't change and has no rematch."""


class NotYetYours(WithGame, way=Way.RETRY):
    """The requester may end this game only at `after`; if None, only its clock or a moderator can end it."""

    after: datetime | None


class MustBePlayedOut(WithGame, way=Way.COMMAND):
    """A player may end this rated game only at `after`; None on their own turn, or if its clock will end it."""

    after: datetime | None


class HintsInRated(GameError, way=Way.SOLO):
    """Rated games have no hints."""


class StillRunning(GameError, way=Way.COMMAND):
    """Only finished games have reviews."""


class CoachBusy(GameError, way=Way.RETRY):
    """Too many requests are waiting for the coach."""


class PuzzleOver(GameError, way=Way.COMMAND):
    """The requester has solved the puzzle, or its day hasn't come."""


class NoPuzzleLeft(GameError, way=Way.COMMAND):
    """The requester has solved all past puzzles, of one difficulty or of all."""


class PuzzleShared(GameError, way=Way.COMMAND):
    """The requester has already shared this puzzle, or it is too old."""


class PuzzleCellTaken(GameError, way=Way.RETRY):
    """The cell of the puzzle already has a mark."""

    cell: Cell


class CannotPost(GameError, way=Way.RETRY):
    """The bot may not write in the channel for puzzles."""


class NoSuchSeason(GameError, way=Way.COMMAND):
    """The server has never had a season with this number. current is the number of the current season."""

    current: int


class SeasonBegun(GameError, way=Way.COMMAND):
    """Another member has already started the season. current is the number of the current season."""

    current: int
