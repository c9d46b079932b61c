"""The games and questions that wait for a user, and the export of a user's data: pure values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from bot.game.challenges import Challenge
from bot.game.games import DELETED_USER, GameId, Human, MessageId, Place, Player, UserId
from engine import Mark, Rules


@dataclass(frozen=True)
class OpenGame:
    """A game in somebody's list, which has no need of its plies.

    side is theirs; asked_by is who asks to take moves back. deadline is that of the side to move.
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
        """Whether the opponent waits for an answer."""
        return self.asked_by not in (None, DELETED_USER) and self.opponent == Human(self.asked_by)

    @property
    def waits(self) -> bool:
        """Whether something waits for the person: their move, or their answer."""
        return self.asks or self.is_their_turn

    @property
    def is_their_turn(self) -> bool:
        """Whether it is the person's turn."""
        return not self.is_over and (self.side is Mark.O) == bool(self.plies % 2)


@dataclass(frozen=True)
class Agenda:
    """What somebody plays, with what waits for them first, and which challenges wait for their answer."""

    games: tuple[OpenGame, ...]
    challenges: tuple[Challenge, ...]


class Part(NamedTuple):
    """Some rows of an export, as JSON takes them, and what they are; all parts with one name follow each other."""

    name: str
    rows: Sequence[Mapping[str, Any]]
