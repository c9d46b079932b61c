"""Pictures as orders that a worker process can take: whoever makes an order doesn't load Pillow."""

from dataclasses import dataclass

from bot.messages.pictures.views import View
from bot.messages.styles import Look
from engine import Board, Cell, Rules


@dataclass(frozen=True)
class Order:
    """A picture of a position, or with animated a replay of all its moves; view None is what a phone can show."""

    rules: Rules
    plies: tuple[Cell, ...]
    look: Look
    view: View | None = None
    animated: bool = False


def drawn(order: Order) -> bytes:
    """Return the picture that was ordered: a PNG, or an animated GIF."""
    from bot.messages.pictures import picture  # noqa: PLC0415 - Pillow takes memory: only workers load it

    board = Board.replay(order.rules, order.plies)
    return picture.replay(board, order.look) if order.animated else picture.picture(board, order.look, order.view)
