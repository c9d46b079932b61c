"""Reviews of finished games."""

import pickle
from random import Random

import pytest

from engine import Board, Cell, Mark, Rules
from engine.budget import UNLIMITED, Budget
from engine.coach.findings import Proven, Stop
from engine.coach.judging import MOST_MOVES, carry_on, holds, judge
from engine.coach.review import ROUNDS, Aim, Look, Review
from tests.engine.boards import played
from tests.engine.coach.claims import finished
from tests.engine.referee import Referee


def review(rules: Rules, plies: tuple[Cell, ...], *, is_late: bool = False) -> Review:
    found = Review(rules, plies)
    carry_on(found, Budget(UNLIMITED, lambda: is_late))
    return found


def test_moves_without_time_to_judge_them_stay_unknown() -> None:
    plies = finished(Rules(12, 12, 5), Random(2))
    nothing = review(Rules(12, 12, 5), plies, is_late=True)
    assert nothing.moments == []
    assert nothing.unknown == len(plies)


def test_a_resigned_game_is_judged_by_its_last_position() -> None:
    found = review(Rules(3, 3, 3), (Cell(0, 0), Cell(0, 1)))
    [moment] = found.moments
    assert moment.after
    assert (moment.number, moment.drop, moment.after.winner) == (2, 1, Mark.X)
    assert (found.winner, found.certain) == (Mark.X, None)  # which it became with the last move


def test_a_win_takes_one_more_move_before_its_first_one() -> None:
    found = Review(Rules(3, 3, 3), (Cell(1, 1), Cell(0, 1), Cell(0, 0)))
    found.learn(Look(3, 0), Proven(Mark.X, 2))
    found.learn(Look(1, 0), Proven(None))
    assert [moment.after for moment in found.moments] == [Proven(Mark.X, 3)]


def test_a_missed_win_is_found_even_if_the_move_is_unproven() -> None:
    threes = [(7, 6), (7, 7), (7, 8)]
    others = [(0, 0), (14, 14), (0, 14)]
    pairs = zip(threes, others, strict=True)
    plies = (*(Cell(*cell) for pair in pairs for cell in pair), Cell(3, 3), Cell(14, 0))
    found = Review(Rules(15, 15, 5), plies)  # of which the later rounds prove no more
    carry_on(found, Budget(UNLIMITED), begins=Budget(UNLIMITED, lambda: found.progress >= 1 / len(ROUNDS)))
    moments = [moment for moment in found.moments if moment.after is None]
    assert [(moment.number, moment.drop, moment.before and moment.before.moves) for moment in moments] == [(7, 0, 2)]
    assert moments[0].line[0] in {Cell(7, 5), Cell(7, 9)}


def test_a_review_is_hardly_larger_than_its_plies() -> None:
    rules = Rules(100, 100, 100)
    plies = tuple(Cell(*divmod(number, 100)) for number in range(10_000))
    assert len(pickle.dumps(Review(rules, plies))) < 1.1 * len(pickle.dumps(plies))


def test_searching_forced_wins_finds_some_that_judging_misses() -> None:
    board = played(Rules(9, 9, 5), (3, 5), (1, 4), (4, 4), (4, 8), (3, 3), (2, 1))
    nodes = {aim: nodes for nodes, aim in ROUNDS}
    assert judge(board, Budget(nodes[Aim.VALUE])) is None
    proven = judge(board, Budget(nodes[Aim.WIN]), solves=False)
    assert proven
    assert (proven.winner, proven.moves, proven.line[0]) == (Mark.X, 5, Cell(4, 3))
    assert [look.aim for look in looks(Review(board.rules, tuple(board.plies)))][-7:] == [Aim.WIN] * 7


def looks(found: Review) -> list[Look]:
    return list(iter(found.look, None))


def test_an_obvious_missed_win_on_a_huge_board_is_found() -> None:
    row = [Cell(50, col) for col in range(4)]
    others = [Cell(60, col) for col in range(4)]
    plies = (*(cell for pair in zip(row, others, strict=True) for cell in pair), Cell(0, 0), Cell(60, 4))
    [moment] = review(Rules(100, 100, 5), plies).moments
    assert (moment.number, moment.drop, moment.line) == (9, 2, (Cell(50, 4),))


def test_a_move_that_allows_a_win_is_told_once_with_a_defense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.coach.review.ROUNDS", [(nodes // 10, aim) for nodes, aim in ROUNDS])
    row = [Cell(4, 3), Cell(4, 4), Cell(4, 5), Cell(4, 2), Cell(4, 1)]
    others = [Cell(0, 0), Cell(0, 8), Cell(8, 0), Cell(4, 6)]
    plies = (*(cell for pair in zip(row, others, strict=False) for cell in pair), row[-1])
    found = Review(Rules(9, 9, 5), plies)
    carry_on(found, Budget(UNLIMITED), begins=Budget(UNLIMITED, lambda: found.progress > 2 / len(ROUNDS)))
    [moment] = found.moments  # after it the game was lost, and no further move let the win in
    assert (moment.number, moment.mark, moment.drop, moment.line) == (6, Mark.O, 0, ())
    assert moment.stop
    assert moment.stop == Stop(Cell(4, 2), 2)
    referee, own, other = Referee(9, 9, 5), row[:3], others[:2]
    assert referee.winning(own, [*other, moment.cell], 2)
    assert referee.winning(own, [*other, moment.stop.cell], 2) == []


@pytest.mark.parametrize(("moves", "expected"), [(1, True), (2, False), (30, False)])
def test_a_side_holds_for_fewer_moves_than_the_win_takes(moves: int, expected: bool) -> None:
    board = played(Rules(9, 9, 5), (4, 3), (0, 0), (4, 4), (0, 8), (4, 5), (8, 0))
    assert holds(board, moves, Budget(1_000)) is expected


def test_holding_beyond_the_search_depth_is_never_proven() -> None:
    most = MOST_MOVES, MOST_MOVES + 1
    assert [holds(Board(Rules(3, 3, 3)), moves, Budget(10**6)) for moves in most] == [True, False]


def test_a_cell_that_gives_away_the_result_is_not_named() -> None:
    """O wins unless X blocks, which the expert doesn't see with so few nodes."""
    assert judge(Board.from_text(".x./.x./oo. 3"), Budget(200)) == Proven(None)
