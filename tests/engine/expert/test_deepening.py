"""Search to a fixed depth, against a search without cuts."""

from random import Random

import pytest

from engine import Board, Cell, Rules
from engine.budget import Budget
from engine.expert import deepening
from engine.expert.deepening import SURE, Deepening
from engine.expert.position import Kind, Position
from engine.expert.solve import prove, view
from tests.engine.boards import played
from tests.engine.expert.plain import best_score


def played_near_the_middle(rules: Rules, marks: int, random: Random) -> Board | None:
    """Return a board with random marks near its middle, None where somebody can complete a line."""
    rows, cols = (range(max(0, side // 2 - 3), min(side, side // 2 + 4)) for side in (rules.m, rules.n))
    board = Board(rules)
    for cell in random.sample([Cell(row, col) for row in rows for col in cols], marks):
        if board.is_over:
            return None
        board.push(cell)
    return None if board.is_over or any(board.all_winning_moves()) else board


def promising(position: Position) -> list[int]:
    """Return the places on a live window, most promising first."""
    lanes = position.lanes(position.live[1] + position.live[2])
    return sorted((place for place, lane in enumerate(lanes) if lane), key=lambda place: -lanes[place])


@pytest.mark.parametrize(
    ("m", "n", "k", "most"),
    [(9, 9, 5, 16), (15, 15, 5, 20), (6, 6, 4, 12), (7, 5, 4, 20), (5, 5, 5, 16), (4, 4, 3, 6), (4, 4, 4, 12)],
)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_no_cut_changes_a_score(m: int, n: int, k: int, most: int, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deepening, "MOST_POSITIONS", 0)  # remembered, a position may be known to a larger depth
    random, compared = Random(f"{m} {n} {k}"), 0
    while compared < 6:
        board = played_near_the_middle(Rules(m, n, k), random.randrange(most), random)
        if not board:
            continue
        position = view(board).position(Kind.PLAY)
        moves = promising(position)
        if not moves:
            continue
        score = best_score(position, moves, depth)
        if score < -SURE:  # then it would look at more moves
            continue
        compared += 1
        found = Deepening(position, Budget(10**6), is_wide=False).best(moves, depth).score
        assert found == score or min(found, score) > SURE, list(board.plies)  # another win may be found first


def test_where_the_most_promising_moves_lose_it_looks_at_others() -> None:
    board = played(Rules(6, 6, 4), (1, 1), (5, 1), (1, 4))
    value = prove(board, Budget(50_000)).value
    assert value
    assert value.winner is board.turn
    position = view(board).position(Kind.PLAY)
    assert Deepening(position, Budget(30_000), is_wide=False).best(promising(position)).score > SURE
