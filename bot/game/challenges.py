"""Challenges: offers of a game to a member or to anyone. Pure values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.game.games import Human, InteractionId, MessageId, Opening, Place, Player, UserId
from engine import Mark, Rules

ChallengeId = NewType("ChallengeId", int)

CHALLENGE_LASTS = timedelta(minutes=15)


class ChallengeState(StrEnum):
    """What became of a challenge."""

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
    """A challenge that is about to be made; opponent None: anyone may join; author_side None: a coin toss decides."""

    place: Place
    rules: Rules
    author: UserId
    opponent: UserId | None
    at: datetime
    author_side: Mark | None = Mark.X
    interaction: InteractionId | None = None
    pace: timedelta | None = None


@dataclass(frozen=True)
class Challenge:
    """An offer with its state. It reserves nothing and expires after CHALLENGE_LASTS."""

    id: ChallengeId
    offer: Offer
    state: ChallengeState = ChallengeState.OPEN
    message: MessageId | None = None

    @property
    def expires(self) -> datetime:
        """The instant from which on nobody can accept it any more."""
        return self.offer.at + CHALLENGE_LASTS

    def seen_at(self, now: datetime) -> "Challenge":
        """Return it as it stands at an instant: expired, when its time is over."""
        if self.state is ChallengeState.OPEN and now >= self.expires:
            return replace(self, state=ChallengeState.EXPIRED)
        return self

    def accepted_by(
        self, player: Player, now: datetime, interaction: InteractionId | None, tossed: Mark = Mark.X
    ) -> Opening:
        """Return the game that begins when a player takes it up; tossed is the author's side by a coin toss."""
        offer, author = self.offer, Human(self.offer.author)
        x, o = (author, player) if (offer.author_side or tossed) is Mark.X else (player, author)
        return Opening(offer.place, offer.rules, x, o, at=now, interaction=interaction, pace=offer.pace)
