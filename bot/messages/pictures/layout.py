"""The layout of pictures, without Pillow: which part of a board they show, and where everything is, in pixels."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from bot.messages.scrolling import Window
from engine import Board, Cell, Rules

ACROSS, DOWN = 20, 26  # the most columns and rows at which marks have 12 pixels on a phone
CROPPED = 18  # the most rows and columns of a part beside the map of the whole board
MIN_SIDE = 9  # the fewest rows and columns of a part
MARGIN = 2  # empty cells around the marks
_NUMBERS = 2.1  # cells: the numbers on both sides of a panel, and the gap to the next panel


@dataclass(frozen=True)
class View:
    """The panels of a picture, in a row or column, and whether it has a map of the whole board."""

    panels: tuple[Window, ...]
    beside: bool = False
    has_map: bool = False

    @classmethod
    def of(cls, board: Board) -> "View":
        """Return the whole board if a phone can show it, in several panels if it is long; else its most important part.

        That part has at most CROPPED rows and columns, and always contains the last move.
        """
        return cls.readable(board.rules) or cls((_important_part(board),), has_map=True)

    @classmethod
    def of_game(cls, board: Board) -> "View":
        """Return the whole board if a phone can show it, in several panels if it is long; else all played cells."""
        return cls.readable(board.rules) or cls((_around(board.plies, board.rules),))

    @classmethod
    def readable(cls, rules: Rules) -> "View | None":
        """Return the whole board, in several panels if it is long; None if its marks would be too small."""
        if rules.n <= ACROSS and rules.m <= DOWN:
            return cls((Window(range(rules.m), range(rules.n)),))
        if rules.n > rules.m:
            pieces = ceil(rules.n / ACROSS)
            if pieces * (rules.m + _NUMBERS) <= DOWN + _NUMBERS:
                return cls(tuple(Window(range(rules.m), cols) for cols in _split(rules.n, pieces)))
        else:
            pieces = ceil(rules.m / DOWN)
            if pieces * (rules.n + _NUMBERS) <= ACROSS + _NUMBERS:
                return cls(tuple(Window(rows, range(rules.n)) for rows in _split(rules.m, pieces)), beside=True)
        return None


def _split(side: int, count: int) -> Iterable[range]:
    """Split a side into pieces of equal length; the last one may be shorter."""
    length = ceil(side / count)
    return (range(start, min(start + length, side)) for start in range(0, side, length))


def _important_part(board: Board) -> Window:
    """Return the part with all moves if it fits, else with the winning line and as many of the latest moves as fit."""
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


def _around(cells: Sequence[Cell], rules: Rules) -> Window:
    """Return the panel around some cells with a margin; around the middle of the board if there are none."""
    rows, cols = zip(*(cells or (Cell(rules.m // 2, rules.n // 2),)), strict=True)
    return Window(_stretch(min(rows), max(rows), rules.m), _stretch(min(cols), max(cols), rules.n))


def _stretch(first: int, last: int, side: int) -> range:
    length = min(max(last - first + 1 + 2 * MARGIN, MIN_SIDE), side)
    start = max(0, min((first + last + 1 - length) // 2, side - length))
    return range(start, start + length)


Box = tuple[int, int, int, int]  # left, top, right, bottom; right and bottom are exclusive

_SMALLEST = 3  # pixels of a cell
_MAP_SHARE = 4  # the map takes a quarter of a picture's longer side


@dataclass(frozen=True)
class Frame:
    """A panel and the position of its grid, which has a margin for numbers on all sides."""

    panel: Window
    left: int
    top: int


@dataclass(frozen=True)
class Layout:
    """The positions and sizes of everything in a picture."""

    rules: Rules
    view: View
    cell: int  # from one line to the next

    @classmethod
    def of(cls, rules: Rules, view: View, longest: int, largest: int) -> "Layout":
        """Return the layout whose longer side has at most longest pixels, and a cell at most largest."""
        cells = range(_SMALLEST + 1, largest + 1)
        fitting = bisect_right(cells, longest, key=lambda cell: max(cls(rules, view, cell).size))
        return cls(rules, view, _SMALLEST + fitting)

    @property
    def font(self) -> int:
        """The size of the numbers: about 9 pixels on a phone, if the marks leave enough room."""
        across = [len(panel.cols) for panel in self.view.panels]
        cols = sum(across) if self.view.beside else max(across)
        return min(max(self.cell * 2 // 5, cols * self.cell // 39, 18), 56)

    @cached_property
    def stroke(self) -> int:
        """The width of the lines of the grid."""
        return 1 if self.cell < 32 else self.cell // 48 + 1

    @property
    def margin(self) -> tuple[int, int]:
        """The margin for numbers at the left and the right, and at the top and the bottom."""
        digits = len(str(self.rules.m - 1))
        return self.font * (digits * 5 + 5) // 8, self.font * 3 // 2

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The panels with their positions."""
        left, top = self.margin
        corners = zip(self.view.panels, self._corners(), strict=True)
        return tuple(Frame(panel, x + left, y + top) for panel, (x, y) in corners)

    def _corners(self) -> Iterator[tuple[int, int]]:
        x = y = 0
        for panel in self.view.panels:
            yield x, y
            width, height = self._panel_size(panel)
            if self.view.beside:
                x += width + self._gap
            else:
                y += height + self._gap

    @property
    def _gap(self) -> int:
        return self.cell // 2

    def _panel_size(self, panel: Window) -> tuple[int, int]:
        left, top = self.margin
        return (
            2 * left + len(panel.cols) * self.cell + self.stroke,
            2 * top + len(panel.rows) * self.cell + self.stroke,
        )

    @cached_property
    def _panels_size(self) -> tuple[int, int]:
        widths, heights = zip(*(self._panel_size(panel) for panel in self.view.panels), strict=True)
        gaps = self._gap * (len(widths) - 1)
        return (sum(widths) + gaps, max(heights)) if self.view.beside else (max(widths), sum(heights) + gaps)

    @cached_property
    def size(self) -> tuple[int, int]:
        """Width and height of the image."""
        width, height = self._panels_size
        if not self.view.has_map:
            return width, height
        map_width, map_height = self.map_size
        if self._map_is_beside:
            return width + map_width + self.margin[0], max(height, map_height + 2 * self.margin[1])
        return max(width, map_width + 2 * self.margin[0]), height + map_height + self.margin[1]

    @property
    def _map_is_beside(self) -> bool:
        return self.rules.m > 2 * self.rules.n

    @cached_property
    def map_cell(self) -> int:
        """The size of a cell on the map."""
        m, n = self.rules.m, self.rules.n
        width, height = self._panels_size
        if self._map_is_beside:
            room, side = height - 2 * self.margin[1], m
        elif n > 2 * m:
            room, side = width - 2 * self.margin[0], n
        else:
            room, side = max(width, height) // _MAP_SHARE, max(m, n)
        return max(room // side, 2)

    @property
    def map_size(self) -> tuple[int, int]:
        """Width and height of the map."""
        return self.rules.n * self.map_cell, self.rules.m * self.map_cell

    @property
    def map_corner(self) -> tuple[int, int]:
        """Left and top of the map, centered: beside the panels of a tall board, else below them."""
        width, height = self.size
        map_width, map_height = self.map_size
        if self._map_is_beside:
            return self._panels_size[0], (height - map_height) // 2
        return (width - map_width) // 2, self._panels_size[1]

    def grid(self, frame: Frame) -> Box:
        """Return the box of all cells of a panel, including the lines around them."""
        right = frame.left + len(frame.panel.cols) * self.cell + self.stroke
        bottom = frame.top + len(frame.panel.rows) * self.cell + self.stroke
        return frame.left, frame.top, right, bottom

    def frame_of(self, cell: Cell) -> Frame | None:
        """Return the frame of a cell, None if the cell is not visible."""
        return next((frame for frame in self.frames if cell in frame.panel), None)

    def box(self, frame: Frame, cell: Cell) -> Box:
        """Return the box of a cell, including the lines around it; the cell may be outside of the panel."""
        x = frame.left + (cell.col - frame.panel.cols.start) * self.cell
        y = frame.top + (cell.row - frame.panel.rows.start) * self.cell
        return x, y, x + self.cell + self.stroke, y + self.cell + self.stroke

    def center(self, frame: Frame, cell: Cell) -> tuple[int, int]:
        """Return the pixel in the middle of a cell."""
        left, top, right, bottom = self.box(frame, cell)
        return (left + right) // 2, (top + bottom) // 2
