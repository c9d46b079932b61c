"""Refusals of new games and challenges."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.game.errors.base import GameError

if TYPE_CHECKING:  # these modules raise the errors, so at run time the import goes the other way
    from bot.game.challenges import Challenge, ChallengeAction
    from bot.game.games import Game, UserId
    from bot.game.requests import Terms


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


@dataclass(eq=False)
class UnreadableNumber(BadRules):
    """The text is no whole number."""

    text: str


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
class ComputerNotPlaying(GameError):
    """The computer can't go first in a game between people."""


@dataclass(eq=False)
class TooManyGames(GameError):
    """This person opened too many games lately."""


@dataclass(eq=False)
class ChannelBusy(GameError):
    """A game is on in this channel. terms are those of the new game, where they are known."""

    game: Game
    terms: Terms | None = None


@dataclass(eq=False)
class AlreadyPlaying(GameError):
    """The person plays a game in this channel already. why_not_end says why they may not end it, None: they may.

    terms are those of the new game; None: it was to begin by the challenge that was pressed.
    """

    game: Game
    user: UserId
    why_not_end: GameError | None
    terms: Terms | None = None


@dataclass(eq=False)
class NoSuchChallenge(GameError):
    """The channel has no challenge that this button could belong to."""


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
