"""The cells that would complete a line, asked for after one ply or after many, against a scan of the whole board."""

from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from tests.engine.naive import NaiveBoard


@pytest.mark.parametrize("seed", range(60))
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
