"""A board as an image of palette indices: where everything is, and how it is painted.

Why it is built so. Each colour of a theme has a ramp of palette entries from the paper to itself. A shape is drawn as
its coverage, four times as large and reduced, and becomes smooth indices by one table: a byte a pixel, the same
pixels in every theme, ready for PNG and GIF without any search for colours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property

from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine import Board, Cell, Mark, Rules

SHADES = 16
_SCALE = 4  # supersampling
_PALE = 110  # how much of its ink a winning line takes, of 255
_STRONG_EVERY = 5
_LONG_SIDE = 10

Box = tuple[int, int, int, int]
Stamps = dict[Mark, Image.Image]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Ink(IntEnum):
    """What a colour is for; the number of its ramp in the palette."""

    GRID = 0
    STRONG = 1
    NUMBER = 2
    X = 3
    O = 4
    LINE = 5
    LAST = 6

    @property
    def full(self) -> int:
        """The palette index of the colour itself; the first one of its ramp is the paper."""
        return self * SHADES + SHADES - 1


class Theme(Enum):
    """The paper, then a colour for each Ink.

    Source: blue, vermilion, sky blue, orange and the greens are those of Okabe & Ito, Color Universal Design (2008),
    which colour-blind people tell apart.
    """

    LIGHT = ("#ffffff", "#d5d8dd", "#9aa0a8", "#4e5560", "#0072b2", "#d55e00", "#00805e", "#111318")
    DARK = ("#1e1f22", "#3b3e45", "#62666f", "#b9bec7", "#56b4e9", "#f0a030", "#2fd0a0", "#ffffff")

    @cached_property
    def palette(self) -> bytes:
        """Red, green and blue of each index."""
        paper, *inks = (bytes.fromhex(colour[1:]) for colour in self.value)
        return bytes(
            (start * (SHADES - 1 - shade) + end * shade) // (SHADES - 1)
            for ink in inks
            for shade in range(SHADES)
            for start, end in zip(paper, ink, strict=True)
        )


@dataclass(frozen=True)
class Layout:
    """Where everything is: cells of one size between lines, and a margin with numbers on all four sides."""

    m: int
    n: int
    cell: int  # from one line to the next
    font: int
    left: int
    top: int

    @classmethod
    def of(cls, rules: Rules, longest: int, largest: int) -> "Layout":
        """Return the layout whose longer side takes at most so many pixels, and a cell no more than so many."""
        side = max(rules.m, rules.n)
        cell = min((longest - 80) // side, longest * 10 // (side * 10 + 17), largest)  # the rest is for the margins
        font = min(max(cell * 2 // 5, 18), 56)
        digits = len(str(rules.m - 1))
        return cls(rules.m, rules.n, cell, font, left=font * (digits * 5 + 6) // 8, top=font * 3 // 2)

    @property
    def stroke(self) -> int:
        """The width of the lines of the grid."""
        return 1 if self.cell < 32 else self.cell // 48 + 1

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the image."""
        return (
            2 * self.left + self.n * self.cell + self.stroke,
            2 * self.top + self.m * self.cell + self.stroke,
        )

    @property
    def grid(self) -> Box:
        """Left, top, right and bottom of all cells with the lines around them; the last two are outside."""
        width, height = self.size
        return self.left, self.top, width - self.left, height - self.top

    def box(self, cell: Cell) -> Box:
        """Return left, top, right and bottom of a cell with the lines around it; the last two are outside."""
        x, y = self.left + cell.col * self.cell, self.top + cell.row * self.cell
        return x, y, x + self.cell + self.stroke, y + self.cell + self.stroke

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the pixel in the middle of a cell."""
        left, top, right, bottom = self.box(cell)
        return (left + right) // 2, (top + bottom) // 2


def draw(board: Board, layout: Layout) -> Image.Image:
    """Return the whole board with its last move and its winning line."""
    last = board.plies[-1] if board.plies else None
    line = board.outcome.line if board.outcome else ()
    image = draw_grid(layout, last)
    if line:
        _put_band(image, layout, line)
    stamps = draw_marks(layout)
    for row in range(layout.m):
        for col, mark in enumerate(board.row(row)):
            if mark:
                put_mark(image, layout, Cell(row, col), Mark(mark), stamps)
    for cell in line:
        _put_frame(image, layout, cell)
    if last:
        put_last(image, layout, last)
    return image


def draw_grid(layout: Layout, last: Cell | None = None) -> Image.Image:
    """Return an empty board with its numbers; those of the last move stand out."""
    image = Image.new("L", layout.size)
    paint = ImageDraw.Draw(image)
    left, top, right, bottom = layout.grid
    wide = layout.stroke - 1
    for ink in (Ink.GRID, Ink.STRONG):  # the strong lines over the others
        for col in _lines(layout.n, ink):
            x = left + col * layout.cell
            paint.rectangle((x, top, x + wide, bottom - 1), ink.full)
        for row in _lines(layout.m, ink):
            y = top + row * layout.cell
            paint.rectangle((left, y, right - 1, y + wide), ink.full)
    _put_numbers(image, layout, last)
    return image


def _lines(count: int, ink: Ink) -> Iterator[int]:
    """Yield the lines across a side in an ink: strong ones around the board and, on a long side, every fifth."""
    for line in range(count + 1):
        strong = line in (0, count) or (count >= _LONG_SIDE and line % _STRONG_EVERY == 0)
        if strong == (ink is Ink.STRONG):
            yield line


def _put_numbers(image: Image.Image, layout: Layout, last: Cell | None) -> None:
    font = ImageFont.load_default(layout.font)
    width, height = image.size
    room = int(font.getlength(str(layout.n - 1))) + layout.font // 6
    for col in _numbered(layout.n, layout.cell, room, last.col if last else None):
        x, _ = layout.centre(Cell(0, col))
        label = _label(font, col, layout.cell)
        for y in (layout.top // 2, height - layout.top // 2):
            _put_number(image, label, (x, y), stands_out=bool(last and last.col == col))
    room = layout.font if layout.m > _LONG_SIDE else layout.font * 3 // 4
    for row in _numbered(layout.m, layout.cell, room, last.row if last else None):
        _, y = layout.centre(Cell(row, 0))
        label = _label(font, row, layout.cell)
        for x in (layout.left // 2, width - layout.left // 2):
            _put_number(image, label, (x, y), stands_out=bool(last and last.row == row))


def _numbered(count: int, cell: int, room: int, last: int | None) -> Iterator[int]:
    """Yield the numbers to write along a side: as many as have room, and always that of the last move."""
    step = next(step for step in (1, 5, 10) if step * cell >= room)
    for index in range(count):
        if index == last or (index % step == 0 and (last is None or abs(index - last) * cell >= room)):
            yield index


def _label(font: Font, number: int, cell: int) -> Image.Image:
    """Return what a number covers, with as much around it as a cell has room for."""
    left, top, right, bottom = (int(edge) for edge in font.getbbox(str(number)))
    pad = min(max((cell - (bottom - top)) // 2, 2), (bottom - top) // 3)
    coverage = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad))
    ImageDraw.Draw(coverage).text((pad - left, pad - top), str(number), 255, font)
    return coverage


def _put_number(image: Image.Image, label: Image.Image, at: tuple[int, int], *, stands_out: bool) -> None:
    """Paint a label around a point; one that stands out as paper on ink."""
    corner = at[0] - label.width // 2, at[1] - label.height // 2
    _put(image, ImageChops.invert(label) if stands_out else label, corner, Ink.LAST if stands_out else Ink.NUMBER)


def draw_marks(layout: Layout) -> Stamps:
    """Return how much of the inside of a cell an X and an O cover."""
    side = (layout.cell - layout.stroke) * _SCALE
    pad = side * (0.2 if layout.cell >= 20 else 0.16)
    thick = max(round(side * 0.13), 9)
    cross, ring = (Image.new("L", (side, side)) for _ in Mark)
    for slope in ((pad, pad, side - pad, side - pad), (pad, side - pad, side - pad, pad)):
        _stroke(ImageDraw.Draw(cross), slope, thick)
    pad -= thick / 3  # a circle looks smaller than a cross as wide
    ImageDraw.Draw(ring).ellipse((pad, pad, side - pad, side - pad), outline=255, width=thick)
    return {Mark.X: cross.reduce(_SCALE), Mark.O: ring.reduce(_SCALE)}


def put_mark(image: Image.Image, layout: Layout, cell: Cell, mark: Mark, stamps: Stamps) -> None:
    """Paint a mark on an empty cell."""
    left, top, _, _ = layout.box(cell)
    _put(image, stamps[mark], (left + layout.stroke, top + layout.stroke), Ink.X if mark is Mark.X else Ink.O)


def put_last(image: Image.Image, layout: Layout, cell: Cell) -> None:
    """Frame the last move by its four corners, all within the box of the cell."""
    left, top, right, bottom = layout.box(cell)
    thick = max(layout.cell // 16, 2)
    arm = max(layout.cell * 3 // 10, 5)
    paint = ImageDraw.Draw(image)
    for x, inward in ((left, 1), (right - 1, -1)):
        for y, down in ((top, 1), (bottom - 1, -1)):
            for far_x, far_y in ((arm - 1, thick - 1), (thick - 1, arm - 1)):
                xs, ys = sorted((x, x + inward * far_x)), sorted((y, y + down * far_y))
                paint.rectangle((xs[0], ys[0], xs[1], ys[1]), Ink.LAST.full)


def _put_frame(image: Image.Image, layout: Layout, cell: Cell) -> None:
    left, top, right, bottom = layout.box(cell)
    wide = max(layout.cell // 24, 2)
    ImageDraw.Draw(image).rectangle((left, top, right - 1, bottom - 1), outline=Ink.LINE.full, width=wide)


def _put_band(image: Image.Image, layout: Layout, line: Sequence[Cell]) -> None:
    """Draw a winning line through its cells, pale and wide: the marks come over it and keep their shape."""
    thick = max(layout.cell * 3 // 10, 6)  # an X must not hide it where the line is a diagonal
    (x0, y0), (x1, y1) = layout.centre(line[0]), layout.centre(line[-1])
    more_x, more_y = ((end - start) / (3 * max(len(line) - 1, 1)) for start, end in ((x0, x1), (y0, y1)))
    left, right = min(x0, x1) - layout.cell // 2, max(x0, x1) + layout.cell // 2
    top, bottom = min(y0, y1) - layout.cell // 2, max(y0, y1) + layout.cell // 2
    ends = [x0 - more_x - left, y0 - more_y - top, x1 + more_x - left, y1 + more_y - top]
    coverage = Image.new("L", ((right - left) * 2, (bottom - top) * 2))
    x0, y0, x1, y1 = (2 * end for end in ends)
    _stroke(ImageDraw.Draw(coverage), (x0, y0, x1, y1), 2 * thick, _PALE)
    _put(image, coverage.reduce(2), (left, top), Ink.LINE)


def _stroke(
    paint: ImageDraw.ImageDraw, line: tuple[float, float, float, float], thick: int, coverage: int = 255
) -> None:
    """Draw a line with round ends."""
    paint.line(line, coverage, thick)
    for end in (line[:2], line[2:]):
        paint.circle(end, thick / 2, coverage)


def _put(image: Image.Image, coverage: Image.Image, at: tuple[int, int], ink: Ink) -> None:
    """Paint with an ink where something covers the image."""
    image.paste(_look_up(coverage, _INDICES[ink]), at, _look_up(coverage, _COVERED))


def _look_up(coverage: Image.Image, table: list[int]) -> Image.Image:
    # Pillow annotates lut with NumpyArray, a name that only exists where numpy is installed.
    return coverage.point(table)  # pyright: ignore[reportUnknownMemberType]


_SHADE = [value * (SHADES - 1) // 255 for value in range(256)]
_INDICES = {ink: [ink * SHADES + shade for shade in _SHADE] for ink in Ink}
_COVERED = [255 if shade else 0 for shade in _SHADE]
