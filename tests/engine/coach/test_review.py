"""Reviews of games: every claim is checked by brute force on small boards."""

from collections.abc import Callable
from random import Random

import pytest

from engine import Cell, Rules
from engine.coach.findings import Moment
from engine.coach.judging import carry_on
from engine.coach.review import MOMENTS, Review
from tests.engine.coach.brute import Brute
from tests.engine.coach.games import GAMES, finished, marks
from tests.engine.coach.solver import Solver


@pytest.mark.parametrize(("size", "games"), GAMES.items())
def test_every_claim_holds_and_nothing_is_missed(size: tuple[int, int, int], games: int) -> None:
    random, judge, solver = Random(7), Brute(*size), Solver(*size)
    for _ in range(games):
        plies = finished(Rules(*size), random)
        found = review(Rules(*size), plies)
        worth = [_worth(judge.winner([*plies[:number]]), number) for number in range(len(plies) + 1)]
        drops = {number: worth[number - 1] + worth[number] for number in range(1, len(plies) + 1)}
        changes = {number for number, drop in drops.items() if drop}
        assert found.unknown == 0
        assert len(found.moments) == min(MOMENTS, len(changes)), plies
        if found.certain is not None:
            winners = {judge.winner([*plies[:number]]) for number in range(found.certain, len(plies) + 1)}
            assert winners == {found.winner}
        for moment in found.moments:
            assert moment.drop == drops[moment.number]
            check(moment, plies, judge, solver)


def _worth(winner: int, number: int) -> int:
    """Return 1, 0 or -1 for the side to move after so many plies."""
    return 0 if not winner else 1 if winner == number % 2 + 1 else -1


def review(rules: Rules, plies: tuple[Cell, ...], *, is_late: Callable[[], bool] | None = None) -> Review:
    found = Review(rules, plies)
    carry_on(found, is_late=is_late)
    return found


def check(moment: Moment, plies: tuple[Cell, ...], judge: Brute, solver: Solver) -> None:
    before = plies[: moment.number - 1]
    assert moment.cell == plies[moment.number - 1]
    assert judge.winner([*before]) == (moment.before.winner or 0)
    assert judge.winner([*before, moment.cell]) == (moment.after.winner or 0)
    assert moment.before.line, "the better move is always found on small boards"
    assert judge.winner([*before, moment.before.line[0]]) == (moment.before.winner or 0)
    if moment.before.winner:
        own, other = marks(before, moment.mark), marks(before, moment.mark.other)
        assert moment.before.line[0] in solver.winning(own, other, moment.before.moves)


def test_what_is_too_much_for_it_is_left_open() -> None:
    plies = finished(Rules(12, 12, 5), Random(2))
    nothing = review(Rules(12, 12, 5), plies, is_late=lambda: True)
    assert nothing.moments == []
    assert nothing.unknown == len(plies)


def test_a_game_that_was_given_up_is_judged_where_it_stood() -> None:
    [moment] = review(Rules(3, 3, 3), (Cell(0, 0), Cell(0, 1))).moments
    assert (moment.number, moment.drop, moment.after.winner) == (2, 1, 1)


def test_a_won_game_that_was_lost_drops_twice() -> None:
    plies = (Cell(0, 0), Cell(2, 0), Cell(0, 1), Cell(2, 1), Cell(3, 3), Cell(2, 2))
    [last] = [moment for moment in review(Rules(4, 4, 3), plies).moments if moment.number == 5]
    assert last.drop == 2
    assert last.before.moves == 1
    assert last.before.line == (Cell(0, 2),)


def test_a_win_missed_on_a_board_too_large_to_search_is_found_where_it_is_evident() -> None:
    row = [Cell(50, col) for col in range(4)]
    others = [Cell(60, col) for col in range(4)]
    plies = (*(cell for pair in zip(row, others, strict=True) for cell in pair), Cell(0, 0), Cell(60, 4))
    [moment] = review(Rules(100, 100, 5), plies).moments
    assert (moment.number, moment.drop, moment.before.line) == (9, 2, (Cell(50, 4),))
