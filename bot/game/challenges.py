"""Challenges: offers of a game to a member or to anyone, as pure values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.game.errors import NotYourChallenge
from bot.game.games import ChannelId, Format, Game, Human, InteractionId, MessageId, Opening, Place, Player, UserId
from engine import Mark

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
    """The terms of a challenge; opponent None: anyone may join; author_side None: a coin toss decides."""

    place: Place
    format: Format
    author: UserId
    opponent: UserId | None
    at: datetime
    author_side: Mark | None = Mark.X
    interaction: InteractionId | None = None
    thread: bool = False  # whether the game gets a thread of its own

    def taken_by(
        self,
        player: Player,
        now: datetime,
        interaction: InteractionId | None,
        tossed: Mark = Mark.X,
        thread: Place | None = None,
    ) -> Opening:
        """Return the game that begins when a player accepts.

        Shapes: tossed is the author's side after a coin toss; thread is where the game is played, if it gets one.
        """
        author = Human(self.author)
        x, o = (author, player) if (self.author_side or tossed) is Mark.X else (player, author)
        return Opening(thread or self.place, self.format, x, o, now, interaction)


@dataclass(frozen=True)
class Challenge:
    """An offer with its state. It reserves nothing and expires after CHALLENGE_LASTS."""

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
        """The instant from which it can't be accepted any more."""
        return self.offer.at + CHALLENGE_LASTS

    @property
    def channels(self) -> tuple[ChannelId, ...]:
        """Where its game may be: in its channel, or in a thread, which has the id of the message that shows it."""
        here = self.offer.place.channel
        return (here,) if self.message is None else (here, ChannelId(self.message))

    def seen_at(self, now: datetime) -> "Challenge":
        """Return the challenge at an instant: expired, if it was open for too long."""
        if self.state is ChallengeState.OPEN and now >= self.expires:
            return replace(self, state=ChallengeState.EXPIRED)
        return self


def check_answer(challenge: Challenge, user: UserId, action: ChallengeAction) -> None:
    """Refuse a user who may not start the game of a challenge.

    Raises NotYourChallenge.
    """
    author, opponent = challenge.offer.author, challenge.offer.opponent
    if action is ChallengeAction.COMPUTER:
        may = user == author and opponent is None
    else:
        may = user != author and opponent in (None, user)
    if not may:
        raise NotYourChallenge(challenge, action, user)


def again(game: Game, user: UserId, now: datetime, interaction: InteractionId | None, *, swaps_sides: bool) -> Offer:
    """Return a player's offer of a rematch; swaps_sides: the other player makes the first mark."""
    side = game.side(user)
    author_side = Mark.O if (side is game.began) is swaps_sides else Mark.X
    return Offer(game.place, game.format, user, game.player(side.other).id, now, author_side, interaction)
