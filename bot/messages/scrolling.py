"""The layout of a board as text on a phone, and the visible window of a large board. Pure."""

from typing import NamedTuple

from engine import Cell, Rules
from engine.text import Style

WIDE_COLUMNS = 13  # columns of two characters on a phone, which has room for 30
COMPACT_COLUMNS = 26  # columns of one character on a phone
MAX_ROWS = 26  # rows on a phone without scrolling, with the buttons below
LENGTH = 13  # visible rows or columns of a side that is too long
BESIDE_PICTURE = (5, 13)  # rows and columns of the part beside a picture, which stays in sight on a phone
MARGIN = 4  # rows or columns between a move and the window's edge, unless the board ends there
STRIDE = 10  # how far an arrow moves the window, less than LENGTH so that a part stays visible


class Layout(NamedTuple):
    """The width of a board's cells, and how many rows and columns are visible at a time."""

    style: Style
    rows: int
    cols: int


class Window(NamedTuple):
    """The visible rows and columns."""

    rows: range
    cols: range

    @property
    def corner(self) -> Cell:
        """The upper left cell."""
        return Cell(self.rows.start, self.cols.start)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and cell.row in self.rows and cell.col in self.cols


def layout(rules: Rules) -> Layout:
    """Return the layout of boards of a size, the same for a whole game."""
    cols = rules.n if rules.n <= COMPACT_COLUMNS else LENGTH
    rows = rules.m if rules.m <= MAX_ROWS else LENGTH
    return Layout(Style.WIDE if cols <= WIDE_COLUMNS else Style.COMPACT, rows, cols)


def is_whole(rules: Rules) -> bool:
    """Return whether the whole of a board is visible."""
    return rules.m <= MAX_ROWS and rules.n <= COMPACT_COLUMNS


def window_after(rules: Rules, plies: tuple[Cell, ...]) -> Window:
    """Return the window after some moves. It starts in the middle, and each move shifts it just far enough.

    It contains the last move with a margin, and the move before unless they are too far apart.
    """
    _, rows, cols = layout(rules)
    return Window(_pulled(rules.m, rows, plies, axis=0), _pulled(rules.n, cols, plies, axis=1))


def beside_picture(rules: Rules, plies: tuple[Cell, ...], line: tuple[Cell, ...] = ()) -> Window:
    """Return the part of a board to show as text beside its picture, with the last two moves or the winning line.

    If they don't fit, it is around the last move.
    """
    recent = (*line, *plies[-1:]) if line else plies[-2:] or (Cell(rules.m // 2, rules.n // 2),)
    return Window(*(_centered(side, recent, axis) for axis, side in enumerate((rules.m, rules.n))))


def _centered(side: int, recent: tuple[Cell, ...], axis: int) -> range:
    """Return the part of a side beside a picture, in the middle of some moves if they fit, else of the last one."""
    length, positions = min(BESIDE_PICTURE[axis], side), [ply[axis] for ply in recent]
    if max(positions) - min(positions) >= length:
        positions = positions[-1:]
    return _part((min(positions) + max(positions) + 1 - length) // 2, side, length)


def windows(rules: Rules, plies: tuple[Cell, ...]) -> tuple[Window, ...]:
    """Return the windows in which to show a board: two if the last two moves are too far apart for one."""
    if is_whole(rules):
        return (Window(range(rules.m), range(rules.n)),)
    latest = window_after(rules, plies)
    if len(plies) < 2 or plies[-2] in latest:
        return (latest,)
    return latest, around(rules, plies[-2])


def at(rules: Rules, corner: Cell) -> Window:
    """Return the window from a corner, shifted to fit the board."""
    _, rows, cols = layout(rules)
    return Window(_part(corner.row, rules.m, rows), _part(corner.col, rules.n, cols))


def around(rules: Rules, cell: Cell) -> Window:
    """Return the window around a cell, shifted to fit the board."""
    _, rows, cols = layout(rules)
    return at(rules, Cell(cell.row - rows // 2, cell.col - cols // 2))


def _pulled(side: int, length: int, plies: tuple[Cell, ...], *, axis: int) -> range:
    """Return the position of a window along one side after some moves.

    Each move allows a range of starts. An older move decides only within the range that newer ones allow.
    """
    least, most = 0, side - length
    for ply in reversed(plies):
        if least == most:
            break
        lowest, highest = ply[axis] + MARGIN + 1 - length, ply[axis] - MARGIN
        least, most = max(least, min(lowest, most)), max(least, min(highest, most))
    start = min(max((side - length) // 2, least), most)
    return range(start, start + length)


def _part(start: int, side: int, length: int) -> range:
    start = max(0, min(start, side - length))
    return range(start, start + length)
