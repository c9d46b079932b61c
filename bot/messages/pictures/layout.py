"""Where everything of a picture is, in pixels. Pure, and without Pillow."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from bot.messages.pictures.views import Panel, View
from engine.rules import Cell, Rules

Box = tuple[int, int, int, int]  # left, top, right and bottom; the last two are outside

_SMALLEST = 3  # pixels of a cell
_MAP_SHARE = 4  # the part of a picture's longer side that the map takes: a quarter


@dataclass(frozen=True)
class Frame:
    """A panel and the corner of its grid: cells of one size between lines, a margin with numbers on all four sides."""

    panel: Panel
    left: int
    top: int


@dataclass(frozen=True)
class Layout:
    """Where everything is."""

    rules: Rules
    view: View
    cell: int  # from one line to the next

    @classmethod
    def of(cls, rules: Rules, view: View, longest: int, largest: int) -> "Layout":
        """Return the layout whose longer side takes at most so many pixels, and a cell no more than so many."""
        cells = range(_SMALLEST + 1, largest + 1)
        fitting = bisect_right(cells, longest, key=lambda cell: max(cls(rules, view, cell).size))
        return cls(rules, view, _SMALLEST + fitting)

    @property
    def font(self) -> int:
        """The size of the numbers."""
        return min(max(self.cell * 2 // 5, 18), 56)

    @cached_property
    def stroke(self) -> int:
        """The width of the lines of the grid."""
        return 1 if self.cell < 32 else self.cell // 48 + 1

    @property
    def margin(self) -> tuple[int, int]:
        """The room for numbers at the left, as at the right, and at the top, as at the bottom."""
        digits = len(str(self.rules.m - 1))
        return self.font * (digits * 5 + 6) // 8, self.font * 3 // 2

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The panels, each with its place."""
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

    def _panel_size(self, panel: Panel) -> tuple[int, int]:
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
        """The pixels of a cell on the map of the whole board."""
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
        """Left and top of the map: in the middle beside the panels of a tall board, else below them."""
        width, height = self.size
        map_width, map_height = self.map_size
        if self._map_is_beside:
            return self._panels_size[0], (height - map_height) // 2
        return (width - map_width) // 2, self._panels_size[1]

    def grid(self, frame: Frame) -> Box:
        """Return the box of all cells of a panel with the lines around them."""
        right = frame.left + len(frame.panel.cols) * self.cell + self.stroke
        bottom = frame.top + len(frame.panel.rows) * self.cell + self.stroke
        return frame.left, frame.top, right, bottom

    def frame_of(self, cell: Cell) -> Frame | None:
        """Return where a cell is shown, None if it is out of view."""
        return next((frame for frame in self.frames if cell in frame.panel), None)

    def box(self, frame: Frame, cell: Cell) -> Box:
        """Return the box of a cell with the lines around it, as if the panel went on beyond its grid."""
        x = frame.left + (cell.col - frame.panel.cols.start) * self.cell
        y = frame.top + (cell.row - frame.panel.rows.start) * self.cell
        return x, y, x + self.cell + self.stroke, y + self.cell + self.stroke

    def centre(self, frame: Frame, cell: Cell) -> tuple[int, int]:
        """Return the pixel in the middle of a cell."""
        left, top, right, bottom = self.box(frame, cell)
        return (left + right) // 2, (top + bottom) // 2
