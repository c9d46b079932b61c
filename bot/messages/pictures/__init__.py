"""Pictures of boards, and GIFs of games. Only the workers that draw them load Pillow."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from bot.messages.pictures.layout import View
from bot.messages.styles import Look
from engine import Board, Cell, Rules


def packed(plies: Sequence[Cell]) -> bytes:
    """Return a row and a column byte for each ply, which pickle twenty times as fast as cells."""
    return bytes(chain.from_iterable(plies))


@dataclass(frozen=True)
class Order:
    """A picture to draw: of a position or, if animated, of its moves, with those before start at once.

    view is by default what a phone can show. A small picture is a thumbnail.
    """

    rules: Rules
    plies: bytes  # as packed
    look: Look
    view: View | None = None
    animated: bool = False
    start: int = 0
    is_small: bool = False

    @property
    def board(self) -> Board:
        """The position."""
        return Board.replay(self.rules, [Cell(*place) for place in zip(self.plies[::2], self.plies[1::2], strict=True)])


def render(order: Order) -> bytes:
    """Draw a picture, and return it as PNG, or as GIF if animated. Runs in a worker."""
    from bot.messages.pictures import picture  # noqa: PLC0415 - only workers load Pillow, which takes memory

    if order.animated:
        return picture.replay(order.board, order.look, order.start)
    return picture.picture(order.board, order.look, order.view, picture.SMALL_CELL if order.is_small else None)
