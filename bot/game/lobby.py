"""The terms of new games, and challenges to a member or to anyone: pure values."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NewType

from bot.game.games import (
    DELETED_USER,
    ChannelId,
    Format,
    Game,
    Human,
    InteractionId,
    Level,
    MessageId,
    Place,
    Player,
    UserId,
)
from engine import Mark

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
    """The terms of a new game: against the computer (level), a member (opponent) or, with neither, anyone."""

    format: Format
    level: Level | None = None
    opponent: UserId | None = None
    first: First = First.ME
    thread: bool = False  # in its own thread
    together: bool = False  # everyone in the channel plays the computer

    def with_format(self, **changes: Any) -> "Terms":
        """Return the terms with some fields of the format changed."""
        return replace(self, format=replace(self.format, **changes))


class ChallengeState(StrEnum):
    """Whether a challenge is open, and how it ended."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    REPLACED = "replaced"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"  # the two players have started another game there


class ChallengeAction(StrEnum):
    """What a button on a challenge does."""

    ACCEPT = "accept"
    DECLINE = "decline"
    CANCEL = "cancel"
    JOIN = "join"
    COMPUTER = "computer"
    AGAIN = "again"  # challenge again, after it was declined or has expired

    @property
    def starts_game(self) -> bool:
        return self in (ChallengeAction.ACCEPT, ChallengeAction.JOIN, ChallengeAction.COMPUTER)


@dataclass(frozen=True)
class Offer:
    """The terms of a challenge. If opponent is None, anyone may join. If author_side is None, a coin toss decides.

    is_rematch changes only the words of a new challenge, so it isn't stored.
    """

    place: Place
    format: Format
    author: UserId
    opponent: UserId | None
    at: datetime
    author_side: Mark | None = Mark.X
    interaction: InteractionId | None = None
    thread: bool = False  # whether the game gets its own thread
    is_rematch: bool = field(default=False, compare=False)

    def coincides(self, other: "Offer") -> bool:
        """Return whether another offer in the channel is the same, or another user's that this one would accept.

        Offers of two users may differ in who goes first, because by default each author does.
        """
        mine, its = ((replace(o.format, locale=None), o.thread, o.author_side is None) for o in (self, other))
        is_same = (self.author, self.opponent, self.author_side) == (other.author, other.opponent, other.author_side)
        accepts = self.author != other.author and other.opponent in (None, self.author)
        return mine == its and (is_same or (accepts and self.opponent in (other.author, other.opponent)))

    def again(self, user: UserId) -> Terms | None:
        """Return the terms on which a user may offer the game again, with the same sides; None if they may not.

        Anyone may repeat an offer to anyone, as their own.
        """
        is_own = user == self.author or self.opponent is None
        if not is_own and user != self.opponent:
            return None
        side = self.author_side if is_own or self.author_side is None else self.author_side.other
        first = {None: First.RANDOM, Mark.X: First.ME, Mark.O: First.OPPONENT}[side]
        return Terms(self.format, None, self.opponent if is_own else self.author, first, self.thread)

    def accepted_by(
        self,
        player: Player,
        now: datetime,
        interaction: InteractionId | None,
        tossed: Mark = Mark.X,
        thread: Place | None = None,
    ) -> Game:
        """Return the game that begins when a player accepts.

        tossed is the author's side by a coin toss; thread is the thread of the game, if it gets one.
        """
        x, o = seats(Human(self.author), player, self.author_side or tossed)
        return Game.new(thread or self.place, self.format, x, o, now, interaction)


def seats(author: Human, other: Player, side: Mark) -> tuple[Player, Player]:
    """Return the players of X and O, if the author plays a side."""
    return (author, other) if side is Mark.X else (other, author)


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
    def is_deleted(self) -> bool:
        """Whether the data of one of its players was deleted."""
        return DELETED_USER in (self.offer.author, self.offer.opponent)

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
    opponent = game.player(side.other).id
    return Offer(game.place, game.format, game.seat(user), opponent, now, author_side, interaction, is_rematch=True)
