"""The shapes of marks, as coverage: how much of each pixel a shape covers."""

from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.game.preferences import Shape

Point = tuple[float, float]
Paint = Callable[["Canvas"], None]

_SCALE = 4  # supersampling
_TURN = 2 * pi
_PAD, _TINY_PAD = 0.19, 0.16  # the margin as a share of a cell, and of a tiny cell
_TINY = 18


class Canvas:
    """A square to draw on, with coordinates from -1 to 1, to the right and down."""

    def __init__(self, side: int, pad: float) -> None:
        self.image = Image.new("L", (side * _SCALE, side * _SCALE))
        self._paint = ImageDraw.Draw(self.image)
        self._middle = side * _SCALE / 2
        self._unit = side * _SCALE * (0.5 - pad)
        self._thick = max(round(side * _SCALE * 0.13), 9)

    def _at(self, point: Point) -> Point:
        return self._middle + point[0] * self._unit, self._middle + point[1] * self._unit

    def area(self, *points: Point, coverage: int = 255) -> None:
        """Cover a polygon."""
        self._paint.polygon([self._at(point) for point in points], coverage)

    def disc(self, center: Point, radius: float, coverage: int = 255) -> None:
        """Cover a disc, or erase it with a coverage of 0."""
        self._paint.circle(self._at(center), radius * self._unit, coverage)

    def ring(self, radius: float) -> None:
        """Cover a ring; the radius is that of the middle of its line."""
        self._paint.circle(self._at((0, 0)), radius * self._unit + self._thick / 2, outline=255, width=self._thick)

    def line(self, start: Point, end: Point) -> None:
        """Cover a line with round ends."""
        stroke(self._paint, (*self._at(start), *self._at(end)), self._thick)


def stamp(shape: Shape, side: int) -> Image.Image:
    """Return the coverage of a shape in a square of a number of pixels, with a margin on each side."""
    canvas = Canvas(side, _PAD if side > _TINY else _TINY_PAD)
    _PAINT[shape](canvas)
    return canvas.image.reduce(_SCALE)


def stroke(
    paint: ImageDraw.ImageDraw, line: tuple[float, float, float, float], thick: int, coverage: int = 255
) -> None:
    """Draw a line with round ends."""
    paint.line(line, coverage, thick)
    for end in (line[:2], line[2:]):
        paint.circle(end, thick / 2, coverage)


def _cross(canvas: Canvas) -> None:
    canvas.line((-1, -1), (1, 1))
    canvas.line((-1, 1), (1, -1))


def _ring(canvas: Canvas) -> None:
    canvas.ring(0.93)  # a circle looks smaller than a cross of the same width


def _polygon(*points: Point) -> Paint:
    def paint(canvas: Canvas) -> None:
        canvas.area(*points)

    return paint


def _around(count: int, radius: float, start: float = -pi / 2) -> Iterator[Point]:
    """Yield equidistant points around the center, starting at the top."""
    for number in range(count):
        angle = start + _TURN * number / count
        yield radius * cos(angle), radius * sin(angle)


def _star(canvas: Canvas) -> None:
    tips, dents = _around(5, 1.25), _around(5, 0.52, -pi / 2 + pi / 5)
    canvas.area(*((x, y + 0.1) for pair in zip(tips, dents, strict=True) for x, y in pair))


def _heart(canvas: Canvas) -> None:
    """Cover a heart. Source: mathworld.wolfram.com/HeartCurve.html."""
    angles = (_TURN * number / 60 for number in range(60))
    canvas.area(
        *(
            (
                sin(t) ** 3 * 1.15,
                -(13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t) + 2.5) / 14.5 * 1.1,
            )
            for t in angles
        )
    )


def _moon(canvas: Canvas) -> None:
    canvas.disc((-0.1, 0), 1.15)
    canvas.disc((0.45, -0.2), 0.95, 0)


def _drop(canvas: Canvas) -> None:
    canvas.disc((0, 0.38), 0.8)
    canvas.area((0, -1.25), (0.745, 0.1), (-0.745, 0.1))


def _clover(canvas: Canvas) -> None:
    for center in ((-0.52, -0.7), (0.52, -0.7), (-0.52, 0.3), (0.52, 0.3)):
        canvas.disc(center, 0.5)
    canvas.area((0, -0.2), (0.3, 1.15), (-0.3, 1.15))


def _mushroom(canvas: Canvas) -> None:
    canvas.area(*((x * 1.15, y * 1.15) for x, y in _around(60, 1) if y < 0.1))
    canvas.area((-0.35, 0), (0.35, 0), (0.45, 1.1), (-0.45, 1.1))


def _crown(canvas: Canvas) -> None:
    canvas.area((-1, -0.7), (-0.5, 0.1), (0, -1), (0.5, 0.1), (1, -0.7), (0.85, 0.9), (-0.85, 0.9))
    for center in ((-1, -0.7), (0, -1), (1, -0.7)):
        canvas.disc(center, 0.15)


def _flower(canvas: Canvas) -> None:
    for center in _around(5, 0.66):
        canvas.disc(center, 0.5)
    canvas.disc((0, 0), 0.34, 0)


_PAINT: Mapping[Shape, Paint] = {
    Shape.CROSS: _cross,
    Shape.RING: _ring,
    Shape.TRIANGLE: _polygon((0, -1.05), (1.15, 0.95), (-1.15, 0.95)),
    Shape.SQUARE: _polygon((-1.12, -1.12), (1.12, -1.12), (1.12, 1.12), (-1.12, 1.12)),
    Shape.DIAMOND: _polygon((0, -1.25), (0.95, 0), (0, 1.25), (-0.95, 0)),
    Shape.STAR: _star,
    Shape.HEART: _heart,
    Shape.MUSHROOM: _mushroom,
    Shape.MOON: _moon,
    Shape.BOLT: _polygon((0.35, -1.25), (-0.85, 0.2), (-0.1, 0.2), (-0.35, 1.25), (0.85, -0.25), (0.1, -0.25)),
    Shape.DROP: _drop,
    Shape.CLOVER: _clover,
    Shape.HOURGLASS: _polygon((-0.95, -1.15), (0.95, -1.15), (-0.95, 1.15), (0.95, 1.15)),
    Shape.ARROW: _polygon(
        (0, -1.2), (1.05, -0.05), (0.4, -0.05), (0.4, 1.15), (-0.4, 1.15), (-0.4, -0.05), (-1.05, -0.05)
    ),
    Shape.CROWN: _crown,
    Shape.FLOWER: _flower,
}
