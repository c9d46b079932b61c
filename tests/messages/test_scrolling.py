"""The window over a large board follows the moves."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import scrolling
from bot.messages.scrolling import LENGTH, MARGIN
from engine import Cell, Rules

LARGE = Rules(100, 60, 5)
moves = st.lists(st.builds(Cell, st.integers(0, 99), st.integers(0, 59)), max_size=60).map(tuple)


def starts(plies: tuple[Cell, ...]) -> list[Cell]:
    """Return the window's corner before the first ply and after each."""
    return [scrolling.window_after(LARGE, plies[:count]).corner for count in range(len(plies) + 1)]


def test_the_window_starts_in_the_middle() -> None:
    assert scrolling.window_after(LARGE, ()) == (range(43, 56), range(23, 36))


@given(moves)
def test_the_window_moves_only_as_far_as_needed(plies: tuple[Cell, ...]) -> None:
    for (before, after), move in zip(pairwise(starts(plies)), plies, strict=True):
        for axis, side in enumerate((LARGE.m, LARGE.n)):
            least, most = move[axis] + MARGIN + 1 - LENGTH, move[axis] - MARGIN
            nearest = min(max(before[axis], least), most)
            assert after[axis] == min(max(nearest, 0), side - LENGTH)


@pytest.mark.parametrize(("move", "corner"), [((2, 3), (0, 0)), ((20, 52), (16, 44)), ((97, 30), (87, 23))])
def test_a_first_move_far_from_the_middle_is_not_in_a_corner(move: tuple[int, int], corner: tuple[int, int]) -> None:
    assert scrolling.window_after(LARGE, (Cell(*move),)).corner == corner


@given(moves)
def test_the_window_shows_the_last_two_moves_if_they_fit(plies: tuple[Cell, ...]) -> None:
    rows, cols = scrolling.window_after(LARGE, plies)
    for last_move in plies[-1:]:
        assert last_move.row in rows
        assert last_move.col in cols
    for last, before in zip(plies[-1:], plies[-2:-1], strict=False):
        assert before.row in rows or abs(before.row - last.row) >= LENGTH - MARGIN
        assert before.col in cols or abs(before.col - last.col) >= LENGTH - MARGIN


@pytest.mark.parametrize("sides", [(26, 26), (2, 2), (13, 26), (27, 2), (2, 27), (27, 27), (100, 100)])
def test_a_board_is_shown_whole_up_to_26_by_26(sides: tuple[int, int]) -> None:
    rules = Rules(*sides, 2)
    assert scrolling.is_whole(rules) == (max(sides) <= 26)
    assert (scrolling.window_after(rules, (Cell(1, 1),)) == (range(sides[0]), range(sides[1]))) == (max(sides) <= 26)


@given(moves)
def test_the_part_beside_a_picture_is_small_and_around_the_last_moves(plies: tuple[Cell, ...]) -> None:
    part = scrolling.beside_picture(LARGE, plies)
    assert (len(part.rows), len(part.cols)) == (5, 13)
    for last in plies[-1:]:
        assert last in part
    for last, before in zip(plies[-1:], plies[-2:-1], strict=False):
        assert before in part or abs(before.row - last.row) >= 5 or abs(before.col - last.col) >= 13


@pytest.mark.parametrize(("k", "is_whole"), [(5, True), (6, False)])
def test_the_part_beside_a_picture_has_the_winning_line_if_it_fits(k: int, is_whole: bool) -> None:
    line = tuple(Cell(40 + step, 20 + step) for step in range(k))
    plies = (*line[:-1], Cell(90, 3), line[-1])
    part = scrolling.beside_picture(LARGE, plies, line)
    assert line[-1] in part
    assert all(cell in part for cell in line) == is_whole


@pytest.mark.parametrize("sides", [(2, 14), (14, 2), (14, 14), (100, 3)])
def test_the_part_beside_a_picture_is_no_larger_than_the_board(sides: tuple[int, int]) -> None:
    part = scrolling.beside_picture(Rules(*sides, 2), (Cell(0, 1), Cell(1, 0)))
    assert part == (range(min(sides[0], 5)), range(min(sides[1], 13)))
