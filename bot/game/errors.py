"""What the bot refuses to do, each with the facts that its sentence needs; the words are in refusals.py.

GameError
+-- BadRules
|   +-- SizeOutOfRange      m or n outside 2..100
|   +-- LineTooLong         k below 2 or beyond both sides
+-- BadOpponent             yourself, a bot, or both ai and opponent
+-- TooManyGames            the cooldown
+-- ChannelBusy             a game is on in this channel
+-- NoGame                  none was ever played here
+-- NoSuchGame              a game with this number was not played here
+-- NoSuchChallenge         a challenge that is not known here
+-- GameOver                it has ended
+-- OldBoard                the board has changed since that button was drawn
+-- NotYourGame             you don't play in it
+-- NotYourTurn             the other side is to move
+-- ComputerThinking        the computer is to move, and has not yet
+-- UnreadableCell          the text of the move form
+-- OffBoard                the cell is not on the board
+-- CellTaken               the cell has a mark
+-- StillWinnable           somebody can still complete a line
+-- NothingToUndo           you have made no move
+-- PlayerDeleted           the other player's data was deleted
+-- UndoAlreadyAsked        the opponent has not answered yet
+-- UndoNotYours            the question is the opponent's to answer
+-- NotYetYours             neither a player nor a moderator, and the game has not rested
+-- MustBePlayedOut         a player may not end a rated game in which both have moved
+-- ChallengeOver           accepted, declined, cancelled, replaced or run out
+-- NotYourChallenge        that button is somebody else's
+-- StillDrawing            you wait for a picture already
+-- OutOfDate               a button or command from another version of the bot
+-- WaitedTooLong           other requests held the channel until the deadline
+-- ShuttingDown            no new request is taken
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from engine import Cell, Mark, Rules

if TYPE_CHECKING:  # games.py raises these errors, so at run time the import goes the other way
    from bot.game.challenges import Challenge, ChallengeAction
    from bot.game.games import Game, UserId


class GameError(Exception):
    """A refusal; nothing was changed."""


class BadRules(GameError):
    """No game has these rules here."""


@dataclass(eq=False)
class SizeOutOfRange(BadRules):
    """A side is shorter or longer than the game allows."""

    m: int
    n: int


@dataclass(eq=False)
class LineTooLong(BadRules):
    """K marks in a row can't be."""

    m: int
    n: int
    k: int


class Why(Enum):
    """Why somebody can't be the opponent."""

    SELF = auto()
    BOT = auto()
    AI_TOO = auto()
    ELSEWHERE = auto()


@dataclass(eq=False)
class BadOpponent(GameError):
    """The opponent can't be played."""

    why: Why


@dataclass(eq=False)
class TooManyGames(GameError):
    """This person opened too many games lately."""


@dataclass(eq=False)
class ChannelBusy(GameError):
    """A game is on in this channel."""

    game: Game


@dataclass(eq=False)
class NoGame(GameError):
    """No game was ever played in this channel."""


@dataclass(eq=False)
class NoSuchGame(GameError):
    """No game with this number was played in this channel."""


@dataclass(eq=False)
class NoSuchChallenge(GameError):
    """The channel has no challenge that this button could belong to."""


@dataclass(eq=False)
class GameOver(GameError):
    """The game has ended."""

    game: Game


@dataclass(eq=False)
class OldBoard(GameError):
    """The button belongs to a position that is gone; game is the channel's current one."""

    game: Game


@dataclass(eq=False)
class NotYourGame(GameError):
    """The person doesn't play in this game."""

    game: Game


@dataclass(eq=False)
class NotYourTurn(GameError):
    """The other side is to move."""

    game: Game


@dataclass(eq=False)
class ComputerThinking(GameError):
    """The computer is to move."""

    game: Game


@dataclass(eq=False)
class UnreadableCell(GameError):
    """The text names no cell."""

    text: str


@dataclass(eq=False)
class OffBoard(GameError):
    """The cell is not on the board."""

    rules: Rules
    cell: Cell


@dataclass(eq=False)
class CellTaken(GameError):
    """The cell has a mark."""

    game: Game
    cell: Cell
    by: Mark


@dataclass(eq=False)
class StillWinnable(GameError):
    """Somebody can still complete a line, so nobody may call the draw."""

    game: Game


@dataclass(eq=False)
class NothingToUndo(GameError):
    """The person has made no move."""

    game: Game


@dataclass(eq=False)
class PlayerDeleted(GameError):
    """The other player had their data deleted, so the game stays as it is and has no rematch."""

    game: Game


@dataclass(eq=False)
class UndoAlreadyAsked(GameError):
    """The opponent has the question before them."""

    game: Game


@dataclass(eq=False)
class UndoNotYours(GameError):
    """Only the opponent may answer the question."""

    game: Game


@dataclass(eq=False)
class NotYetYours(GameError):
    """The person may not end this game before an instant."""

    game: Game
    after: datetime


@dataclass(eq=False)
class MustBePlayedOut(GameError):
    """A player may not end this rated game before an instant, or (after None) while it is their turn."""

    game: Game
    after: datetime | None


@dataclass(eq=False)
class ChallengeOver(GameError):
    """The challenge can't be answered any more."""

    challenge: Challenge


@dataclass(eq=False)
class NotYourChallenge(GameError):
    """The challenge has no such button for this person."""

    challenge: Challenge
    action: ChallengeAction
    user: UserId


@dataclass(eq=False)
class StillDrawing(GameError):
    """This person waits for a picture already."""


@dataclass(eq=False)
class OutOfDate(GameError):
    """The button or command is from another version of the bot."""


@dataclass(eq=False)
class WaitedTooLong(GameError):
    """Other requests in the channel took until this one's deadline."""


@dataclass(eq=False)
class ShuttingDown(GameError):
    """The bot is about to stop."""


Refusal: TypeAlias = (  # every error that is raised, so that a match over them can be exhaustive
    SizeOutOfRange
    | LineTooLong
    | BadOpponent
    | TooManyGames
    | ChannelBusy
    | NoGame
    | NoSuchGame
    | NoSuchChallenge
    | GameOver
    | OldBoard
    | NotYourGame
    | NotYourTurn
    | ComputerThinking
    | UnreadableCell
    | OffBoard
    | CellTaken
    | PlayerDeleted
    | StillWinnable
    | NothingToUndo
    | UndoAlreadyAsked
    | UndoNotYours
    | NotYetYours
    | MustBePlayedOut
    | ChallengeOver
    | NotYourChallenge
    | StillDrawing
    | WaitedTooLong
    | OutOfDate
    | ShuttingDown
)
