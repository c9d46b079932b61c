"""Windows of k cells: all of them, and whether a side can still fill one."""

from random import Random

import pytest

from engine import Board, Cell, Rules
from engine.cells import cell_at
from engine.windows import Windows
from tests.engine.naive import NaiveBoard


@pytest.mark.parametrize("rules", [Rules(3, 3, 3), Rules(4, 6, 3), Rules(6, 4, 5), Rules(1, 5, 2), Rules(3, 2, 3)])
def test_every_window_is_numbered_once(rules: Rules) -> None:
    windows, number = Windows(rules), 0
    found: list[list[Cell]] = []
    while places := windows[number]:
        found.append(sorted(cell_at(place, rules.n + 1) for place in places))
        number += 1
    assert sorted(found) == sorted(sorted(window) for window in NaiveBoard(rules.m, rules.n, rules.k).windows())


@pytest.mark.parametrize("seed", range(40))
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
