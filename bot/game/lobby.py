"""The terms of new games, and challenges to a member or to anyone: pure values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.game.clocks import Pace
from bot.game.games import (
    ChannelId,
    Format,
    Game,
    Human,
    InteractionId,
    Level,
    MessageId,
    NewGame,
    Place,
    Player,
    UserId,
)
from engine import Mark, Rules

ChallengeId = NewType("ChallengeId", int)

CHALLENGE_LASTS = timedelta(minutes=15)


class First(StrEnum):
    """The player who makes the first move, from the author's point of view."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"
    COMPUTER = "computer"

    @property
    def author_side(self) -> Mark | None:
        """The author's side; None if a coin toss decides."""
        if self is First.RANDOM:
            return None
        return Mark.X if self is First.ME else Mark.O


@dataclass(frozen=True)
class Terms:
    """The terms of a new game: against the computer (level), a member (opponent) or, with neither, anyone.

    swap: the second player may take X after the first mark. best_of is the length of a series.
    """

    rules: Rules
    level: Level | None = None
    opponent: UserId | None = None
    first: First = First.ME
    pace: Pace | None = None
    thread: bool = False  # in its own thread
    swap: bool = False
    best_of: int | None = None

    def format(self, pace: timedelta | None, locale: str | None) -> Format:
        """Return the format of the game, in the language of its public messages."""
        return Format(self.rules, pace, self.swap, self.best_of, locale)


class ChallengeState(StrEnum):
    """Whether a challenge is open, and how it ended."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    EXPIRED = "expired"


class ChallengeAction(StrEnum):
    """What a button on a challenge does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    JOIN = "join"
    COMPUTER = "computer"


@dataclass(frozen=True)
class Offer:
    """The terms of a challenge. If opponent is None, anyone may join. If author_side is None, a coin toss decides."""

    place: Place
    format: Format
    author: UserId
    opponent: UserId | None
    at: datetime
    author_side: Mark | None = Mark.X
    interaction: InteractionId | None = None
    thread: bool = False  # whether the game gets its own thread

    def accepted_by(
        self,
        player: Player,
        now: datetime,
        interaction: InteractionId | None,
        tossed: Mark = Mark.X,
        thread: Place | None = None,
    ) -> NewGame:
        """Return the game that begins when a player accepts.

        tossed is the author's side by a coin toss; thread is the thread of the game, if it gets one.
        """
        author = Human(self.author)
        x, o = (author, player) if (self.author_side or tossed) is Mark.X else (player, author)
        return NewGame(thread or self.place, self.format, x, o, now, interaction)


@dataclass(frozen=True)
class Challenge:
    """An offer and its state. It doesn't reserve the channel, and expires after CHALLENGE_LASTS."""

    id: ChallengeId
    offer: Offer
    state: ChallengeState = ChallengeState.OPEN
    message: MessageId | None = None

    @property
    def locale(self) -> str | None:
        """The language of the challenge and of its game."""
        return self.offer.format.locale

    @property
    def expires(self) -> datetime:
        """When the challenge expires."""
        return self.offer.at + CHALLENGE_LASTS

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """The channels where its game may be: its own, or the thread of its message, which has the message's id."""
        here = self.offer.place.channel
        return (here,) if self.message is None else (here, ChannelId(self.message))

    def as_of(self, now: datetime) -> "Challenge":
        """Return the challenge in its state at an instant."""
        if self.state is ChallengeState.OPEN and now >= self.expires:
            return replace(self, state=ChallengeState.EXPIRED)
        return self


def rematch_offer(
    game: Game, user: UserId, now: datetime, interaction: InteractionId | None, *, swaps_sides: bool
) -> Offer:
    """Return a player's offer of a rematch. swaps_sides: the other player makes the first mark."""
    side = game.side(user)
    author_side = Mark.O if (side is game.first_side) is swaps_sides else Mark.X
    return Offer(game.place, game.format, user, game.player(side.other).id, now, author_side, interaction)
