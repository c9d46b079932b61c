"""Refusals that have to do with whom somebody wants to meet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.game.errors.base import GameError

if TYPE_CHECKING:  # as in opening
    from bot.game.games import UserId


@dataclass(eq=False)
class NobodyThere(GameError):
    """The other person has blocked this one, or takes no challenges: the refusal doesn't tell which, nor who."""


@dataclass(eq=False)
class HasBlocked(GameError):
    """The person wants to play somebody whom they have blocked themselves."""

    blocked: UserId


class Unblockable(Enum):
    """Why somebody can't be blocked."""

    SELF = auto()
    BOT = auto()


@dataclass(eq=False)
class CannotBlock(GameError):
    """The person can't be blocked."""

    why: Unblockable


@dataclass(eq=False)
class TooManyBlocked(GameError):
    """The person has blocked as many people as they may."""


@dataclass(eq=False)
class NotBlocked(GameError):
    """The person has not blocked whom they want to unblock."""

    user: UserId


@dataclass(eq=False)
class NoSuchSeason(GameError):
    """The server has had no season with this number; current is that of the current one."""

    current: int


@dataclass(eq=False)
class SeasonBegun(GameError):
    """The season has begun already; current is the number of the current one."""

    current: int
