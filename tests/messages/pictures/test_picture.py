"""Pictures, compared by their structure and never by bytes."""

from io import BytesIO
from itertools import cycle, islice, pairwise, permutations, product

import pytest
from PIL import Image, ImageChops

from bot.game.preferences import Shape, Theme
from bot.messages.pictures.drawing import Ink
from bot.messages.pictures.layout import Frame, Layout, View
from bot.messages.pictures.picture import FRAMES, PICTURE_CELL, PICTURE_SIDE, REPLAY_CELL, REPLAY_SIDE, picture, replay
from bot.messages.styles import Look, palette
from engine import Board, Cell, Mark, Rules
from tests.messages.states import SIZES, played, shuffled

Color = tuple[int, ...]
MEBI = 2**20
THEMES = pytest.mark.parametrize("theme", Theme, ids=lambda theme: theme.name)
EVERY_SIZE = pytest.mark.parametrize(("m", "n"), SIZES)
# Each size in one theme, since themes differ only in their colors.
SIZES_AND_THEMES = pytest.mark.parametrize(
    ("m", "n", "theme"), [(m, n, theme) for (m, n), theme in zip(SIZES, cycle(Theme), strict=False)]
)


def open_image(file: bytes) -> Image.Image:
    return Image.open(BytesIO(file)).convert("RGB")


def layout_of(board: Board) -> Layout:
    return Layout.of(board.rules, View.of(board), PICTURE_SIDE, PICTURE_CELL)


def cells_of(layout: Layout) -> list[tuple[Frame, Cell]]:
    """Return the cells that a picture shows."""
    return [(frame, Cell(row, col)) for frame in layout.frames for row in frame.panel.rows for col in frame.panel.cols]


def frame_with(layout: Layout, cell: Cell) -> Frame:
    frame = layout.frame_of(cell)
    assert frame
    return frame


def color(theme: Theme, ink: Ink | None) -> Color:
    """Return the color of an ink, or of the paper."""
    start = 3 * (ink.full if ink is not None else 0)
    return tuple(palette(Look(theme))[start : start + 3])


def colors(image: Image.Image) -> set[Color]:
    counts = image.getcolors(image.width * image.height) or []
    return {value for _, value in counts if isinstance(value, tuple)}


def inside(image: Image.Image, layout: Layout, cell: Cell) -> Image.Image:
    """Return a cell without its lines and its frames."""
    left, top, right, bottom = layout.box(frame_with(layout, cell), cell)
    rim = 2 + layout.cell // 16
    return image.crop((left + rim, top + rim, right - rim, bottom - rim))


