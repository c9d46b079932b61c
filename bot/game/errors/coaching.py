"""Refusals of the coach."""

from dataclasses import dataclass

from bot.game.errors.base import GameError


@dataclass(eq=False)
class HintsInRated(GameError):
    """The game counts for the ratings."""


@dataclass(eq=False)
class StillOn(GameError):
    """The game has not ended, so it has no review."""


@dataclass(eq=False)
class CoachBusy(GameError):
    """Too many ask the coach at once."""
