"""The pairing of the whole plane, and the expert's defense with it."""

from itertools import product
from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from engine.budget import Budget
from engine.expert.periodic import PERIOD, SHORTEST, partner
from engine.expert.search import choose
from engine.players import Reason
from tests.engine.naive import DIRECTIONS, NaiveBoard

ONE_PERIOD = [Cell(*cell) for cell in product(range(PERIOD, 2 * PERIOD), repeat=2)]  # stands for all of the plane


@pytest.mark.parametrize("cell", ONE_PERIOD)
def test_partner_cells_are_neighbors_and_mutual(cell: Cell) -> None:
    assert partner(partner(cell)) == cell
    assert max(abs(cell.row - partner(cell).row), abs(cell.col - partner(cell).col)) == 1


@pytest.mark.parametrize(("down", "right"), DIRECTIONS)
def test_every_window_of_the_plane_holds_a_pair(down: int, right: int) -> None:
    for row, col in ONE_PERIOD:
        window = [Cell(row + step * down, col + step * right) for step in range(SHORTEST)]
        assert any(partner(cell) in window for cell in window)


def attacked(naive: NaiveBoard, attacker: int, random: Random) -> tuple[int, int]:
    """Return a cell of one of the attacker's fullest live windows."""
    live = [window for window in naive.windows if all(naive.marks.get(cell) != 3 - attacker for cell in window)]
    fullest = max((sum(cell in naive.marks for cell in window) for window in live), default=0)
    windows = [window for window in live if sum(cell in naive.marks for cell in window) == fullest]
    cells = random.choice(windows) if windows else naive.cells
    return random.choice([cell for cell in cells if cell not in naive.marks])


@pytest.mark.parametrize(("m", "n", "k"), [(12, 12, 9), (13, 11, 10), (10, 17, 9)])
@pytest.mark.parametrize("expert", Mark)
def test_the_expert_keeps_a_pair_in_every_window(m: int, n: int, k: int, expert: Mark) -> None:
    random, board, naive = Random(5), Board(Rules(m, n, k)), NaiveBoard(m, n, k)
    windows, won = naive.windows, False
    while not board.outcome:
        mine = board.turn is expert
        if mine:
            choice = choose(board, Budget(20), random)
            cell, won = choice.cell, won or choice.reason is Reason.FORCED
        else:
            cell = Cell(*attacked(naive, 3 - expert, random))
        naive.marks[cell] = int(board.turn)
        board.push(cell)
        windows = [window for window in windows if all(naive.marks.get(each) != expert for each in window)]
        for window in windows if mine and not won else []:
            empty = [Cell(*each) for each in window if each not in naive.marks]
            assert any(partner(each) in empty for each in empty)
    assert board.outcome.winner is expert or not won
    assert board.outcome.winner is not expert.other


def test_the_expert_holds_if_lines_are_too_long_to_search() -> None:
    random, board = Random(2), Board(Rules(20, 20, 16))
    naive = NaiveBoard(20, 20, 16)
    while not board.outcome and len(board.plies) < 150:
        cell = choose(board, Budget(1), random).cell if board.turn is Mark.O else Cell(*attacked(naive, 1, random))
        naive.marks[cell] = int(board.turn)
        board.push(cell)
    assert not board.outcome or board.outcome.winner is not Mark.X
