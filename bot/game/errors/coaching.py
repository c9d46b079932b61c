"""Refusals of the coach."""

from dataclasses import dataclass

from bot.game.errors.base import GameError
from engine import Cell


@dataclass(eq=False)
class HintsInRated(GameError):
    """The game counts for the ratings."""


@dataclass(eq=False)
class StillOn(GameError):
    """The game has not ended, so it has no review."""


@dataclass(eq=False)
class CoachBusy(GameError):
    """Too many ask the coach at once."""


@dataclass(eq=False)
class PuzzleOver(GameError):
    """The day of the puzzle has passed, or this person has solved it."""


@dataclass(eq=False)
class PuzzleCellTaken(GameError):
    """The cell of the puzzle has a mark."""

    cell: Cell


@dataclass(eq=False)
class CannotPost(GameError):
    """The bot may not write in this channel."""
