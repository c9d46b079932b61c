"""Pictures of boards, and GIFs of games. Only the workers that draw them load Pillow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from bot.messages.pictures.layout import View
from bot.messages.styles import Look
from engine import Board, Cell, Rules


@dataclass(frozen=True)
class Order:
    """A picture to draw: of a position or, if animated, of its moves, with those before start at once.

    Shapes: view is by default what a phone can show.
    """

    rules: Rules
    plies: bytes  # a row and a column byte each, which pickle twenty times as fast as cells
    look: Look
    view: View | None = None
    animated: bool = False
    start: int = 0

    @classmethod
    def of(cls, rules: Rules, plies: Sequence[Cell], look: Look, *, animated: bool = False, start: int = 0) -> "Order":
        """Return the order for the picture of a game."""
        return cls(rules, bytes(chain.from_iterable(plies)), look, animated=animated, start=start)

    def with_view(self, view: View | None) -> "Order":
        """Return the order for another part of the board."""
        return replace(self, view=view)

    @property
    def board(self) -> Board:
        """The position."""
        return Board.replay(self.rules, [Cell(*place) for place in zip(self.plies[::2], self.plies[1::2], strict=True)])


def render(order: Order) -> bytes:
    """Draw a picture, and return it as PNG, or as GIF if animated. Runs in a worker."""
    from bot.messages.pictures import picture  # noqa: PLC0415 - only workers load Pillow, which takes memory

    if order.animated:
        return picture.replay(order.board, order.look, order.start)
    return picture.picture(order.board, order.look, order.view)
