"""A board as an SVG picture, for notebooks and web pages."""

from collections.abc import Iterable
from html import escape

from engine.cells import Drawable
from engine.rules import Cell, Mark

SIDE = 32  # of a cell, in user units
_INSET = 8  # from the edge of a cell to its mark
_INK = {Mark.X: "#1f5fbf", Mark.O: "#bf3f1f"}


def picture(board: Drawable, *, cell: int = SIDE) -> str:
    """Return the board as an SVG document, with row and column numbers and the last move or winning line highlighted.

    cell is the side of one cell in pixels.

    Raises ValueError: cell isn't positive.
    """
    if cell <= 0:
        raise ValueError(f"expected a positive number of pixels, not {cell}")
    m, n = board.rules.m, board.rules.n
    left, top = 8 * len(str(m - 1)) + 10, 24
    width, height = left + n * SIDE + 4, top + m * SIDE + 4
    scale = cell / SIDE
    outcome = board.outcome
    line = set(outcome.line) if outcome else set[Cell]()
    highlighted = line or ({board.last} if board.last else set[Cell]())
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-left} {-top} {width} {height}"'
            f' width="{width * scale:g}" height="{height * scale:g}" role="img">',
            f"<title>{escape(title(board))}</title>",
            f'<rect x="{-left}" y="{-top}" width="{width}" height="{height}" fill="#ffffff"/>',
            *_highlights(highlighted, "#ffe08a" if line else "#dfe7f2"),
            _grid(m, n),
            _labels(m, n),
            *(_marks(board, mark) for mark in Mark),
            "</svg>",
        )
    )


def title(board: Drawable) -> str:
    """Return the picture's title, such as: 3 by 4, 3 in a row: 5 plies, O to move."""
    rules, outcome = board.rules, board.outcome
    status = f"{board.turn} to move" if not outcome else f"{outcome.winner} won" if outcome.winner else "a draw"
    return f"{rules.m} by {rules.n}, {rules.k} in a row: {len(board.plies)} plies, {status}"


def _highlights(cells: Iterable[Cell], color: str) -> Iterable[str]:
    for row, col in sorted(cells):
        yield f'<rect x="{col * SIDE}" y="{row * SIDE}" width="{SIDE}" height="{SIDE}" fill="{color}"/>'


def _grid(m: int, n: int) -> str:
    rows = "".join(f"M0 {row * SIDE}H{n * SIDE}" for row in range(m + 1))
    cols = "".join(f"M{col * SIDE} 0V{m * SIDE}" for col in range(n + 1))
    return f'<path d="{rows}{cols}" stroke="#8a8f98" fill="none"/>'


def _labels(m: int, n: int) -> str:
    rows = (f'<text x="-6" y="{row * SIDE + SIDE // 2 + 4}" text-anchor="end">{row}</text>' for row in range(m))
    cols = (f'<text x="{col * SIDE + SIDE // 2}" y="-8" text-anchor="middle">{col}</text>' for col in range(n))
    return f'<g font-family="sans-serif" font-size="12" fill="#50555e">{"".join((*rows, *cols))}</g>'


def _marks(board: Drawable, mark: Mark) -> str:
    """Return all marks of a side as one path of crosses or circles."""
    side, radius = SIDE - 2 * _INSET, SIDE // 2 - _INSET
    shape = (
        f"l{side} {side}m{-side} 0l{side} {-side}"
        if mark is Mark.X
        else f"m0 {radius}a{radius} {radius} 0 1 0 {side} 0a{radius} {radius} 0 1 0 {-side} 0"
    )
    path = "".join(f"M{col * SIDE + _INSET} {row * SIDE + _INSET}{shape}" for row, col in board.plies[mark - 1 :: 2])
    return f'<path d="{path}" stroke="{_INK[mark]}" stroke-width="3" stroke-linecap="round" fill="none"/>'
