"""The cells that would complete a line, and the lines that still can be, against a scan of the whole board."""

from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from tests.engine.naive import NaiveBoard


@pytest.mark.parametrize("seed", range(25))
def test_winning_moves_are_those_of_a_scan_whatever_happened_since_they_were_asked_for(seed: int) -> None:
    random = Random(seed)
    rules = Rules(random.randint(1, 9), random.randint(1, 9), random.randint(1, 6))
    board, naive = Board(rules), NaiveBoard(rules.m, rules.n, rules.k)
    often = random.random()
    for _ in range(80):
        if naive.marks and (naive.is_over() or random.random() < 0.3):
            for _ in range(random.choice([1, min(2, len(naive.marks)), len(naive.marks)])):
                assert board.pop() == naive.marks.popitem()[0]
        else:
            cell = random.choice([cell for cell in naive.cells() if cell not in naive.marks])
            naive.marks[cell] = 1 + len(naive.marks) % 2
            board.push(Cell(*cell))
        if random.random() < 0.1:
            original, board = board, board.copy()
            original.winning_moves(Mark.X)  # what the original is asked doesn't matter to the copy
        if random.random() < often:
            assert [board.winning_moves(mark) for mark in Mark] == [naive.winning_moves(mark) for mark in Mark]


@pytest.mark.parametrize("seed", range(15))
def test_dead_boards_are_seen_at_once_and_undo_revives_them(seed: int) -> None:
    random = Random(seed)
    rules = Rules(random.randint(2, 4), random.randint(2, 5), random.randint(2, 4))
    board, naive = Board(rules), NaiveBoard(rules.m, rules.n, rules.k)
    for _ in range(60):
        if naive.marks and (naive.is_over() or random.random() < 0.3):
            for _ in range(random.randint(1, len(naive.marks))):
                board.pop()
                naive.marks.popitem()
        else:
            cell = random.choice([cell for cell in naive.cells() if cell not in naive.marks])
            naive.marks[cell] = 1 + len(naive.marks) % 2
            board.push(Cell(*cell))
        if random.random() < 0.8:
            assert board.is_dead == naive.is_dead()
        if random.random() < 0.1:
            board = board.copy()


def test_a_dead_board_of_a_million_cells_revives_with_undo() -> None:
    board = Board(Rules(1, 1_000_000, 600_000))  # every line holds the two cells in the middle
    board.push(Cell(0, 500_000))
    assert not board.is_dead
    board.push(Cell(0, 500_001))
    assert board.is_dead
    board.push(Cell(0, 0))
    assert board.is_dead
    board.pop()
    board.pop()
    board.push(Cell(0, 1))
    assert not board.is_dead
