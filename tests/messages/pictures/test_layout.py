"""The part of a board in a picture, and the size of the picture on a phone."""

from itertools import product

import pytest

from bot.game.preferences import Shape
from bot.messages.pictures.layout import CROPPED, Layout, View
from bot.messages.pictures.picture import PICTURE_CELL, PICTURE_SIDE
from bot.messages.pictures.shapes import stamp
from bot.messages.scrolling import Window
from engine import Board, Cell, Rules
from tests.messages.states import played

PHONE = (390, 600)  # what of a screen of 390 by 844 is left beside the bars of Discord
SIDES = range(2, 101)


def shown_on_phone(layout: Layout) -> float:
    """Return the factor by which a phone scales a picture."""
    return min(screen / side for screen, side in zip(PHONE, layout.size, strict=True))


def test_every_mark_is_at_least_12_pixels_wide_on_a_phone() -> None:
    unit = 100
    boxes = {shape: stamp(shape, unit).getbbox() or (0, 0, 0, 0) for shape in Shape}
    least = min(max(right - left, bottom - top) for left, top, right, bottom in boxes.values()) / unit
    sizes = [(m, n) for m in SIDES for n in SIDES[m % 7 :: 7]]
    for m, n in [(26, 20), (61, 5), *sizes]:  # the smallest marks, the smallest numbers
        scattered = played(m, n, max(m, n), (0, 0), (m - 1, n - 1))
        layout = Layout.of(scattered.rules, View.of(scattered), PICTURE_SIDE, PICTURE_CELL)
        assert (layout.cell - layout.stroke) * least * shown_on_phone(layout) >= 12, (m, n)
        assert layout.font * shown_on_phone(layout) >= 7.4, (m, n)


@pytest.mark.parametrize(("m", "n"), [(3, 3), (26, 20), (26, 2), (2, 20)])
def test_a_board_that_fits_a_phone_is_shown_whole(m: int, n: int) -> None:
    assert View.of(played(m, n, 2, (0, 0))) == View((Window(range(m), range(n)),))


def test_a_long_board_is_split_into_panels() -> None:
    long, tall = (View.of(Board(Rules(m, n, 5))) for m, n in ((2, 100), (100, 2)))

    assert long.panels == tuple(Window(range(2), range(start, start + 20)) for start in range(0, 100, 20))
    assert tall.panels == tuple(Window(range(start, start + 25), range(2)) for start in range(0, 100, 25))
    assert (long.beside, tall.beside) == (False, True)


@pytest.mark.parametrize("side", [27, 100])
def test_the_played_part_of_a_large_board_is_shown_with_a_map(side: int) -> None:
    view = View.of(played(side, side, 5, (12, 12), (14, 17), (20, 20)))

    assert view == View((Window(range(10, 23), range(10, 23)),), has_map=True)


def test_the_last_moves_are_shown_if_the_game_is_spread_out() -> None:
    board = played(100, 100, 5, (0, 0), (99, 99), (50, 50), (52, 53))

    [panel] = View.of(board).panels

    assert [cell in panel for cell in board.plies] == [False, False, True, True]


def test_a_winning_line_takes_precedence_over_the_last_moves() -> None:
    board = played(60, 60, 5, (0, 0), (20, 20), (1, 1), (19, 19), (2, 2), (18, 18), (4, 4), (20, 5), (3, 3))
    assert board.outcome

    [panel] = View.of(board).panels

    assert all(cell in panel for cell in board.outcome.line)


@pytest.mark.parametrize(("m", "n"), list(product([2, 5, 27, 100], [2, 9, 21, 100])))
def test_the_last_move_is_always_in_view(m: int, n: int) -> None:
    for last in product({0, m // 2, m - 1}, {0, n // 2, n - 1}):
        first = next(cell for cell in product((0, m - 1), (0, n - 1)) if cell != last)
        view = View.of(played(m, n, max(m, n), first, last))
        assert any(Cell(*last) in panel for panel in view.panels)
        assert view.panels[0].rows.stop <= m
        assert view.panels[0].cols.stop <= n
        assert not view.has_map or all(max(len(panel.rows), len(panel.cols)) <= CROPPED for panel in view.panels)


def test_a_replay_shows_the_whole_played_part() -> None:
    board = played(100, 100, 5, (5, 5), (60, 40), (7, 9))

    assert View.of_game(board).panels == (Window(range(3, 63), range(3, 43)),)


def test_an_empty_board_is_shown_around_its_middle() -> None:
    [panel] = View.of(Board(Rules(100, 100, 5))).panels

    assert Cell(50, 50) in panel
    assert View.of_game(Board(Rules(100, 100, 5))).panels == (panel,)


@pytest.mark.parametrize(("m", "n"), [(3, 3), (2, 100), (100, 2), (100, 100), (100, 5), (5, 100), (40, 40)])
def test_the_panels_and_the_map_of_a_picture_never_overlap(m: int, n: int) -> None:
    board = played(m, n, 2, (0, 0))
    view = View.of(board)
    layout = Layout.of(board.rules, view, PICTURE_SIDE, PICTURE_CELL)
    width, height = layout.size
    boxes = [layout.grid(frame) for frame in layout.frames]
    if view.has_map:
        (x, y), (wide, high) = layout.map_corner, layout.map_size
        boxes.append((x, y, x + wide, y + high))
    for number, (left, top, right, bottom) in enumerate(boxes):
        assert 0 < left < right < width
        assert 0 < top < bottom < height
        for other_left, other_top, other_right, other_bottom in boxes[:number]:
            apart = max(left - other_right, other_left - right, top - other_bottom, other_top - bottom)
            assert apart >= layout.margin[1] - 1
