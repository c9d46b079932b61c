"""Which part of a board a picture shows, so that a phone can show its marks. Pure, and without Pillow."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from engine.board import Board
from engine.rules import Cell, Rules

ACROSS, DOWN = 20, 26  # the most cells beside and below each other whose marks a phone shows 12 pixels large
CROPPED = 18  # the most rows and columns of a part, which leaves room for the map of the whole board
LEAST = 9  # rows and columns of a part
MARGIN = 2  # empty cells around what was played
_NUMBERS = 2.1  # cells that the numbers on both sides of a panel take, and the gap to the next one


@dataclass(frozen=True)
class Panel:
    """A rectangle of cells."""

    rows: range
    cols: range

    def __contains__(self, cell: Cell) -> bool:
        return cell.row in self.rows and cell.col in self.cols


@dataclass(frozen=True)
class View:
    """The panels of a picture, beside or below each other, and whether a map of the whole board goes with them."""

    panels: tuple[Panel, ...]
    beside: bool = False
    has_map: bool = False

    @classmethod
    def of(cls, board: Board) -> "View":
        """Return the whole board where a phone can show it, folded if it is long; else the part that matters now.

        Shapes: at most ACROSS columns or CROPPED, and as many rows; the last move is always in view.
        """
        return cls.readable(board.rules) or cls((_part(board),), has_map=True)

    @classmethod
    def of_game(cls, board: Board) -> "View":
        """Return the whole board where a phone can show it, folded if it is long; else all that was played."""
        return cls.readable(board.rules) or cls((_around(board.plies, board.rules),))

    @classmethod
    def whole(cls, rules: Rules) -> "View":
        """Return the whole board, however small its cells."""
        return cls((Panel(range(rules.m), range(rules.n)),))

    @classmethod
    def readable(cls, rules: Rules) -> "View | None":
        """Return the whole board, in several panels if it is long; None where its marks would be too small."""
        if rules.n <= ACROSS and rules.m <= DOWN:
            return cls.whole(rules)
        if rules.n > rules.m:
            pieces = ceil(rules.n / ACROSS)
            if pieces * (rules.m + _NUMBERS) <= DOWN + _NUMBERS:
                return cls(tuple(Panel(range(rules.m), cols) for cols in _pieces(rules.n, pieces)))
        else:
            pieces = ceil(rules.m / DOWN)
            if pieces * (rules.n + _NUMBERS) <= ACROSS + _NUMBERS:
                return cls(tuple(Panel(rows, range(rules.n)) for rows in _pieces(rules.m, pieces)), beside=True)
        return None


def _pieces(side: int, count: int) -> Iterable[range]:
    """Return a side cut into pieces of one length; the last one may be shorter."""
    length = ceil(side / count)
    return (range(start, min(start + length, side)) for start in range(0, side, length))


def _part(board: Board) -> Panel:
    """Return what was played if it fits, else the winning line and the latest moves, as far as they fit."""
    plies = board.plies
    line = board.outcome.line if board.outcome else ()
    if not plies:
        return _around((), board.rules)
    first = last = plies[-1]
    for row, col in (*line, *reversed(plies)):
        top, left = Cell(min(first.row, row), min(first.col, col))
        bottom, right = Cell(max(last.row, row), max(last.col, col))
        if max(bottom - top, right - left) + 1 + 2 * MARGIN <= CROPPED:
            first, last = Cell(top, left), Cell(bottom, right)
    return _around((first, last), board.rules)


def _corners(cells: Iterable[Cell]) -> tuple[Cell, Cell]:
    rows, cols = zip(*cells, strict=True)
    return Cell(min(rows), min(cols)), Cell(max(rows), max(cols))


def _around(cells: Sequence[Cell], rules: Rules) -> Panel:
    """Return the panel of some cells with a margin, or of the middle of the board."""
    first, last = _corners(cells or (Cell(rules.m // 2, rules.n // 2),))
    return Panel(_stretch(first.row, last.row, rules.m), _stretch(first.col, last.col, rules.n))


def _stretch(first: int, last: int, side: int) -> range:
    length = min(max(last - first + 1 + 2 * MARGIN, LEAST), side)
    start = max(0, min((first + last + 1 - length) // 2, side - length))
    return range(start, start + length)
