"""The known values of boards."""

import sys
from itertools import product

import pytest

from engine import Board, Cell, Knowledge, Mark, Rules, Value, value
from engine.budget import Budget
from engine.expert.solve import prove
from engine.expert.values import PUBLISHED, WINS
from tests.engine.boards import wins_by_threats
from tests.engine.expert.page import PAGE, page
from tests.engine.expert.proofs import stored, verified
from tests.engine.referee import Referee

QUICK = 8_000  # nodes: each row that took fewer is proven again here, `python -m benchmarks.proofs values` proves all


def winner(m: int, n: int, k: int) -> Mark | str | None:
    """Return the winner, None for a draw, or "open"."""
    found = value(Rules(m, n, k))
    return found.winner if found else "open"


def test_values_of_small_boards_match_the_referee() -> None:
    for m, n, k in [*product(range(1, 4), range(1, 4), range(1, 6)), (4, 3, 3), (2, 5, 2), (8, 1, 3)]:
        assert int(winner(m, n, k) or 0) == Referee(m, n, k).winner([]), (m, n, k)


@pytest.mark.parametrize(("m", "n", "k"), [row for row, nodes in stored().items() if nodes < QUICK])
def test_a_stored_value_is_proven_again_with_as_many_nodes(m: int, n: int, k: int) -> None:
    solution = prove(Board(Rules(m, n, k)), Budget(2 * QUICK))
    assert solution.value
    assert solution.value.winner is winner(m, n, k)
    assert solution.nodes == stored()[m, n, k]
    assert (m, n, k) not in WINS or solution.value.plies == WINS[m, n, k][0]


def test_a_stored_win_wins_against_every_defense() -> None:
    assert verified(6, 5, 4) > 1_000  # positions; `python -m benchmarks.proofs lines` follows the other boards


@pytest.mark.parametrize(
    ("m", "n", "k", "knowledge"),
    [
        (1, 2, 2, Knowledge.EVIDENT), (3, 3, 4, Knowledge.EVIDENT), (2, 9, 3, Knowledge.PAIRING),
        (7, 7, 6, Knowledge.PAIRING), (9, 6, 6, Knowledge.PAIRING), (9, 9, 7, Knowledge.PAIRING),
        (11, 7, 7, Knowledge.PAIRING), (11, 11, 8, Knowledge.PAIRING), (100, 100, 9, Knowledge.PAIRING),
        (1000, 1000, 50, Knowledge.PAIRING), (8, 8, 6, Knowledge.COMPUTED), (100, 100, 8, Knowledge.PUBLISHED),
        (8, 8, 5, Knowledge.PUBLISHED),
    ],
)  # fmt: skip
def test_known_draws_say_how_they_are_known(m: int, n: int, k: int, knowledge: Knowledge) -> None:
    for rules in (Rules(m, n, k), Rules(n, m, k)):
        found = value(rules)
        assert found
        assert (found.winner, found.knowledge) == (None, knowledge)
        assert bool(found.source) == (knowledge is Knowledge.PUBLISHED)


def test_a_weak_draw_carries_over_to_smaller_boards_and_larger_k() -> None:
    assert winner(10, 7, 6) is None
    assert all(winner(m, n, k) is None for m in range(1, 11) for n in range(1, 8) for k in range(6, 9))


def test_a_win_does_not_carry_over_to_other_boards() -> None:
    assert winner(15, 15, 5) is Mark.X
    assert winner(16, 15, 5) == winner(15, 14, 5) == winner(19, 19, 5) == "open"
    assert all(
        winner(m + 1, n, k) == "open" for m, n, k in WINS if (m + 1, n, k) not in WINS and (n, m + 1, k) not in WINS
    )


def test_published_values_come_with_their_source() -> None:
    for (m, n, k), (winner, source) in PUBLISHED.items():
        assert value(Rules(m, n, k)) == Value(winner, None, Knowledge.PUBLISHED, source)


def test_values_are_looked_up_without_a_search() -> None:
    rules = [
        Rules(m, n, k) for k in range(1, 10) for m, n in ((13, 13), (100, 7), (100, 100), (1000, 1000), (10**6, 8))
    ]
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        for each in rules:
            value(each)
    finally:
        sys.setprofile(None)
    assert calls / len(rules) < 1000


def test_the_page_of_values_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.engine.expert.page"


SIDES = [*range(3, 9), 15]


@pytest.mark.parametrize(("m", "n"), [(m, n) for m in SIDES for n in SIDES if m <= n and (m, n) != (3, 3)])
def test_three_in_a_row_is_always_won_near_the_first_mark(m: int, n: int) -> None:
    """A side of 15 stands for all longer ones: X's marks stay within 2 cells of its first one, and replies within 4."""
    first, board = Cell(m // 2, n // 2), Board(Rules(m, n, 3))
    near = [
        Cell(row, col)
        for row, col in board.legal_moves
        if (m < 9 or abs(row - first.row) <= 2) and (n < 9 or abs(col - first.col) <= 2)
    ]
    board.push(first)
    for reply in list(board.legal_moves):
        board.push(reply)
        assert wins_by_threats(board, 2, near), reply
        board.pop()
