"""Challenges: offers of a game to a member or to anyone. Pure values."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.game.errors import NotYourChallenge
from bot.game.games import Game, Human, InteractionId, MessageId, Opening, Place, Player, UserId
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
    locale: str | None = None  # the language of the challenge and its game, as in Game
    thread: bool = False  # whether the game gets a thread of its own
    swap: bool = False
    best_of: int | None = None  # games of a series


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
        return self.offer.locale

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
        self,
        player: Player,
        now: datetime,
        interaction: InteractionId | None,
        tossed: Mark = Mark.X,
        thread: Place | None = None,
    ) -> Opening:
        """Return the game that begins when a player takes it up.

        Shapes: tossed is the author's side by a coin toss; thread is where it is played if not where it was offered.
        """
        offer, author = self.offer, Human(self.offer.author)
        x, o = (author, player) if (offer.author_side or tossed) is Mark.X else (player, author)
        return Opening(
            thread or offer.place,
            offer.rules,
            x,
            o,
            at=now,
            interaction=interaction,
            pace=offer.pace,
            locale=offer.locale,
            swap=offer.swap,
            best_of=offer.best_of,
        )


def check_answer(challenge: Challenge, user: UserId, action: ChallengeAction) -> None:
    """Refuse to start the game of a challenge to whoever may not.

    Raises
    ------
    NotYourChallenge
    """
    author, opponent = challenge.offer.author, challenge.offer.opponent
    if action is ChallengeAction.COMPUTER:
        may = user == author and opponent is None
    else:
        may = user != author and opponent in (None, user)
    if not may:
        raise NotYourChallenge(challenge, action, user)


def offered_again(  # noqa: PLR0913, PLR0917 - who, when, by what and how it is said
    game: Game, user: UserId, opponent: UserId, now: datetime, interaction: InteractionId | None, locale: str | None
) -> Offer:
    """Return the challenge to a rematch, in which the other one makes the first mark."""
    return Offer(
        game.place,
        game.rules,
        user,
        opponent,
        now,
        Mark.O if game.side(user) is game.began else Mark.X,
        interaction,
        game.clock and game.clock.pace,
        locale,
        swap=game.has_swap,
        best_of=game.series and game.series.best_of,
    )


def again(
    game: Game, now: datetime, interaction: InteractionId | None, locale: str | None, *, swaps_sides: bool
) -> Opening:
    """Return the same game against the computer once more; swaps_sides: the other one makes the first mark."""
    first, second = game.player(game.began), game.player(game.began.other)
    x, o = (second, first) if swaps_sides else (first, second)
    return Opening(
        game.place,
        game.rules,
        x,
        o,
        now,
        interaction,
        pace=game.clock and game.clock.pace,
        locale=locale,
        swap=game.has_swap,
        best_of=game.series and game.series.best_of,
    )
