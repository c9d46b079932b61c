"""Computer players in games with the swap rule."""

from itertools import product
from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from engine.budget import Budget
from engine.coach.findings import Why
from engine.coach.hint import hint
from engine.expert.deepening import SURE
from engine.expert.search import choose, swap_score
from engine.players import Reason, classic_swaps, easy_swaps
from tests.engine.boards import played
from tests.engine.naive import NaiveBoard
from tests.engine.referee import Referee

SMALL = [(2, 2, 2), (3, 3, 3), (4, 3, 3), (5, 2, 2), (2, 5, 3), (7, 1, 2), (12, 1, 3), (3, 4, 4)]
BUDGET = 20_000


@pytest.mark.parametrize(("m", "n", "k"), SMALL)
def test_the_expert_takes_x_only_where_x_wins(m: int, n: int, k: int) -> None:
    truth = Referee(m, n, k)
    for cell in product(range((m + 1) // 2), range((n + 1) // 2)):  # the others are like them
        winner = truth.winner([cell])
        board = played(Rules(m, n, k), cell)
        sign = swap_score(board, Budget(BUDGET), Random(1))
        assert (sign > SURE, sign < -SURE) == (winner == Mark.X, winner == Mark.O)
        choice = choose(board, Budget(BUDGET), Random(1), swap=True)
        assert (choice.reason is Reason.SWAP) == (winner == Mark.X), cell
        assert choice.cell == Cell(*cell) or choice.cell in board.legal_moves


@pytest.mark.parametrize(("m", "n", "k"), SMALL)
def test_the_expert_opens_on_a_drawn_cell_if_there_is_one(m: int, n: int, k: int) -> None:
    truth = Referee(m, n, k)
    even = {cell for cell in product(range(m), range(n)) if truth.winner([cell]) == 0}
    for seed in range(2):
        choice = choose(Board(Rules(m, n, k)), Budget(BUDGET), Random(seed), swap=True)
        assert choice.cell in (even or set(product(range(m), range(n))))


@pytest.mark.parametrize(("side", "k", "swaps"), [(15, 5, True), (40, 5, True), (20, 9, False)])
def test_the_expert_takes_x_in_the_middle_unless_all_is_drawn(side: int, k: int, swaps: bool) -> None:
    for cell, takes in (((side // 2, side // 2), swaps), ((0, 0), False)):
        choice = choose(played(Rules(side, side, k), cell), Budget(5_000), Random(1), swap=True)
        assert (choice.reason is Reason.SWAP) is takes


def test_the_expert_restores_the_board_and_repeats_its_move() -> None:
    board = Board(Rules(6, 6, 5))
    chosen = {choose(board, Budget(2_000), Random(3), swap=True) for _ in range(2)}
    assert (len(chosen), list(board.plies)) == (1, [])


@pytest.mark.parametrize(("m", "n", "k"), [*SMALL, (6, 5, 4), (7, 7, 5)])
def test_the_classic_player_takes_x_on_a_cell_with_most_lines(m: int, n: int, k: int) -> None:
    naive = NaiveBoard(m, n, k)
    lines = {cell: sum(cell in window for window in naive.windows) for cell in naive.cells}
    for cell in naive.cells:
        assert classic_swaps(played(Rules(m, n, k), cell), Random(1)) == (lines[cell] == max(lines.values())), cell


def test_the_easy_player_takes_x_at_random() -> None:
    random = Random(1)
    assert {easy_swaps(played(Rules(3, 3, 3), (0, 0)), random) for _ in range(20)} == {True, False}


def test_a_hint_never_gives_away_a_won_first_mark() -> None:
    first = hint(Board(Rules(6, 6, 6)), Budget(BUDGET), Random(1), swap=True)
    assert first.why is Why.EVEN
    lost = hint(played(Rules(4, 3, 3), (1, 1)), Budget(BUDGET), Random(1), swap=True)
    assert lost.why is Why.TAKES_X


@pytest.mark.parametrize("cell", [*product(range(3), range(3))])
def test_no_hint_names_an_only_move_if_x_can_be_taken(cell: tuple[int, int]) -> None:
    found = hint(played(Rules(3, 3, 3), cell), Budget(BUDGET), Random(1), swap=True)
    assert found.why in {Why.DRAWS, Why.BEST}
