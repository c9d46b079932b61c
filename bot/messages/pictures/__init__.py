"""Boards as pictures, and games as animated ones. Pillow is loaded where they are drawn: in workers only."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.messages.pictures.layout import View
from bot.messages.styles import Look
from engine import Board, Cell, Rules


@dataclass(frozen=True)
class Order:
    """A picture of a position, or with animated a replay of its moves, those before start at once.

    Shapes: view None is what a phone can show.
    """

    rules: Rules
    plies: bytes  # row and column of each: a worker gets them twenty times as fast as cells
    look: Look
    view: View | None = None
    animated: bool = False
    start: int = 0

    @classmethod
    def of(cls, rules: Rules, plies: Sequence[Cell], look: Look, *, animated: bool = False, start: int = 0) -> "Order":
        """Return the order for a game."""
        return cls(rules, bytes(chain.from_iterable(plies)), look, animated=animated, start=start)

    def showing(self, view: View | None) -> "Order":
        """Return the order for a part of the board."""
        return replace(self, view=view)

    @property
    def board(self) -> Board:
        """The position."""
        return Board.replay(self.rules, [Cell(*place) for place in zip(self.plies[::2], self.plies[1::2], strict=True)])


def drawn(order: Order) -> bytes:
    """Return the picture that was ordered: a PNG, or an animated GIF."""
    from bot.messages.pictures import picture  # noqa: PLC0415 - Pillow takes memory: only workers load it

    if order.animated:
        return picture.replay(order.board, order.look, order.start)
    return picture.picture(order.board, order.look, order.view)
