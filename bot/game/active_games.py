"""A user's active games, and the challenges that await the user: pure values."""

from dataclasses import dataclass
from datetime import datetime

from bot.game.challenges import Challenge
from bot.game.games import DELETED_USER, GameId, Human, MessageId, Place, Player, UserId
from engine import Mark, Rules


@dataclass(frozen=True)
class ActiveGame:
    """A game in a user's list.

    side is the user's side; asked_by is the player who has asked for an undo. deadline belongs to the side to move.
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

    @property
    def asks(self) -> bool:
        """Whether the opponent has asked the user for an undo."""
        return self.asked_by not in (None, DELETED_USER) and self.opponent == Human(self.asked_by)

    @property
    def waits(self) -> bool:
        """Whether the game awaits the user's move or answer."""
        return self.asks or self.is_their_turn

    @property
    def is_their_turn(self) -> bool:
        """Whether it is the user's turn."""
        return not self.is_over and (self.side is Mark.O) == bool(self.plies % 2)


@dataclass(frozen=True)
class ActiveGames:
    """A user's open games, starting with those that await the user, and the challenges that await the user's answer."""

    games: tuple[ActiveGame, ...]
    challenges: tuple[Challenge, ...]
