"""Draws a board as an image of palette indices.

Each color of a theme has a ramp of palette entries, from the paper to the color itself. A shape is drawn as its
coverage, supersampled four times, and a table turns the coverage into palette indices. So a pixel is a byte, the pixels
are the same in every theme, and PNG and GIF need no color quantization.
"""

from collections.abc import Iterator, Mapping
from enum import IntEnum

from PIL import Image, ImageChops, ImageDraw, ImageFont

from bot.messages.pictures.layout import Frame, Layout
from bot.messages.pictures.shapes import stamp
from bot.messages.styles import SHADES, Look
from engine import Board, Cell, Mark

_STRONG_EVERY = 5
_LONG_SIDE = 10

# The pixels of a mark and its coverage of them, by the mark and whether it is in a winning line.
Stamps = Mapping[tuple[Mark, bool], tuple[Image.Image, Image.Image]]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


class Ink(IntEnum):
    """The use of a color. The value is the number of the color's ramp in the palette."""

    GRID = 0
    STRONG = 1
    NUMBER = 2
    X = 3
    O = 4
    LAST = 5

    @property
    def full(self) -> int:
        """The palette index of the color itself, the last of its ramp."""
        return self * SHADES + SHADES - 1


def draw(board: Board, layout: Layout, look: Look) -> Image.Image:
    """Return a board with its last move and its winning line."""
    last = board.last
    line = board.outcome.line if board.outcome else ()
    image = draw_grid(layout, last)
    stamps = draw_marks(layout, look)
    for frame in layout.frames:
        for cell, mark in _marked(board, frame):
            put_mark(image, layout, frame, cell, stamps[mark, cell in line])
    if last:
        put_last(image, layout, last)
    if layout.view.has_map:
        _put_map(image, layout, board)
    return image


def _marked(board: Board, frame: Frame) -> Iterator[tuple[Cell, Mark]]:
    cols = frame.panel.cols
    for row in frame.panel.rows:
        for col, mark in enumerate(board.row(row)[cols.start : cols.stop], cols.start):
            if mark:
                yield Cell(row, col), Mark(mark)


def draw_grid(layout: Layout, last: Cell | None = None) -> Image.Image:
    """Return an empty board with its numbers; the numbers of the last move stand out."""
    image = Image.new("L", layout.size)
    paint = ImageDraw.Draw(image)
    for frame in layout.frames:
        left, top, right, bottom = layout.grid(frame)
        wide = layout.stroke - 1
        for ink in (Ink.GRID, Ink.STRONG):  # strong lines on top
            for col in _lines(frame.panel.cols, layout.rules.n, ink):
                x = left + col * layout.cell
                paint.rectangle((x, top, x + wide, bottom - 1), ink.full)
            for row in _lines(frame.panel.rows, layout.rules.m, ink):
                y = top + row * layout.cell
                paint.rectangle((left, y, right - 1, y + wide), ink.full)
        _put_numbers(image, layout, frame, last if last and last in frame.panel else None)
    return image


def _lines(shown: range, side: int, ink: Ink) -> Iterator[int]:
    """Yield the positions of a panel's lines in an ink, from 0 at its edge.

    The edges of the board are strong, and so is every fifth line of a long side. The edge of a panel within the board
    is an ordinary line.
    """
    for line in range(shown.start, shown.stop + 1):
        strong = line in (0, side) or (side >= _LONG_SIDE and line % _STRONG_EVERY == 0)
        if strong == (ink is Ink.STRONG):
            yield line - shown.start


def _put_numbers(image: Image.Image, layout: Layout, frame: Frame, last: Cell | None) -> None:
    font = ImageFont.load_default(layout.font)
    left, top, right, bottom = layout.grid(frame)
    beside, above = layout.margin[0] // 2, layout.margin[1] // 2
    sides = 1 if max(layout.rules.m, layout.rules.n) <= _LONG_SIDE else 2  # on the left and top, or on all four sides
    room = int(font.getlength(str(layout.rules.n - 1))) + layout.font // 3
    for col in _numbered(frame.panel.cols, layout.cell, room, last.col if last else None):
        x, _ = layout.center(frame, Cell(0, col))
        label = _label(font, col, layout.cell)
        for y in (top - above, bottom + above)[:sides]:
            _put_number(image, label, (x, y), stands_out=bool(last and last.col == col))
    room = layout.font if layout.rules.m > _LONG_SIDE else layout.font * 3 // 4
    for row in _numbered(frame.panel.rows, layout.cell, room, last.row if last else None):
        _, y = layout.center(frame, Cell(row, 0))
        label = _label(font, row, layout.cell)
        for x in (left - beside, right + beside)[:sides]:
            _put_number(image, label, (x, y), stands_out=bool(last and last.row == row))


def _numbered(shown: range, cell: int, room: int, last: int | None) -> Iterator[int]:
    """Yield the numbers to write along a side: as many as fit, including that of the last move."""
    step = next(step for step in (1, 5, 10, 20, 50) if step * cell >= room)
    for index in shown:
        if index == last or (index % step == 0 and (last is None or abs(index - last) * cell >= room)):
            yield index


