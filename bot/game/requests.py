"""Requests to the registry and their results: pure values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, NamedTuple

from bot.game.errors import (
    BadOpponent,
    ComputerNotPlaying,
    MissingPermission,
    NotYourChallenge,
    Permission,
    WhyNotOpponent,
)
from bot.game.games import (
    DELETED_USER,
    ChannelId,
    Game,
    GameId,
    Human,
    InteractionId,
    MessageId,
    Place,
    Player,
    UserId,
)
from bot.game.lobby import Challenge, ChallengeAction, First, Terms
from engine import Mark, Rules
from engine.players import Choice


class Event(Enum):
    """The effect of a request on a game. Each has its own message."""

    STARTED = auto()
    PLAYED = auto()  # a move or an end, as the board shows
    TAKEN_BACK = auto()
    SWAPPED = auto()
    UNDO_ASKED = auto()
    UNDO_ALLOWED = auto()
    DRAW_OFFERED = auto()
    DRAW_AGREED = auto()
    SHOWN = auto()


class Update(NamedTuple):
    """The result of a request.

    before and game are the game before and after it. by is the requester or, if there is none, one of the players; the
    board doesn't ping them. choice is the computer's reply. ended is the end of another game that this one replaces.
    closed are the challenges between the players that a new game closed.
    """

    before: Game
    game: Game
    event: Event
    by: UserId
    choice: Choice | None = None
    ended: "Update | None" = None
    closed: tuple[Challenge, ...] = ()


@dataclass(frozen=True)
class NewChallenge:
    """A new challenge, and the author's older challenge or game that it replaces."""

    challenge: Challenge
    replaced: Challenge | None
    ended: Update | None = None


class Target(NamedTuple):
    """Who makes a request, where, and the game that it is about.

    game is the game of the pressed button; None means the user's current game there. A new game ends it first. moves is
    how many moves the board had when the button was drawn; None accepts a button of any age. interaction identifies the
    request, so that it is carried out only once. age is how long ago the user made the request. lacks is the permission
    to write there, if the user lacks it: then they don't play in a game of everyone.
    """

    user: UserId
    place: Place
    game: GameId | None = None
    moves: int | None = None
    interaction: InteractionId | None = None
    age: timedelta = timedelta(0)
    lacks: Permission | None = None

    @property
    def channel(self) -> ChannelId:
        """The channel of the request."""
        return self.place.channel


@dataclass(frozen=True)
class ActiveGame:
    """A game in a user's list.

    side is the user's side; asked_by is the player who has asked for an undo or, with offers_draw, a draw. deadline
    belongs to the side to move.
    """

    id: GameId
    place: Place
    rules: Rules
    side: Mark
    opponent: Player
    plies: int
    is_over: bool
    touched: datetime
    deadline: datetime | None
    message: MessageId | None
    asked_by: UserId | None
    offers_draw: bool = False

    @property
    def awaits_answer(self) -> bool:
        """Whether the opponent has asked the user for an undo or a draw."""
        return self.asked_by not in (None, DELETED_USER) and self.opponent == Human(self.asked_by)

    @property
    def awaits_user(self) -> bool:
        """Whether the game awaits the user's move or answer."""
        return self.awaits_answer or self.is_their_turn

    @property
    def is_their_turn(self) -> bool:
        """Whether it is the user's turn."""
        return not self.is_over and (self.side is Mark.O) == bool(self.plies % 2)


@dataclass(frozen=True)
class ActiveGames:
    """A user's open games, starting with those that await the user, and the challenges that await the user's answer."""

    games: tuple[ActiveGame, ...]
    challenges: tuple[Challenge, ...]


class ExportPart(NamedTuple):
    """Rows of a data export, ready for JSON, and the name of their list. Parts with the same name are consecutive."""

    name: str
    rows: Sequence[Mapping[str, Any]]


def check_may_write(game: Game, target: Target) -> None:
    """Refuse a user who may not write in the channel of a game of everyone. Raises MissingPermission."""
    if game.is_together and target.lacks:
        raise MissingPermission(target.lacks)


def check_terms(terms: Terms, author: UserId) -> None:
    """Refuse terms without a possible opponent. Raises BadOpponent, ComputerNotPlaying."""
    if terms.opponent == author:
        raise BadOpponent(WhyNotOpponent.SELF)
    if terms.opponent is not None and terms.level is not None:
        raise BadOpponent(WhyNotOpponent.AI_TOO)
    if terms.level is None and terms.first is First.COMPUTER:
        raise ComputerNotPlaying


def check_answer(challenge: Challenge, user: UserId, action: ChallengeAction) -> None:
    """Refuse a user whose action may not start the game of a challenge. Raises NotYourChallenge."""
    author, opponent = challenge.offer.author, challenge.offer.opponent
    if action is ChallengeAction.COMPUTER:
        is_allowed = user == author and opponent is None
    else:
        starts = action in (ChallengeAction.ACCEPT, ChallengeAction.JOIN)
        is_allowed = starts and user != author and opponent in (None, user)
    if not is_allowed:
        raise NotYourChallenge(challenge, action, user)
