"""The window over a large board stays where the players fight."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.messages import scrolling
from bot.messages.scrolling import LENGTH
from engine import Cell, Rules

LARGE = Rules(100, 60, 5)
moves = st.lists(st.builds(Cell, st.integers(0, 99), st.integers(0, 59)), max_size=60).map(tuple)


def starts(plies: tuple[Cell, ...]) -> list[Cell]:
    """Return the window's corner after each ply, from none on."""
    return [scrolling.window_after(LARGE, plies[:count]).corner for count in range(len(plies) + 1)]


def test_it_begins_in_the_middle() -> None:
    assert scrolling.window_after(LARGE, ()) == (range(43, 56), range(23, 36))


def test_moves_in_sight_leave_it_where_it_is() -> None:
    assert set(starts((Cell(43, 23), Cell(55, 35), Cell(50, 30)))) == {Cell(43, 23)}


def test_a_move_out_of_sight_pulls_it_just_so_far_that_it_is_in_sight() -> None:
    assert starts((Cell(42, 30), Cell(56, 40), Cell(99, 0)))[1:] == [Cell(42, 23), Cell(44, 28), Cell(87, 0)]


def test_a_move_that_is_taken_back_takes_it_back() -> None:
    plies = (Cell(50, 30), Cell(80, 30))
    assert scrolling.window_after(LARGE, plies[:1]) == scrolling.window_after(LARGE, ())


@given(moves)
def test_it_moves_only_as_far_as_the_move_needs(plies: tuple[Cell, ...]) -> None:
    for (before, after), played in zip(pairwise(starts(plies)), plies, strict=True):
        for axis in range(2):
            nearest = max(before[axis], played[axis] - LENGTH + 1) if played[axis] > before[axis] else played[axis]
            assert after[axis] == nearest


@given(moves)
def test_the_last_two_moves_are_in_sight_unless_they_are_too_far_apart(plies: tuple[Cell, ...]) -> None:
    rows, cols = scrolling.window_after(LARGE, plies)
    for played in plies[-1:]:
        assert played.row in rows
        assert played.col in cols
    for last, before in zip(plies[-1:], plies[-2:-1], strict=False):
        assert before.row in rows or abs(before.row - last.row) >= LENGTH
        assert before.col in cols or abs(before.col - last.col) >= LENGTH


@pytest.mark.parametrize("sides", [(26, 26), (2, 2), (13, 26)])
def test_a_board_that_fits_is_whole(sides: tuple[int, int]) -> None:
    rules = Rules(*sides, 2)
    assert scrolling.is_whole(rules)
    assert scrolling.window_after(rules, (Cell(1, 1),)) == (range(sides[0]), range(sides[1]))


@pytest.mark.parametrize("sides", [(27, 2), (2, 27), (27, 27), (100, 100)])
def test_a_longer_side_is_cut(sides: tuple[int, int]) -> None:
    assert not scrolling.is_whole(Rules(*sides, 2))