def _label(font: Font, number: int, cell: int) -> Image.Image:
    """Return the image of a number, with a margin as wide as a cell allows."""
    left, top, right, bottom = (int(edge) for edge in font.getbbox(str(number)))
    pad = min(max((cell - (bottom - top)) // 2, 2), (bottom - top) // 3)
    coverage = Image.new("L", (right - left + 2 * pad, bottom - top + 2 * pad))
    ImageDraw.Draw(coverage).text((pad - left, pad - top), str(number), 255, font)
    return coverage


def _put_number(image: Image.Image, label: Image.Image, at: tuple[int, int], *, stands_out: bool) -> None:
    """Draw a number centered on a point, inverted if it stands out."""
    corner = at[0] - label.width // 2, at[1] - label.height // 2
    _put(image, ImageChops.invert(label) if stands_out else label, corner, Ink.LAST if stands_out else Ink.NUMBER)


def draw_marks(layout: Layout, look: Look) -> Stamps:
    """Return the marks of both players, in the size of a cell.

    In a winning line, a mark has the color of the paper on a tile in its own, within the last move's frame.
    """
    side, rim = layout.cell - layout.stroke, _thick(layout)
    tile = Image.new("L", (side, side))
    tile.paste(255, (rim, rim, side - rim, side - rim))
    stamps: dict[tuple[Mark, bool], tuple[Image.Image, Image.Image]] = {}
    for mark, ink in ((Mark.X, Ink.X), (Mark.O, Ink.O)):
        coverage = stamp(look.shape(mark), side)
        stamps[mark, False] = _look_up(coverage, _INDICES[ink]), _look_up(coverage, _COVERED)
        stamps[mark, True] = _look_up(ImageChops.invert(coverage), _INDICES[ink]), tile
    return stamps


def put_mark(
    image: Image.Image, layout: Layout, frame: Frame, cell: Cell, mark: tuple[Image.Image, Image.Image]
) -> None:
    """Draw a mark, one of draw_marks, on an empty cell."""
    left, top, _, _ = layout.box(frame, cell)
    pixels, covered = mark
    image.paste(pixels, (left + layout.stroke, top + layout.stroke), covered)


def put_last(image: Image.Image, layout: Layout, cell: Cell) -> None:
    """Frame the cell of the last move at its four corners, within its box."""
    frame = layout.frame_of(cell)
    if frame is None:
        return
    left, top, right, bottom = layout.box(frame, cell)
    thick = _thick(layout)
    arm = max(layout.cell * 3 // 10, 5)
    paint = ImageDraw.Draw(image)
    for x, inward in ((left, 1), (right - 1, -1)):
        for y, down in ((top, 1), (bottom - 1, -1)):
            for far_x, far_y in ((arm - 1, thick - 1), (thick - 1, arm - 1)):
                xs, ys = sorted((x, x + inward * far_x)), sorted((y, y + down * far_y))
                paint.rectangle((xs[0], ys[0], xs[1], ys[1]), Ink.LAST.full)


def _thick(layout: Layout) -> int:
    """Return the thickness of the last move's frame."""
    return max(layout.cell // 16, 2)


def _put_map(image: Image.Image, layout: Layout, board: Board) -> None:
    """Draw a small map of the whole board, with a square per cell, and frames around the panels."""
    rules, (left, top), (width, height) = layout.rules, layout.map_corner, layout.map_size
    colors = bytes((_GROUND, Ink.X.full, Ink.O.full)).ljust(256, b"\0")
    cells = b"".join(board.row(row) for row in range(rules.m)).translate(colors)
    small = Image.frombytes("L", (rules.n, rules.m), cells)
    if board.outcome:
        for row, col in board.outcome.line:
            small.putpixel((col, row), Ink.LAST.full)
    enlarged = small.transform((width, height), Image.Transform.EXTENT, (0, 0, rules.n, rules.m))
    image.paste(enlarged, (left, top))
    paint, size = ImageDraw.Draw(image), layout.map_cell
    paint.rectangle((left - 2, top - 2, left + width + 1, top + height + 1), outline=Ink.STRONG.full, width=2)
    for panel in layout.view.panels:
        x, y = left + panel.cols.start * size, top + panel.rows.start * size
        box = (x - 3, y - 3, x + len(panel.cols) * size + 2, y + len(panel.rows) * size + 2)
        paint.rectangle(box, outline=Ink.LAST.full, width=3)


def _put(image: Image.Image, coverage: Image.Image, at: tuple[int, int], ink: Ink) -> None:
    """Draw an area of the image in an ink, by its coverage."""
    image.paste(_look_up(coverage, _INDICES[ink]), at, _look_up(coverage, _COVERED))


def _look_up(coverage: Image.Image, table: list[int]) -> Image.Image:
    # Pillow annotates lut with NumpyArray, which exists only if numpy is installed.
    return coverage.point(table)  # pyright: ignore[reportUnknownMemberType]


_SHADE = [value * (SHADES - 1) // 255 for value in range(256)]
_INDICES = {ink: [ink * SHADES + shade for shade in _SHADE] for ink in Ink}
_COVERED = [255 if shade else 0 for shade in _SHADE]
_GROUND = Ink.GRID * SHADES + SHADES // 2
