"""The API of the expert and the coach: limits and answers."""

from math import inf
from random import Random

import pytest

import engine
from engine import Board, Cell, IllegalMove, Limit, Mark, Reason, Rules, Value
from tests.engine.boards import played


@pytest.mark.parametrize("given", [{}, {"time": -1}, {"nodes": -1}, {"time": 1, "nodes": -5}])
def test_an_empty_or_negative_limit_is_refused(given: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least 0"):
        Limit(**given)


def test_a_time_limit_ends_a_long_search() -> None:
    found = engine.solve(played(Rules(7, 7, 5), (3, 3)), Limit(time=0.05))
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
