"""Exact values, compared with the literature and the referee."""

from random import Random

import pytest

from engine import Board, Cell, Mark, Rules, Value
from engine.budget import Budget
from engine.expert.search import choose
from engine.expert.solve import prove, solve
from tests.engine.referee import Referee

VALUES = {
    None: [
        (4, 4, 4), (6, 4, 4), (6, 5, 5), (6, 6, 5), (6, 6, 6), (9, 9, 9), (3, 9, 4), (3, 3, 5), (9, 1, 3), (2, 2, 3),
        (8, 5, 5),
    ],
    Mark.X: [(2, 2, 2), (3, 5, 3), (4, 4, 3), (5, 5, 3), (7, 7, 3), (1, 1, 1)],
}  # fmt: skip


@pytest.mark.parametrize(("winner", "board"), [(winner, board) for winner in VALUES for board in VALUES[winner]])
def test_small_boards_are_solved_as_in_the_literature(winner: Mark | None, board: tuple[int, int, int]) -> None:
    found = prove(Board(Rules(*board)), Budget(100_000)).value
    assert found
    assert found.winner is winner


def test_known_values_are_not_used_after_the_first_ply() -> None:
    board = Board(Rules(3, 3, 3))
    board.push(Cell(1, 1))
    assert solve(board, Budget(0)).value is None
    assert solve(board, Budget(1000)).value == Value(None)


@pytest.mark.parametrize(("m", "n", "k"), [(3, 3, 3), (4, 3, 3), (1, 8, 3), (5, 2, 2), (3, 4, 2), (3, 4, 4)])
def test_values_match_the_referee_and_the_expert_keeps_them(m: int, n: int, k: int) -> None:
    referee, random, seen = Referee(m, n, k), Random(3), set[object]()
    for _ in range(15):
        board = Board(Rules(m, n, k))
        while not board.outcome:
            if board.key not in seen:
                seen.add(board.key)
                check(board, referee, random)
            board.push(random.choice(board.legal_moves))


def check(board: Board, referee: Referee, random: Random) -> None:
    """Check the value of a position, and that the expert's move keeps it."""
    plies, winner = list(board.plies), referee.winner(board.plies)
    found = prove(board, Budget(100_000)).value
    assert found
    assert (found.winner or 0) == winner, plies
    assert referee.agrees(plies, winner, found.plies), plies
    choice = choose(board, Budget(4000), random)
    assert not choice.proven or (choice.proven.winner or 0) == winner
    assert referee.winner([*plies, choice.cell]) == winner, (plies, choice)
    if winner and board.rules == Rules(3, 3, 3):  # on larger boards a win may take longer than it has to
        for value in filter(None, (found, choice.proven)):
            assert not referee.agrees(plies, winner, (value.plies or 0) - 1), (plies, value)


def test_a_small_budget_is_kept_and_leaves_the_value_open() -> None:
    solution = prove(Board(Rules(7, 4, 4)), Budget(500))
    assert solution.value is None
    assert solution.nodes <= 510


def test_a_proof_gives_up_when_it_is_late() -> None:
    assert prove(Board(Rules(7, 7, 5)), Budget(10**9, lambda: True)).nodes < 5000


def test_a_proof_too_deep_for_the_stack_gives_up() -> None:
    assert prove(Board(Rules(24, 24, 6)), Budget(100_000)).value is None
