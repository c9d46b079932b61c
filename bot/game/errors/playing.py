"""Refusals in a game that was begun."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from bot.game.errors.base import GameError
from engine import Cell, Mark, Rules

if TYPE_CHECKING:  # these modules raise the errors, so at run time the import goes the other way
    from bot.game.games import Game


@dataclass(eq=False)
class NoGame(GameError):
    """No game was ever played in this channel."""


@dataclass(eq=False)
class NoSuchGame(GameError):
    """No game with this number was played in this channel."""


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
class NoSwap(GameError):
    """Nobody can take X now: the game has no swap, or it has gone on."""

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
    """The person may not end this game before an instant; None: its clock ends it, or a moderator."""

    game: Game
    after: datetime | None


@dataclass(eq=False)
class MustBePlayedOut(GameError):
    """A player may not end this rated game before an instant; None: while it is their turn, or if it has a clock."""

    game: Game
    after: datetime | None
