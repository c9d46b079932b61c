"""A board as monospace ASCII text, with the row and column numbers that a move takes.

Wide is two characters a cell. The last mark stands in brackets, the marks of a winning line between stars:

        0 1 2 3
     0  O . . .
     1  . O . .
     2 *X*X[X].

Compact is one character a cell, for large boards. Marks are small letters there; the last one and those of a winning
line are capitals.
"""

from collections.abc import Collection
from enum import Enum
from functools import lru_cache

from engine.board import Board

_WIDE = bytes.maketrans(b"\x00\x01\x02", b".XO")
_COMPACT = bytes.maketrans(b"\x00\x01\x02", b".xo")


class Style(Enum):
    """How much room a cell takes, from the widest to the narrowest."""

    WIDE = "wide"
    COMPACT = "compact"


def draw(board: Board, *, style: Style = Style.WIDE, rows: range | None = None, cols: range | None = None) -> str:
    """Return the board, or the window of it that rows and cols name, as lines of text without a newline at the end.

    Shapes: one line a row under the column numbers, which are written downwards, a digit a line. Rows and columns keep
    their true numbers in a window. Cost: O(1) time for each cell shown.

    >>> from engine import Cell, Rules
    >>> board = Board(Rules(m=2, n=3, k=2))
    >>> board.push(Cell(0, 1))
    >>> print(draw(board))
        0 1 2
     0  .[X].
     1  . . .
    >>> print(draw(board, rows=range(1), cols=range(1, 3)))
        1 2
     0 [X].
    """
    rules = board.rules
    rows, cols = rows or range(rules.m), cols or range(rules.n)
    draw_row, gap = (_wide_row, " ") if style is Style.WIDE else (_compact_row, "")
    gutter = max(len(str(rules.m - 1)), 2)
    lines = [" " * (gutter + 1) + gap + gap.join(digits) for digits in _column_numbers(cols)]
    line: dict[int, set[int]] = {}
    for cell in board.outcome.line if board.outcome else ():
        if cell.col in cols:
            line.setdefault(cell.row, set()).add(cell.col - cols.start)
    plies, start, stop = board.plies, cols.start, cols.stop
    last_row, last_col = plies[-1] if plies and plies[-1].col in cols else (None, 0)
    for row in rows:
        last = last_col - start if row == last_row else None
        lines.append(f"{str(row).rjust(gutter)} {draw_row(board.row(row)[start:stop], line.get(row, ()), last)}")
    return "\n".join(lines)


@lru_cache
def _column_numbers(cols: range) -> tuple[str, ...]:
    """Return the column numbers right-aligned, as one string for each digit."""
    height = len(str(cols[-1]))
    return tuple("".join(digits) for digits in zip(*(f"{col:{height}}" for col in cols), strict=True))


def _wide_row(marks: bytes, line: Collection[int], last: int | None) -> str:
    glyphs = marks.translate(_WIDE).decode()
    if not line and last is None:
        return " " + " ".join(glyphs)
    between = [" "] * (len(glyphs) + 1)
    for col in line:
        between[col] = between[col + 1] = "*"
    if last is not None:
        between[last], between[last + 1] = "[", "]"
    return "".join(gap + glyph for gap, glyph in zip(between, glyphs + " ", strict=True)).rstrip()


def _compact_row(marks: bytes, line: Collection[int], last: int | None) -> str:
    glyphs = marks.translate(_COMPACT).decode()
    if not line and last is None:
        return glyphs
    return "".join(glyph.upper() if col == last or col in line else glyph for col, glyph in enumerate(glyphs))
