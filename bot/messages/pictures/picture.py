"""Encodes a board as PNG, and a game as an animated GIF. Pure."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from struct import pack

from PIL import GifImagePlugin, Image

from bot.messages.pictures.drawing import draw, draw_grid, draw_marks, put_last, put_mark
from bot.messages.pictures.layout import Box, Layout, View
from bot.messages.styles import Look, palette
from engine import Board, Cell, Mark

PICTURE_SIDE, PICTURE_CELL, SMALL_CELL = 1600, 288, 48  # pixels
REPLAY_SIDE, REPLAY_CELL = 1080, 128
FRAMES = 200
_MANY = 2500  # cells; larger boards get half the frames, because each frame changes much of the picture
_SHORTEST, _LONGEST, _WHOLE, _HELD = 80, 700, 16_000, 3000  # milliseconds
_DRAWN, _QUICKEST = 450, 20  # milliseconds for a winning line; browsers slow down shorter frames
_CLEAR = 255  # the palette index of pixels that a frame leaves unchanged


def picture(board: Board, look: Look, view: View | None = None, cell: int | None = None) -> bytes:
    """Return a board as PNG. By default, the view is as much as a phone can show.

    The longer side has at most 1,600 pixels. cell is the largest size of a cell, by default 288 pixels.
    """
    layout = Layout.of(board.rules, view or View.of(board), PICTURE_SIDE, cell or PICTURE_CELL)
    image = draw(board, layout, look)
    image.putpalette(palette(look))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def replay(board: Board, look: Look, start: int = 0) -> bytes:
    """Return the game from its first move to its last as an animated GIF that repeats after 3 seconds.

    Each frame has a move, or several moves if there would be more than FRAMES (half of them on a large board). The
    first `start` moves are in the first frame. A frame has only the cells that change. The last frames draw the winning
    line, cell by cell.
    """
    layout = Layout.of(board.rules, View.of_game(board), REPLAY_SIDE, REPLAY_CELL)
    cells = sum(len(panel.rows) * len(panel.cols) for panel in layout.view.panels)
    groups = _groups(start, len(board.plies), FRAMES if cells <= _MANY else FRAMES // 2)
    pause = min(max(_WHOLE // len(groups), _SHORTEST), _LONGEST)
    line, last = board.outcome.line if board.outcome else (), draw(board, layout, look)
    moves = _frames(tuple(board.plies), groups if line else groups[:-1], layout, look)
    frames = [_gif_frame(image, at, pause) for image, at in moves]
    for cell in line:
        if frame := layout.frame_of(cell):
            box = layout.box(frame, cell)
            frames.append(_gif_frame(last.crop(box), box[:2], max(_DRAWN // len(line), _QUICKEST)))
    frames.append(_gif_frame(last, (0, 0), _HELD))
    return b"".join((_gif_head(layout.size, palette(look)), *frames, b";"))


def _groups(start: int, plies: int, frames: int) -> list[range]:
    """Return the numbers of the plies that each frame adds, at least one frame. The first adds those before start."""
    step = max(-(-(plies - start) // frames), 1)
    first = [range(start)] if start else []
    return first + [range(first_ply, min(first_ply + step, plies)) for first_ply in range(start, max(plies, 1), step)]


def _frames(
    plies: Sequence[Cell], groups: Sequence[range], layout: Layout, look: Look
) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Yield the changes of each frame, and their position."""
    canvas, stamps = draw_grid(layout), draw_marks(layout, look)
    framed, unframed = (0, 0, *layout.size), canvas  # the last move's box, and its cell without the frame
    for group in groups:
        boxes = [framed]
        canvas.paste(unframed, framed)
        for number in group:
            frame = layout.frame_of(plies[number])
            assert frame is not None, "the view of a game has all its moves"
            put_mark(canvas, layout, frame, plies[number], stamps[Mark.O if number % 2 else Mark.X, False])
            boxes.append(layout.box(frame, plies[number]))
        framed = boxes[-1]
        unframed = canvas.crop(framed)
        put_last(canvas, layout, plies[group[-1]])
        yield _patch(canvas, boxes)


def _patch(canvas: Image.Image, boxes: Sequence[Box]) -> tuple[Image.Image, tuple[int, int]]:
    """Return the boxes of an image on a transparent background, and their position."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top = min(lefts), min(tops)
    patch = Image.new("L", (max(rights) - left, max(bottoms) - top), _CLEAR)
    for box in boxes:
        patch.paste(canvas.crop(box), (box[0] - left, box[1] - top))
    return patch, (left, top)


def _gif_head(size: tuple[int, int], palette: bytes) -> bytes:
    """Return the head of a GIF that repeats forever, with one palette for all frames.

    Source: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, 17 to 19 and 26; Netscape's looping extension.
    """
    screen = pack("<HHBBB", *size, 0b1111_0111, 0, 0)  # a global palette of 2 ** (7 + 1) colors
    return b"GIF89a" + screen + palette.ljust(768, b"\0") + b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"


def _gif_frame(image: Image.Image, at: tuple[int, int], pause: int) -> bytes:
    """Return a frame that the next one is drawn over. Pillow's own animations need all frames in full, at once."""
    return b"".join(GifImagePlugin.getdata(image, at, duration=pause, transparency=_CLEAR, disposal=1))
