"""A board as monospace ASCII text, with row and column numbers.

The wide style has two characters per cell. The last mark is in brackets. Once a line is complete, its marks are
capitals between stars, and all other marks are lowercase:

        0 1 2 3             0 1 2 3
     0  O . . .          0  o . . .
     1  . O . .          1  . o . .
     2  X[X]. .          2 *X*X[X].

The compact style has one character per cell, for large boards. Marks are lowercase, and the last mark is a capital.
Once a line is complete, its marks are capitals, and the mark that completed the line is # for X or @ for O:

       0123                0123
     0 o...              0 o...
     1 .o..              1 .o..
     2 xX..              2 XX#.
"""

from collections.abc import Collection, Sequence
from enum import Enum
from functools import lru_cache
from operator import add

from engine.cells import Drawable, check_part
from engine.rules import Cell, check_type

_CAPITALS = bytes.maketrans(b"\x00\x01\x02\x03", b".XO\n")
_LOWERCASE = bytes.maketrans(b"\x00\x01\x02\x03", b".xo\n")
_COMPLETED_BY = {"x": "#", "o": "@"}


class Style(Enum):
    """The width of a cell: two characters or one."""

    WIDE = "wide"
    COMPACT = "compact"


def draw(board: Drawable, *, style: Style = Style.WIDE, rows: range | None = None, cols: range | None = None) -> str:
    """Return the board, or the part of it in rows and cols, as lines of text without a final newline.

    The column numbers come first, one digit per line, then one line per row. Rows and columns keep their numbers in
    a part of a board. Cost: O(1) time per cell shown.

    Raises ValueError: rows or cols is empty, has steps or goes beyond the board.

    >>> from engine import Board, Cell, Rules
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
    rows = range(rules.m) if rows is None else rows
    cols = range(rules.n) if cols is None else cols
    check_type(style, Style)
    check_part(cols, rules.n)
    cells = board.rows(rows)
    outcome, last = board.outcome, board.last
    line = _by_row(outcome.line, rows, cols) if outcome else {}
    if last and (last.row not in rows or last.col not in cols):
        last = None
    glyphs = _CAPITALS if style is Style.WIDE and not (outcome and outcome.line) else _LOWERCASE
    draw_row, gap = (_wide_row, " ") if style is Style.WIDE else (_compact_row, "")
    lines = _plain_rows(cells.translate(glyphs), gap)
    numbers, labels = _frame(rules.m, rows, cols, gap)
    if len(cols) < rules.n:
        start, stop = (1 + len(gap)) * cols.start, (1 + len(gap)) * cols.stop
        lines = [text[start:stop] for text in lines]
    for row in line.keys() | ({last.row} if last else ()):
        at = last.col - cols.start if last and last.row == row else None
        lines[row - rows.start] = draw_row(lines[row - rows.start], line.get(row, ()), at)
    return "\n".join([*numbers, *map(add, labels, lines)])


def _by_row(line: Sequence[Cell], rows: range, cols: range) -> dict[int, set[int]]:
    """Return the visible columns of a winning line by row, counted from the first column shown."""
    visible: dict[int, set[int]] = {}
    for row, col in line:
        if row in rows and col in cols:
            visible.setdefault(row, set()).add(col - cols.start)
    return visible


def _plain_rows(glyphs: bytes, gap: str) -> list[str]:
    """Return the lines of glyphs, with the gap before every glyph."""
    if not gap:
        return glyphs.decode().splitlines()
    spaced = bytearray(gap.encode()) * (2 * len(glyphs))
    spaced[1::2] = glyphs
    return spaced.decode().split(f"{gap}\n")[:-1]


@lru_cache
def _frame(m: int, rows: range, cols: range, gap: str) -> tuple[list[str], list[str]]:
    """Return the lines of column numbers, and the label of each row."""
    gutter, height = max(len(str(m - 1)), 2), len(str(cols[-1]))
    digits = zip(*(f"{col:{height}}" for col in cols), strict=True)
    return [" " * (gutter + 1) + gap + gap.join(line) for line in digits], [f"{row:{gutter}} " for row in rows]


def _wide_row(marks: str, line: Collection[int], last: int | None) -> str:
    shown = [*marks, " "]
    for col in line:
        shown[2 * col : 2 * col + 3] = "*", shown[2 * col + 1].upper(), "*"
    if last is not None:
        shown[2 * last], shown[2 * last + 2] = "[", "]"
    return "".join(shown).rstrip()


def _compact_row(marks: str, line: Collection[int], last: int | None) -> str:
    shown = list(marks)
    for col in line:
        shown[col] = marks[col].upper()
    if last is not None:
        shown[last] = _COMPLETED_BY[marks[last]] if last in line else marks[last].upper()
    return "".join(shown)
