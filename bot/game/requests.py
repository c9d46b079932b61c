"""What a request asks of the registry, and what came of it. Pure values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import NamedTuple

from bot.game.challenges import Challenge, Offer
from bot.game.choices import Preferences
from bot.game.clock import Pace
from bot.game.errors import BadOpponent, ComputerNotPlaying, Unplayable
from bot.game.games import ChannelId, Format, Game, GameId, InteractionId, Level, Place, UserId
from engine import Mark, Rules
from engine.players import Choice


class Event(Enum):
    """What a request did to a game, as far as the message about it differs."""

    STARTED = auto()
    PLAYED = auto()  # a move, or an ending: the board and its status line say the rest
    TAKEN_BACK = auto()
    SWAPPED = auto()
    UNDO_ASKED = auto()
    UNDO_ALLOWED = auto()
    SHOWN = auto()


class Update(NamedTuple):
    """What a request did: the game before and after it, what happened, by whom, and the computer's reply.

    ended is the game that had to end for a new one.
    """

    before: Game
    game: Game
    event: Event
    by: UserId
    choice: Choice | None = None
    ended: "Update | None" = None


@dataclass(frozen=True)
class NewChallenge:
    """A new challenge, the open one of the same author and channel that it replaces, and the game that ended for it."""

    challenge: Challenge
    replaced: Challenge | None
    ended: Update | None = None


class Begun(NamedTuple):
    """A new game, and what its players prefer, as far as they have chosen anything."""

    game: Game
    preferences: Mapping[UserId, Preferences]


class Target(NamedTuple):
    """The game a request is about: the channel's current one, or the one a button was drawn for, at its ply.

    interaction is the one that asks: whatever it changes, it changes once, however often it arrives. age says how long
    ago it was made, by Discord's clock.
    """

    channel: ChannelId
    game: GameId | None = None
    ply: int | None = None
    interaction: InteractionId | None = None
    age: timedelta = timedelta(0)


class First(StrEnum):
    """Who makes the first move, as the author of a game says it."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"
    COMPUTER = "computer"

    @property
    def author_side(self) -> Mark | None:
        """The author's side: X moves first. None: a coin toss decides."""
        if self is First.RANDOM:
            return None
        return Mark.X if self is First.ME else Mark.O


@dataclass(frozen=True)
class Terms:
    """What somebody wants to play, against the computer, a member or (neither) anyone, and who goes first.

    swap says whether the other player may take X after its first mark. best_of is how many games a series has at most.
    """

    rules: Rules
    level: Level | None = None
    opponent: UserId | None = None
    first: First = First.ME
    pace: Pace | None = None
    thread: bool = False  # in a thread of its own
    swap: bool = False
    best_of: int | None = None


@dataclass(frozen=True)
class End:
    """A game of one's own that is to end for a new one, and whether its player moderates."""

    game: GameId
    moderates: bool


@dataclass(frozen=True)
class Wish:
    """A request to begin a game that speaks a language."""

    place: Place
    author: UserId
    terms: Terms
    interaction: InteractionId | None = None
    end: End | None = None
    locale: str | None = None

    def offer(self, now: datetime, pace: timedelta | None) -> Offer:
        """Return the challenge, or what the computer takes up at once."""
        terms = self.terms
        played = Format(terms.rules, pace, terms.swap, terms.best_of, self.locale)
        side = terms.first.author_side
        return Offer(self.place, played, self.author, terms.opponent, now, side, self.interaction, terms.thread)


def check_terms(terms: Terms, author: UserId) -> None:
    """Refuse a game that nobody can play.

    Raises BadOpponent, ComputerNotPlaying.
    """
    if terms.opponent == author:
        raise BadOpponent(Unplayable.SELF)
    if terms.opponent is not None and terms.level is not None:
        raise BadOpponent(Unplayable.AI_TOO)
    if terms.level is None and terms.first is First.COMPUTER:
        raise ComputerNotPlaying