def mark_seen(image: Image.Image, theme: Theme, layout: Layout, cell: Cell) -> Mark | None:
    """Return the mark on a cell, recognized by its shape and independently by its color."""
    content = inside(image, layout, cell)
    inks = colors(content)
    by_color = {mark for mark, ink in ((Mark.X, Ink.X), (Mark.O, Ink.O)) if color(theme, ink) in inks}
    paper = image.getpixel((0, 0))
    center = content.getpixel((content.width // 2, content.height // 2))
    by_shape = {Mark.X} if center != paper else {Mark.O} if inks != {paper} else set()
    assert by_color == by_shape
    return by_shape.pop() if by_shape else None


def runs(pixels: list[object], paper: object) -> int:
    """Count the runs of pixels that aren't paper."""
    marks = [pixel != paper for pixel in pixels]
    return sum(now and not before for before, now in zip([False, *marks], marks, strict=False))


@SIZES_AND_THEMES
def test_the_grid_has_all_rows_and_columns_in_view(m: int, n: int, theme: Theme) -> None:
    board = Board(Rules(m, n, 2))

    image = open_image(picture(board, Look(theme)))

    layout = layout_of(board)
    paper = color(theme, None)
    for frame in layout.frames:
        left, top, right, bottom = layout.grid(frame)
        x, y = layout.center(frame, Cell(frame.panel.rows.start, frame.panel.cols.start))
        assert runs([image.getpixel((x, y)) for x in range(left, right)], paper) == len(frame.panel.cols) + 1
        assert runs([image.getpixel((x, y)) for y in range(top, bottom)], paper) == len(frame.panel.rows) + 1


@pytest.mark.parametrize(("m", "n"), [(2, 100), (100, 2), (20, 20), (26, 2), (2, 20), (100, 100)])
def test_neighboring_numbers_never_touch(m: int, n: int) -> None:
    board = played(m, n, 2)
    layout, image = layout_of(board), open_image(picture(board, Look()))
    for frame in layout.frames:
        left, top, right, bottom = layout.grid(frame)
        above = image.crop((left - layout.margin[0], top - layout.margin[1], right + layout.margin[0], top - 1))
        beside = image.crop((left - layout.margin[0], top, left - 1, bottom))
        assert labels(above, across=True, gap=layout.font // 2) == len(frame.panel.cols)
        assert labels(beside, across=False, gap=1) == len(frame.panel.rows)


def labels(strip: Image.Image, *, across: bool, gap: int) -> int:
    """Count the items on a strip of paper that are more than a gap apart."""
    paper = Image.new("RGB", strip.size, strip.getpixel((0, 0)))
    columns, rows = ImageChops.difference(strip, paper).getprojection()
    places = [place for place, is_drawn in enumerate(columns if across else rows) if is_drawn]
    return 1 + sum(after - before > gap for before, after in pairwise(places))


@SIZES_AND_THEMES
def test_every_cell_in_view_shows_its_mark(m: int, n: int, theme: Theme) -> None:
    board = shuffled(m, n, m * n // 2)
    if board.outcome:
        board.pop()

    image = open_image(picture(board, Look(theme)))

    layout = layout_of(board)
    for _, cell in cells_of(layout):
        assert mark_seen(image, theme, layout, cell) == board[cell], cell


@EVERY_SIZE
def test_every_picture_is_within_discords_limits(m: int, n: int) -> None:
    file = picture(shuffled(m, n, m * n), Look())

    width, height = open_image(file).size
    assert len(file) < 10 * MEBI
    assert 700 <= max(width, height) <= 1600
    assert min(width, height) >= 350


@SIZES_AND_THEMES
def test_corners_frame_the_last_move(m: int, n: int, theme: Theme) -> None:
    board = shuffled(m, n, m * n // 2)
    last = board.plies[-1]

    image = open_image(picture(board, Look(theme)))

    layout = layout_of(board)
    last_color = color(theme, Ink.LAST)
    left, top, right, bottom = layout.box(frame_with(layout, last), last)
    assert all(image.getpixel((x, y)) == last_color for x in (left, right - 1) for y in (top, bottom - 1))
    for frame, cell in cells_of(layout):
        if abs(cell.row - last.row) + abs(cell.col - last.col) > 2:
            assert image.getpixel(layout.box(frame, cell)[:2]) != last_color


@SIZES_AND_THEMES
def test_the_numbers_of_the_last_move_are_highlighted(m: int, n: int, theme: Theme) -> None:
    board = played(m, n, 2, (m - 1, n - 2))

    image = open_image(picture(board, Look(theme)))

    layout = layout_of(board)
    last = board.plies[-1]
    frame = frame_with(layout, last)
    left, top, right, bottom = layout.grid(frame)
    beside, above = layout.margin
    x, y = layout.center(frame, last)
    last_color = color(theme, Ink.LAST)
    near = [(left - beside, y - 3, left, y + 3), (x - 3, top - above, x + 3, top)]
    far = [(right, y - 3, right + beside, y + 3), (x - 3, bottom, x + 3, bottom + above)]
    assert all(last_color in colors(image.crop(side)) for side in near)
    assert all((last_color in colors(image.crop(side))) == (max(m, n) > 10) for side in far)
    assert last_color not in colors(image.crop((left, top - above, max(left, x - layout.font * 2), top)))


@pytest.mark.parametrize("side", [3, 15, 100])
@pytest.mark.parametrize(("step", "theme"), list(zip([(0, 1), (1, 0), (1, 1), (1, -1)], cycle(Theme), strict=False)))
def test_a_winning_line_is_tiles_in_the_color_of_the_winner(side: int, step: tuple[int, int], theme: Theme) -> None:
    down, right = step
    start = Cell(0, side - 1 if right < 0 else 0)
    line = [Cell(start.row + step * down, start.col + step * right) for step in range(3)]
    aside = [cell for cell in (Cell(2, 1), Cell(1, 2), Cell(1, 0), Cell(2, 0)) if cell not in line]
    before_win = played(side, side, 3, line[0], aside[0], line[1], aside[1])
    board = before_win.copy()
    board.push(line[2])

    image = open_image(picture(board, Look(theme)))

    layout = layout_of(board)
    for cell in line:
        content = inside(image, layout, cell)
        middle, edge = content.width // 2, content.width // 8
        assert content.getpixel((middle, middle)) == color(theme, None)
        assert content.getpixel((middle, edge)) == content.getpixel((edge, middle)) == color(theme, Ink.X)
    assert all(mark_seen(image, theme, layout, cell) is Mark.O for cell in aside[:2] if layout.frame_of(cell))
    image = open_image(picture(before_win, Look(theme)))
    before = layout_of(before_win)
    assert all(mark_seen(image, theme, before, cell) is before_win[cell] for cell in line if before.frame_of(cell))


@THEMES
def test_every_ink_has_enough_contrast_on_the_paper(theme: Theme) -> None:
    least = 7 if theme is Theme.CONTRAST else 4.5  # WCAG 2.2, 1.4.6 and 1.4.3: text, AAA and AA
    for ink in (Ink.NUMBER, Ink.X, Ink.O, Ink.LAST):
        assert contrast(color(theme, ink), color(theme, None)) >= least, ink
    for ink in (Ink.GRID, Ink.STRONG):  # WCAG 2.2, 1.4.11: graphics
        assert contrast(color(theme, ink), color(theme, None)) >= 3, ink
    assert contrast(color(theme, Ink.GRID), color(theme, Ink.STRONG)) >= 1.5


@THEMES
def test_marks_differ_in_color_and_have_enough_contrast(theme: Theme) -> None:
    for look in (Look(theme), *(Look(theme, x, o, has_marks=True) for x, o in permutations(Shape, 2))):
        colors = [tuple(palette(look)[3 * ink.full : 3 * ink.full + 3]) for ink in (Ink.X, Ink.O)]
        assert colors[0] != colors[1]
        assert all(contrast(one, color(theme, None)) >= (7 if theme is Theme.CONTRAST else 4.5) for one in colors)


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio of two colors. Source: WCAG 2.2, relative luminance."""

    def luminance(rgb: Color) -> float:
        parts = [part / 255 for part in rgb]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def durations(film: Image.Image, frames: int) -> list[int]:
    times: list[int] = []
    for frame in range(frames):
        film.seek(frame)
        times.append(film.info["duration"])
    return times


def frames_of(file: bytes) -> tuple[Image.Image, int]:
    film = Image.open(BytesIO(file))
    assert film.format == "GIF"
    return film, getattr(film, "n_frames", 1)


@pytest.mark.parametrize(("plies", "theme"), [*zip([0, 1, 9], Theme, strict=True)])
def test_a_replay_shows_the_board_after_each_ply(plies: int, theme: Theme) -> None:
    board = shuffled(6, 9, plies)
    whole = tuple(board.plies)

    film, frames = frames_of(replay(board, Look(theme)))

    assert frames == max(plies, 1)
    layout = replay_layout(board)
    for frame in range(plies):
        film.seek(frame)
        image = film.convert("RGB")
        now = played(6, 9, 9, *whole[: frame + 1])
        for cell in (Cell(row, col) for row in range(6) for col in range(9)):
            assert mark_seen(image, theme, layout, cell) == now[cell]
            corner = image.getpixel(layout.box(frame_with(layout, cell), cell)[:2]) == color(theme, Ink.LAST)
            assert corner or cell != whole[frame]
            assert not corner or abs(cell.row - whole[frame].row) + abs(cell.col - whole[frame].col) <= 2


def replay_layout(board: Board) -> Layout:
    return Layout.of(board.rules, View.of_game(board), REPLAY_SIDE, REPLAY_CELL)


def test_a_replay_loops_and_draws_the_winning_line_at_its_end() -> None:
    board = played(3, 3, 3, (1, 1), (0, 1), (0, 0), (0, 2), (2, 2))

    film, frames = frames_of(replay(board, Look(Theme.LIGHT)))

    assert film.info["loop"] == 0
    assert durations(film, frames) == [700] * 5 + [150] * 3 + [3000]
    layout = replay_layout(board)
    [frame] = layout.frames
    for number, won in ((4, 0), (5, 1), (6, 2), (7, 3), (8, 3)):
        film.seek(number)
        centers = [film.convert("RGB").getpixel(layout.center(frame, Cell(row, row))) for row in range(3)]
        assert centers == [color(Theme.LIGHT, None)] * won + [color(Theme.LIGHT, Ink.X)] * (3 - won)


@pytest.mark.parametrize(
    ("board", "number"),
    [
        (played(15, 15, 15, *islice(product(range(15), range(15)), 200)), FRAMES),
        (shuffled(100, 100, 10_000), FRAMES // 2),
    ],
)
def test_a_long_replay_is_small_and_short(board: Board, number: int) -> None:
    file = replay(board, Look())

    film, frames = frames_of(file)
    assert len(file) < 8_000_000
    assert frames == number
    assert 10_000 <= sum(durations(film, frames)) <= 20_000
