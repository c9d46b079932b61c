"""Reviews of games: every claim is checked by brute force on small boards."""

from collections.abc import Callable
from random import Random

import pytest

from engine import Cell, Mark, Rules
from engine.coach.judging import carry_on, judge
from engine.coach.review import LAST_LOOK, LOOKS, Look, Review
from tests.engine.boards import played
from tests.engine.coach.brute import Brute
from tests.engine.coach.claims import check_review
from tests.engine.coach.games import GAMES, finished
from tests.engine.coach.solver import Solver


@pytest.mark.parametrize(("size", "games"), GAMES.items())
def test_every_claim_holds_and_nothing_is_missed(size: tuple[int, int, int], games: int) -> None:
    random, brute, solver = Random(7), Brute(*size), Solver(*size)
    for _ in range(games):
        plies = finished(Rules(*size), random)
        check_review(review(Rules(*size), plies), plies, brute, solver)


def review(rules: Rules, plies: tuple[Cell, ...], *, is_late: Callable[[], bool] | None = None) -> Review:
    found = Review(rules, plies)
    carry_on(found, is_late=is_late)
    return found


def test_what_is_too_much_for_it_is_left_open() -> None:
    plies = finished(Rules(12, 12, 5), Random(2))
    nothing = review(Rules(12, 12, 5), plies, is_late=lambda: True)
    assert nothing.moments == []
    assert nothing.unknown == len(plies)


def test_a_game_that_was_given_up_is_judged_where_it_stood() -> None:
    [moment] = review(Rules(3, 3, 3), (Cell(0, 0), Cell(0, 1))).moments
    assert moment.after
    assert (moment.number, moment.drop, moment.after.winner) == (2, 1, Mark.X)


def test_a_won_game_that_was_lost_drops_twice() -> None:
    plies = (Cell(0, 0), Cell(2, 0), Cell(0, 1), Cell(2, 1), Cell(3, 3), Cell(2, 2))
    [last] = [moment for moment in review(Rules(4, 4, 3), plies).moments if moment.number == 5]
    assert last.drop == 2
    assert last.before.moves == 1
    assert last.before.line == (Cell(0, 2),)


def test_a_win_that_was_left_aside_is_found_where_nothing_is_proven_of_the_move() -> None:
    threes = [(7, 6), (7, 7), (7, 8)]
    others = [(0, 0), (14, 14), (0, 14)]
    pairs = zip(threes, others, strict=True)
    plies = (*(Cell(*cell) for pair in pairs for cell in pair), Cell(3, 3), Cell(14, 0))
    found = Review(Rules(15, 15, 5), plies)
    carry_on(found, is_over=lambda: found.progress >= 1 / (len(LOOKS) + 1))  # the later rounds prove no more
    moments = [moment for moment in found.moments if moment.after is None]
    assert [(moment.number, moment.drop, moment.before.moves) for moment in moments] == [(7, 0, 2)]
    assert moments[0].before.line[0] in {Cell(7, 5), Cell(7, 9)}


def test_the_last_look_finds_wins_by_force_that_the_looks_before_had_no_nodes_for() -> None:
    board = played(Rules(9, 9, 5), (3, 5), (1, 4), (4, 4), (4, 8), (3, 3), (2, 1))
    assert judge(board, budget=LOOKS[-1]) is None
    proven = judge(board, budget=LAST_LOOK, solves=False)
    assert proven
    assert (proven.winner, proven.moves, proven.line[0]) == (Mark.X, 5, Cell(4, 3))
    assert [look.solves for look in looks(Review(board.rules, tuple(board.plies)))][-7:] == [False] * 7


def looks(found: Review) -> list[Look]:
    return list(iter(found.look, None))


def test_a_win_missed_on_a_board_too_large_to_search_is_found_where_it_is_evident() -> None:
    row = [Cell(50, col) for col in range(4)]
    others = [Cell(60, col) for col in range(4)]
    plies = (*(cell for pair in zip(row, others, strict=True) for cell in pair), Cell(0, 0), Cell(60, 4))
    [moment] = review(Rules(100, 100, 5), plies).moments
    assert (moment.number, moment.drop, moment.before.line) == (9, 2, (Cell(50, 4),))
