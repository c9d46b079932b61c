"""Hints on boards that are too large for brute force."""

from random import Random

from engine import Board, Cell, Rules
from engine.budget import Budget
from engine.coach.findings import Hint, Why
from engine.coach.hint import hint
from tests.engine.boards import played


def test_a_hint_stops_an_open_row_without_a_proof() -> None:
    board = played(Rules(15, 15, 5), (7, 7), (0, 0), (7, 8), (0, 14), (7, 9))
    found = hint(board, Budget(4_000), Random(1))
    assert found.why in {Why.STOPS_OPEN, Why.LOSES, Why.ONLY}
    assert found.cell.row == 7


def test_a_hint_names_the_obvious_move_on_a_huge_board() -> None:
    pairs = [((row, 50), (70, 3 * row)) for row in range(4)]
    board = played(Rules(100, 100, 5), *[cell for pair in pairs for cell in pair])
    assert hint(board, Budget(1_000), Random(1)) == Hint(Cell(4, 50), Why.WINS_NOW)
    board.push(Cell(99, 99))
    assert hint(board, Budget(1_000), Random(1)) == Hint(Cell(4, 50), Why.BLOCKS)


def test_a_late_hint_still_names_a_cell() -> None:
    found = hint(Board(Rules(15, 15, 5)), Budget(1_000, lambda: True), Random(1))
    assert found.why is Why.BEST
