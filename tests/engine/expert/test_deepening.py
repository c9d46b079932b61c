"""Search to a fixed depth, compared with a search without pruning."""

from random import Random

import pytest

from engine import Board, Cell, Rules
from engine.budget import Budget
from engine.expert import deepening
from engine.expert.deepening import ROOT_WIDTH, SURE, TEMPO, WIDTH, WIN, Deepening
from engine.expert.position import Kind, Position
from engine.expert.solve import Solver, prove, view
from engine.expert.threats import Threats
from tests.engine.boards import played
from tests.engine.referee import Referee

LEAF_THREATS, NODE_THREATS = 6, 12


def best_score(position: Position, moves: list[int], depth: int) -> int:
    """Return the score of the best of these moves for the side to move, searched without pruning."""
    return max(-_after(position, place, depth - 1, 1) for place in moves[:ROOT_WIDTH])


def _after(position: Position, place: int, depth: int, ply: int) -> int:
    position.make(place)
    score = _score(position, depth, ply)
    position.unmake()
    return score


def _score(position: Position, depth: int, ply: int) -> int:
    own, other = position.live[position.turn], position.live[3 - position.turn]
    if own & position.completions:
        return WIN - ply - 1
    if must := position.places(other & position.completions):
        return -_after(position, must[0], depth, ply + 1) if len(must) == 1 else ply + 2 - WIN
    if not own and not other:
        return 0
    if depth != 1 and (plies := threats_win(position, NODE_THREATS if depth else LEAF_THREATS)):
        return WIN - ply - plies
    if not depth:
        score = (position.score if position.turn == 1 else -position.score) + TEMPO
        return min(score, 0) if not own else max(score, 0) if not other else score
    lanes = position.lanes(2 * own + other)
    places = sorted((place for place, lane in enumerate(lanes) if lane), key=lambda place: -lanes[place])
    return max(-_after(position, place, depth - 1, ply + 1) for place in places[:WIDTH])


def threats_win(position: Position, depth: int) -> int:
    """Return the length of the first line of threats that wins for the side to move, or 0."""
    own, other = position.live[position.turn], position.live[3 - position.turn]
    if own & position.completions:
        return 1
    must = position.places(other & position.completions)
    if not depth or len(must) > 1:
        return 0
    for place in sorted(position.places(own & position.threats), key=lambda place: -position.lane(own, place)):
        if must and place not in must:
            continue
        position.make(place)
        plies = _follow(position, depth)
        position.unmake()
        if plies:
            return plies
    return 0


def _follow(position: Position, depth: int) -> int:
    """Return the length of a win that starts with the threat just made, or 0."""
    attacker = position.live[3 - position.turn]
    if position.live[position.turn] & position.completions:
        return 0
    stops = position.places(attacker & position.completions)
    if len(stops) > 1:
        return 3
    position.make(stops[0])
    plies = threats_win(position, depth - 1)
    position.unmake()
    return plies and plies + 2


def played_near_the_middle(rules: Rules, marks: int, random: Random) -> Board | None:
    """Return a board with random marks near its middle, None if a side can complete a line."""
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
def test_pruning_never_changes_a_score(
    m: int, n: int, k: int, most: int, depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_remembered_bound_is_not_taken_for_a_score() -> None:
    position = view(played(Rules(15, 15, 5), (4, 5), (6, 4))).position(Kind.PLAY)
    moves = promising(position)
    found = Deepening(position, Budget(10**6), is_wide=False).best(moves, 3)
    assert found.score == best_score(position, moves, 3)


def test_less_promising_moves_are_searched_if_others_lose() -> None:
    board = played(Rules(6, 6, 4), (1, 1), (5, 1), (1, 4))
    value = prove(board, Budget(50_000)).value
    assert value
    assert value.winner is board.turn
    position = view(board).position(Kind.PLAY)
    assert Deepening(position, Budget(30_000), is_wide=False).best(promising(position)).score > SURE


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_win_by_threats_is_found_at_its_exact_depth(depth: int) -> None:
    random, found = Random(depth), 0
    while found < 3:
        board = played_near_the_middle(Rules(9, 9, 5), 18, random)
        position = view(board).position(Kind.PLAY) if board else None
        if position and (plies := threats_win(position, depth)):
            needs_all = not threats_win(position, depth - 1)
            threats = Threats(position, Budget(10**6))
            assert needs_all == (threats.find(depth - 1, 10**6) is None)
            assert len(threats.find(depth, 10**6) or []) == plies
            found += needs_all


def test_a_short_win_is_scored_by_its_exact_length() -> None:
    referee, random, won = Referee(4, 3, 3), Random(3), set[int]()
    for _ in range(400):
        board = played_near_the_middle(Rules(4, 3, 3), random.randrange(1, 6), random)
        plies = [
            plies
            for plies in (3, 4)
            if board and referee.agrees(board.plies, board.turn if plies == 3 else board.turn.other, plies)
        ]
        if board and plies:
            area = view(board)
            solver = Solver(area, Budget(10**6))
            solver.best(promising(area.position(Kind.PLAY)), is_wide=True)
            assert solver.value
            assert solver.value.plies == plies[0]
            won.add(plies[0])
    assert won == {3, 4}
