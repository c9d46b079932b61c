"""The expert player."""

from collections.abc import Callable
from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from engine.players import Choice, Reason, Value, classic
from engine.search import choose
from tests.engine.test_board import played

ODD_BOARDS = [
    (1, 1, 1), (1, 1, 2), (1, 5, 3), (5, 1, 3), (2, 2, 3), (2, 2, 2), (3, 3, 5), (1, 9, 1), (100, 100, 5),
    (100, 100, 100), (30, 3, 3), (3, 40, 4), (25, 25, 16), (19, 19, 15),
]  # fmt: skip


def never_loses(board: Board, expert: Mark, seen: set[tuple[tuple[Cell, ...], tuple[Cell, ...]]]) -> int:
    """Play expert's choice and every reply; return the number of finished games that were seen first."""
    key = (tuple(sorted(board.plies[::2])), tuple(sorted(board.plies[1::2])))
    if key in seen:
        return 0
    seen.add(key)
    if board.outcome:
        assert board.outcome.winner is not expert.other, list(board.plies)
        return 1
    mine = board.turn is expert
    games = 0
    for cell in [choose(board, budget=300, random=Random(1)).cell] if mine else list(board.legal_moves):
        board.push(cell)
        games += never_loses(board, expert, seen)
        board.pop()
    return games


@pytest.mark.parametrize("expert", Mark)
def test_the_expert_never_loses_on_the_old_board(expert: Mark) -> None:
    assert never_loses(Board(Rules(3, 3, 3)), expert, set()) > 10


@pytest.mark.parametrize(("m", "n", "k"), ODD_BOARDS)
@pytest.mark.parametrize("filled", [0.0, 0.2, 1.0])
def test_every_board_gets_a_legal_move(m: int, n: int, k: int, filled: float) -> None:
    random = Random(4)
    board = Board(Rules(m, n, k))
    while len(board.plies) < filled * (m * n - 1) and not board.outcome:
        board.push(random.choice(board.legal_moves))
    if board.outcome:
        board.pop()
    before = list(board.plies)
    cell = choose(board, budget=100, random=Random(1)).cell
    assert list(board.plies) == before
    board.push(cell)


def test_a_full_board_is_refused() -> None:
    board = played(Rules(1, 2, 2), (0, 0), (0, 1))
    with pytest.raises(IndexError):
        choose(board, budget=100, random=Random(1))
