"""The API of the expert and the coach: limits and answers."""

from math import inf, nan
from random import Random

import pytest

import engine
from engine import Board, Cell, IllegalMove, Limit, Mark, Reason, Rules, Value
from engine.budget import Spent
from engine.players import LIKELY_WIN
from tests.engine.boards import played, random_board


@pytest.mark.parametrize("given", [{}, {"time": -1}, {"nodes": -1}, {"time": 1, "nodes": -5}])
def test_an_empty_or_negative_limit_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        Limit(**given)


def test_a_time_limit_ends_a_long_search() -> None:
    found = engine.solve(played(Rules(7, 7, 5), (3, 3)), Limit(time=0.5))
    assert found.value is None
    assert found.nodes > 0


def test_a_forced_win_carries_its_whole_line() -> None:
    board = played(Rules(6, 6, 4), (2, 2), (5, 5), (3, 3), (0, 5))
    choice = engine.choose(board, Limit(nodes=20_000))
    assert (choice.score, choice.line[0]) == (inf, choice.cell)
    assert choice.depth == len(choice.line) == (choice.proven or Value(None)).plies
    outcome = Board.replay(board.rules, [*board.plies, *choice.line]).outcome
    assert outcome
    assert outcome.winner is Mark.X


def test_a_searched_move_carries_score_depth_line_and_nodes() -> None:
    board = played(Rules(15, 15, 5), (7, 7), (6, 6), (7, 8))
    choice = engine.choose(board, Limit(nodes=3000), random=Random(1))
    assert choice.reason is Reason.SEARCH
    assert choice.score is not None
    assert abs(choice.score) < inf
    assert choice.depth >= 2
    assert choice.line[0] == choice.cell
    assert 1 < len(choice.line) <= choice.depth
    assert 1000 < choice.nodes <= 3200
    Board.replay(board.rules, [*board.plies, *choice.line])


def test_instant_wins_blocks_and_known_values_need_no_search() -> None:
    win = engine.choose(Board.from_text("xx./oo./... 3"))
    assert (win.cell, win.reason, win.proven) == (Cell(0, 2), Reason.WIN, Value(Mark.X, 1))
    assert (win.score, win.depth, win.nodes) == (inf, 1, 0)
    block = engine.choose(Board.from_text("xx./.o./... 3"))
    assert (block.cell, block.reason, block.proven) == (Cell(0, 2), Reason.BLOCK, None)
    lost = engine.choose(Board.from_text("x.x/.../x.o/.o. 3"))
    assert (lost.reason, lost.score, lost.proven) == (Reason.BLOCK, -inf, Value(Mark.X, 2))
    for drawn in (Board(Rules(3, 3, 3)), Board(Rules(4, 4, 5))):
        choice = engine.choose(drawn)
        assert (choice.reason, choice.score, choice.proven) == (Reason.DRAW, 0, Value(None))


def test_solve_returns_the_value_and_a_cell_that_keeps_it() -> None:
    found = engine.solve(Board.from_text("x.../.o../..../.... 3"), Limit(nodes=50_000))
    assert found.value
    assert found.value.winner is Mark.X
    assert found.nodes > 0
    assert found.cell
    assert engine.solve(Board(Rules(15, 15, 5)), Limit(nodes=1)).value == engine.value(Rules(15, 15, 5))


def test_a_review_continues_as_long_as_its_limit_allows() -> None:
    game = played(Rules(3, 3, 3), (1, 1), (0, 1), (0, 0), (2, 2))
    assert not engine.review(game, Limit(nodes=0)).moments
    found = engine.review(game, Limit(nodes=200_000))
    assert [moment.number for moment in found.moments] == [2]
    assert found.unknown == 0


def test_questions_about_a_finished_game_are_refused() -> None:
    board = played(Rules(1, 2, 2), (0, 0), (0, 1))
    for ask in (engine.choose, engine.hint):
        for swap in (True, False):
            with pytest.raises(IllegalMove, match="over"):
                ask(board, Limit(nodes=1), swap=swap)
    assert engine.solve(board, Limit(nodes=1)).value == Value(None, 0)


@pytest.mark.parametrize("limit", [{"time": nan}, {"time": 1, "nodes": nan}, {"time": inf}, {"nodes": inf}])
def test_a_limit_that_never_ends_is_refused(limit: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        Limit(**limit)  # pyright: ignore[reportArgumentType] - a test of wrong types


def test_every_score_has_a_name_or_is_below_a_likely_win() -> None:
    unproven = Board.from_text(
        "............/............/............/............/...........o/.......x.o../...........x/........xoo./"
        "..........o./.......xx.../............/............ 5"
    )
    choice = engine.choose(unproven, Limit(nodes=6000), random=Random(1))
    assert (choice.reason, choice.score, choice.proven) == (Reason.SEARCH, LIKELY_WIN, None)
    random = Random(5)
    for seed in range(30):
        rules = random.choice([Rules(12, 12, 5), Rules(9, 9, 6), Rules(16, 16, 15), Rules(7, 7, 4)])
        board = random_board(random, rules, random.randrange(4, 40))
        if not board.is_over:
            score = engine.choose(board, Limit(nodes=300), random=Random(seed)).score
            assert score is None or abs(score) in (inf, LIKELY_WIN) or abs(score) < LIKELY_WIN


@pytest.mark.parametrize("rules", [Rules(4, 4, 4), Rules(5, 5, 4), Rules(6, 7, 5), Rules(15, 15, 5)])
def test_a_search_never_exceeds_its_nodes(rules: Rules) -> None:
    board = random_board(Random(3), rules, 6)
    for nodes in (0, 1, 7, 300, 2_000):
        assert engine.solve(board, Limit(nodes=nodes)).nodes <= nodes
        assert engine.choose(board, Limit(nodes=nodes)).nodes <= nodes


def test_half_a_budget_is_half_of_its_nodes_and_of_its_time() -> None:
    budget = Limit(time=1000, nodes=101).begin()
    half = budget.share(1 / 2)
    for _ in range(50):
        half.spend()
    with pytest.raises(Spent):
        half.spend()
    assert (half.left, budget.left, budget.share(1).total) == (0, 51, 51)
    assert Limit(time=0.0).begin().is_over
    late = Limit(time=1000).begin()
    late.allow(10, part=0)
    with pytest.raises(Spent):
        late.spend()
    assert not late.is_over


def test_a_time_limit_leaves_each_step_its_part() -> None:
    board = played(Rules(7, 7, 5), (3, 3), (2, 2), (3, 4), (3, 2))
    choice = engine.choose(board, Limit(time=0.3))  # whose proofs would take longer
    assert choice.depth > 2
