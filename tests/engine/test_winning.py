"""The cells that would complete a line, and the lines that still can be, against a scan of the whole board."""

from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from tests.engine.naive import NaiveBoard


@pytest.mark.parametrize("seed", range(24))
def test_winning_moves_and_dead_boards_are_those_of_a_scan_whatever_happened_since_the_last_question(seed: int) -> None:
    random = Random(seed)
    m, n, k = (9, 9, 6) if seed < 12 else (4, 5, 4)
    m, n, k = random.randint(1, m), random.randint(1, n), random.randint(1, k)
    board, naive = Board(Rules(m, n, k)), NaiveBoard(m, n, k)
    often = random.random()  # after many plies all is found anew, after few only what changed
    for _ in range(80):
        if naive.marks and (naive.is_over() or random.random() < 0.3):
            for _ in range(random.choice([1, min(2, len(naive.marks)), len(naive.marks)])):
                assert board.pop() == naive.marks.popitem()[0]
        else:
            cell = random.choice(naive.empty)
            naive.set(cell)
            board.push(Cell(*cell))
        if random.random() < 0.1:
            original, board = board, board.copy()
            original.winning_moves(Mark.X)  # what the original is asked doesn't matter to the copy
        if random.random() < often:
            assert [board.winning_moves(mark) for mark in Mark] == [naive.winning_moves(mark) for mark in Mark]
        if random.random() < 0.8:
            assert board.is_dead == naive.is_dead()


@pytest.mark.parametrize("text", ["xox/.../oxo 3", "x.o/o.x/x.o 3", ".ox/x.o/ox. 3", "xo./o.x/.xo 3"])
def test_a_board_with_a_single_open_line_in_any_direction_is_not_dead(text: str) -> None:
    assert not Board.from_text(text).is_dead


def test_a_dead_board_of_a_million_cells_revives_with_undo() -> None:
    board = Board(Rules(1, 1_000_000, 600_000))  # every line holds the two cells in the middle
    for col, is_dead in ((500_000, False), (500_001, True), (0, True)):
        board.push(Cell(0, col))
        assert board.is_dead is is_dead
    board.pop()
    board.pop()
    board.push(Cell(0, 1))
    assert not board.is_dead
