"""The plies and the legal moves of a board: sequences that change with it."""

import copy
import pickle
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from engine import Board, Cell, Mark, Rules
from engine.cells import LegalMoves
from tests.engine.boards import played, random_board

VIEWS: list[Callable[[Board], Sequence[Cell]]] = [lambda board: board.plies, lambda board: board.legal_moves]
NO_CELLS: list[Any] = [(), (0,), (0, 0, 0), (0.5, 0), ("a", 0), ("", ""), (None, None), "a1", [0, 0], 5, None, Cell]


def test_views_change_with_the_board() -> None:
    board = Board(Rules(2, 2, 2))
    plies, legal_moves = board.plies, board.legal_moves
    for cell in (Cell(0, 0), Cell(1, 1)):
        board.push(cell)
    assert plies == [(0, 0), (1, 1)]
    assert legal_moves == [(0, 1), (1, 0)]


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_behaves_like_a_tuple_of_its_cells(view: Callable[[Board], Sequence[Cell]]) -> None:
    for seed in range(20):
        random = Random(seed)
        rules = Rules(random.randint(1, 5), random.randint(1, 5), random.randint(2, 4))
        found = view(random_board(random, rules, random.randint(0, 12)))
        cells = tuple(found)
        assert isinstance(found, Sequence)
        assert len(found) == len(cells)
        assert bool(found) == bool(cells)
        assert found == cells == found
        assert found == list(cells)
        assert found != (*cells, Cell(9, 9))
        assert found != "cells"
        assert tuple(reversed(found)) == cells[::-1]
        assert [found[at] for at in range(-len(cells), len(cells))] == [*cells, *cells]
        for part in (slice(None), slice(1, 3), slice(None, None, -2), slice(-3, None)):
            assert found[part] == cells[part]
        for at in (len(cells), -len(cells) - 1, 10**9, -(10**9)):
            with pytest.raises(IndexError):
                found[at]
        assert [(found.index(cell), found.count(cell), cell in found) for cell in cells] == [
            (at, 1, True) for at in range(len(cells))
        ]
        assert Random(seed).sample(found, len(cells)) == Random(seed).sample(cells, len(cells))
        assert {**dict.fromkeys(found)} == dict.fromkeys(cells)
        assert repr(found) == f"{type(found).__name__}({list(cells)})"
        assert copy.deepcopy(found) == pickle.loads(pickle.dumps(found)) == cells  # noqa: S301


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_contains_only_cells(view: Callable[[Board], Sequence[Cell]]) -> None:
    found = view(played(Rules(3, 3, 3), (1, 1)))
    for value in [*NO_CELLS, (9, 9), (-1, 0)]:
        assert value not in found
        assert found.count(value) == 0
        with pytest.raises(ValueError):  # noqa: PT011 - Python's own, without a message in some versions
            found.index(value)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_takes_only_whole_numbers_as_indices(view: Callable[[Board], Sequence[Any]]) -> None:
    found: Any = view(played(Rules(3, 3, 3), (1, 1)))
    for at in ("a", 0.0, None, (0, 0)):
        with pytest.raises(TypeError, match="integer"):
            found[at]
    with pytest.raises(TypeError, match="unhashable"):
        hash(found)


def test_no_move_is_legal_once_a_line_is_complete() -> None:
    board = played(Rules(3, 3, 3), (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    assert not board.legal_moves
    assert list(board.legal_moves) == []
    assert len(board.legal_moves) == 0
    assert Cell(2, 2) not in board.legal_moves
    assert board.all_winning_moves() == ([], [])
    assert [board.winning_moves(mark) for mark in Mark] == [[], []]
    for at in (0, -1, 3):
        with pytest.raises(IndexError):
            board.legal_moves[at]
    board.pop()
    assert len(board.legal_moves) == 5
    assert board.winning_moves(Mark.X) == [(0, 2)]


def test_a_loop_over_the_legal_moves_plays_a_whole_game() -> None:
    random, winners = Random(1), set[Mark | None]()
    for _ in range(60):
        board = Board(Rules(3, 3, 3))
        moves = board.legal_moves
        while moves:
            board.push(random.choice(moves))
        assert board.outcome
        winners.add(board.outcome.winner)
    assert winners == {Mark.X, Mark.O, None}


def test_the_legal_moves_of_a_large_board_are_searched_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search by index, one bisection per cell, would take O(m * n) bisections."""
    looks = 0

    def counted(moves: LegalMoves, at: int) -> Cell:
        nonlocal looks
        looks += 1
        return getitem(moves, at)

    getitem: Any = LegalMoves.__getitem__
    monkeypatch.setattr(LegalMoves, "__getitem__", counted)
    moves = Board(Rules(100, 100, 5)).legal_moves
    assert moves.index(Cell(99, 99)) == 9999
    assert next(iter(reversed(moves))) == (99, 99)
    assert looks == 0
