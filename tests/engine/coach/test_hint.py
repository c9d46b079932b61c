"""Hints: each claim is checked by brute force on small boards."""

from random import Random

import pytest

from engine import Board, Cell, Rules
from engine.budget import Budget
from engine.coach.findings import Hint, Why
from engine.coach.hint import hint
from tests.engine.boards import played
from tests.engine.coach.brute import Brute
from tests.engine.coach.claims import check_hint
from tests.engine.coach.games import GAMES, finished
from tests.engine.coach.solver import Solver


@pytest.mark.parametrize(("size", "games"), GAMES.items())
def test_every_claim_holds(size: tuple[int, int, int], games: int) -> None:
    random, brute, solver = Random(8), Brute(*size), Solver(*size)
    for _ in range(games):
        plies = finished(Rules(*size), random)
        number = random.randrange(len(plies))
        board = Board.replay(Rules(*size), plies[:number])
        check_hint(hint(board, Budget(60_000), random), board, brute, solver)


def test_an_open_row_is_stopped_where_nothing_is_proven() -> None:
    board = played(Rules(15, 15, 5), (7, 7), (0, 0), (7, 8), (0, 14), (7, 9))
    found = hint(board, Budget(4_000), Random(1))
    assert found.why in {Why.STOPS_OPEN, Why.LOSES, Why.ONLY}
    assert found.cell.row == 7


def test_on_a_board_too_large_to_search_the_evident_is_said() -> None:
    pairs = [((row, 50), (70, 3 * row)) for row in range(4)]
    board = played(Rules(100, 100, 5), *[cell for pair in pairs for cell in pair])
    assert hint(board, Budget(1_000), Random(1)) == Hint(Cell(4, 50), Why.WINS_NOW)
    board.push(Cell(99, 99))
    assert hint(board, Budget(1_000), Random(1)) == Hint(Cell(4, 50), Why.BLOCKS)


def test_late_it_still_hints_at_a_cell() -> None:
    found = hint(Board(Rules(15, 15, 5)), Budget(1_000, lambda: True), Random(1))
    assert found.why is Why.BEST
