"""Forced wins agree with the referee."""

from random import Random

import pytest

from engine import Board, Rules
from engine.budget import Budget, Spent
from engine.coach.attack import Attack
from engine.coach.judging import judge
from engine.expert.position import Kind
from engine.expert.solve import view
from engine.players import classic, easy
from tests.engine.boards import played
from tests.engine.coach.claims import marks
from tests.engine.referee import Referee

SIZES = [(3, 4, 3), (4, 4, 3), (4, 4, 4), (4, 5, 4), (5, 5, 4), (5, 6, 4), (6, 6, 4), (6, 6, 5), (7, 7, 5)]
MOST = 4


def positions(rules: Rules, random: Random, count: int) -> list[Board]:
    """Return positions from random games where neither side can win at once."""
    found: list[Board] = []
    while len(found) < count:
        board = Board(rules)
        for _ in range(random.randrange(4, rules.m * rules.n)):
            if not board.outcome:
                board.push(random.choice((classic, easy))(board, random).cell)
        if not board.outcome and not board.winning_moves(board.turn):
            found.append(board)
    return found


def forced(board: Board, *, moves_now: bool = True) -> Attack:
    """Return the search for a win of the side to move, or of the other one."""
    seen = view(board)
    position = seen.position(Kind.PLAY)
    attacker = position.turn if moves_now else 3 - position.turn
    return Attack(position, board.rules, Budget(10**9), attacker)


@pytest.mark.parametrize("size", SIZES)
def test_the_shortest_win_and_all_its_first_moves_are_found(size: tuple[int, int, int]) -> None:
    rules, referee = Rules(*size), Referee(*size)
    for board in positions(rules, Random(3), 12):
        own, other = marks(tuple(board.plies), board.turn), marks(tuple(board.plies), board.turn.other)
        first: list[tuple[int, int]] = []
        moves = next((moves for moves in range(1, MOST + 1) if (first := referee.winning(own, other, moves))), 0)
        search = forced(board)
        assert search.fewest(MOST) == moves, list(board.plies)
        if moves:
            assert [divmod(place, rules.n) for place in search.first_moves(moves)] == first
            check_line(board, search.line(moves), moves)


@pytest.mark.parametrize("size", [(3, 3, 3), (4, 3, 3), (4, 4, 3)])
def test_a_forced_win_is_judged_with_its_exact_length(size: tuple[int, int, int]) -> None:
    rules, referee, random, told = Rules(*size), Referee(*size), Random(3), set[bool]()
    while len(told) < 2:
        for board in positions(rules, random, 8):
            proven = judge(board, Budget(20_000), solves=False)
            if proven and proven.winner:
                is_own = proven.winner is board.turn
                plies = 2 * proven.moves - is_own
                assert referee.agrees(board.plies, proven.winner, plies)
                assert not referee.agrees(board.plies, proven.winner, plies - 2)
                told.add(is_own)


def check_line(board: Board, line: list[int], moves: int) -> None:
    """Check that a line, played out on the board, wins."""
    assert len(line) == 2 * moves - 1
    after = Board.replay(board.rules, [*board.plies, *map(view(board).cell, line)])
    assert after.outcome
    assert after.outcome.winner is board.turn


@pytest.mark.parametrize("size", SIZES)
def test_only_replies_that_stop_a_threat_hold(size: tuple[int, int, int]) -> None:
    rules, referee = Rules(*size), Referee(*size)
    for board in positions(rules, Random(4), 12):
        own, other = marks(tuple(board.plies), board.turn), marks(tuple(board.plies), board.turn.other)
        replies = forced(board, moves_now=False).replies(3)
        threatens = bool(referee.winning(other, own, 3))
        assert (replies is not None) == threatens, list(board.plies)
        for cell in board.legal_moves if replies is not None else ():
            holds = not referee.winning(other, [*own, cell], 3)
            moves = (replies or {}).get(cell.row * rules.n + cell.col)
            assert holds == (moves == 0), (list(board.plies), cell)


def test_a_search_that_ran_out_of_nodes_can_be_reused() -> None:
    board = played(Rules(9, 9, 5), (4, 4), (0, 0), (4, 5), (8, 8), (4, 3), (0, 8))
    position = view(board).position(Kind.PLAY)
    fresh = forced(board)
    moves, first = fresh.fewest(9), fresh.first_moves(2)
    for nodes in (0, 1, 2, 3):
        budget = Budget(nodes)
        attack = Attack(position, board.rules, budget, position.turn)
        with pytest.raises(Spent):
            attack.first_moves(4)
        budget.allow(10**9)
        assert (attack.fewest(9), attack.first_moves(2)) == (moves, first)


def test_a_win_by_threats_counts_only_the_winners_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.coach.judging.MOST_MOVES", 1)  # so that only threats find it
    board = played(Rules(9, 9, 5), (4, 3), (0, 0), (4, 4), (0, 8), (4, 5), (8, 0))
    proven = judge(board, Budget(4_000), solves=False)
    assert proven
    assert (proven.winner, proven.moves, len(proven.line)) == (board.turn, 2, 3)
