"""The symmetries of a board, its canonical key, its cells as bytes, and cells as numbers."""

from random import Random
from typing import Any

import pytest

from engine import Board, Cell, Rules
from tests.engine.boards import played, random_board


def images(cells: list[tuple[int, int]], m: int, n: int) -> list[list[tuple[int, int]]]:
    """Return the cells under each symmetry, by rotation and reflection."""
    found = []
    for turns in range(4):
        turned, rows, cols = cells, m, n
        for _ in range(turns):
            turned, rows, cols = [(col, rows - 1 - row) for row, col in turned], cols, rows
        if (rows, cols) == (m, n):
            found += [turned, [(row, cols - 1 - col) for row, col in turned]]
    return found


@pytest.mark.parametrize("seed", range(30))
def test_the_symmetries_are_the_rotations_and_reflections_of_the_game(seed: int) -> None:
    random = Random(seed)
    m, n = random.randint(1, 6), random.randint(1, 6)
    board = random_board(random, Rules(m, n, random.randint(1, 4)), random.randint(0, 20))
    board.winning_moves(board.turn)
    found = board.symmetries()
    assert sorted(tuple(image.plies) for image in found) == sorted(map(tuple, images(list(board.plies), m, n)))
    for image in found:
        twin = Board.replay(board.rules, image.plies)
        assert (image, image.outcome, image.is_dead) == (twin, twin.outcome, twin.is_dead)
        assert image.all_winning_moves() == twin.all_winning_moves()
        while image.plies:
            assert image.pop() == twin.pop()
            assert image == twin


@pytest.mark.parametrize("seed", range(30))
def test_the_canonical_key_has_the_smallest_cells_of_the_symmetries(seed: int) -> None:
    random = Random(seed)
    rules = Rules(*(random.choice([(1, 1), (1, 4), (3, 3), (3, 5), (5, 3), (15, 15), (17, 17)])), k=4)
    board = random_board(random, rules, random.randint(0, 30))
    assert board.canonical() == (rules, min(image.cells for image in board.symmetries()))
    assert {image.canonical() for image in board.symmetries()} == {board.canonical()}
    assert isinstance(hash(board.canonical()), int)


def test_the_positions_of_3_3_3_have_765_canonical_keys() -> None:
    """Source: the known number of positions up to symmetry."""
    keys, board = set[tuple[Rules, bytes]](), Board(Rules(3, 3, 3))

    def visit() -> None:
        if (key := board.canonical()) in keys:
            return
        keys.add(key)
        for cell in list(board.legal_moves):
            board.push(cell)
            visit()
            board.pop()

    visit()
    assert len(keys) == 765


def test_boards_that_differ_in_k_have_different_canonical_keys() -> None:
    assert Board(Rules(3, 3, 3)).canonical() != Board(Rules(3, 3, 2)).canonical()
    assert Board(Rules(3, 4, 3)).canonical() != Board(Rules(4, 3, 3)).canonical()


def test_the_cells_are_bytes_in_row_order() -> None:
    board = played(Rules(2, 3, 3), (0, 1), (1, 2), (1, 0))
    assert board.cells == bytes([0, 1, 0, 1, 0, 2]) == board.row(0) + board.row(1)
    rows = memoryview(board.cells).cast("B", (2, 3)).tolist()
    assert rows == [[board[row, col] or 0 for col in range(3)] for row in range(2)]


@pytest.mark.parametrize("index", [-1, 2, 3, 1.5, "0", None])
def test_a_row_off_the_board_is_refused(index: Any) -> None:
    with pytest.raises(IndexError, match="off the board"):
        Board(Rules(2, 3, 3)).row(index)


@pytest.mark.parametrize("rules", [Rules(1, 1, 1), Rules(3, 4, 3), Rules(4, 3, 3), Rules(1, 1000, 5)])
def test_cells_and_their_numbers_convert_into_each_other(rules: Rules) -> None:
    cells = list(Board(rules).legal_moves)
    assert [rules.index(cell) for cell in cells] == list(range(rules.m * rules.n))
    assert [rules.cell(index) for index in range(rules.m * rules.n)] == cells


def test_cells_and_numbers_off_the_board_are_refused() -> None:
    rules = Rules(3, 4, 3)
    for cell in (Cell(-1, 0), Cell(3, 0), Cell(0, -1), Cell(0, 4)):
        with pytest.raises(IndexError, match="off the board"):
            rules.index(cell)
    for index in (-1, 12, 10**20):
        with pytest.raises(IndexError, match="12 cells"):
            rules.cell(index)
