"""Reviews of finished games."""

import pickle
from random import Random

import pytest

import engine
from engine import Board, Cell, Limit, Mark, Rules, choose
from engine.budget import UNLIMITED, Budget
from engine.coach.findings import Moment, MomentKind, Proven, Stop
from engine.coach.judging import MOST_MOVES, carry_on, holds, judge
from engine.coach.review import MOMENTS, ROUNDS, Aim, Look, Review
from engine.players import classic
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


def test_a_win_is_one_move_longer_before_its_first_move() -> None:
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
    assert [(moment.number, moment.drop, moment.before and moment.before.moves) for moment in moments] == [(7, 1, 2)]
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


def test_a_win_in_one_on_a_huge_board_is_found() -> None:
    row = [Cell(50, col) for col in range(4)]
    others = [Cell(60, col) for col in range(4)]
    plies = (*(cell for pair in zip(row, others, strict=True) for cell in pair), Cell(0, 0), Cell(60, 4))
    mistake, missed = review(Rules(100, 100, 5), plies).moments
    assert (mistake.number, mistake.kind, mistake.stop) == (8, MomentKind.MISTAKE, Stop(Cell(50, 4), 1))
    assert (missed.number, missed.kind, missed.drop, missed.line) == (9, MomentKind.MISSED_WIN, 2, (Cell(50, 4),))


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
    assert (moment.number, moment.mark, moment.drop, moment.line) == (6, Mark.O, 1, ())
    assert moment.stop
    assert moment.stop == Stop(Cell(4, 2), 2)
    referee, own, other = Referee(9, 9, 5), row[:3], others[:2]
    assert referee.winning(own, [*other, moment.cell], 2)
    assert referee.winning(own, [*other, moment.stop.cell], 2) == []


@pytest.mark.parametrize(("moves", "expected"), [(1, True), (2, False), (30, False)])
def test_a_defense_lasts_for_fewer_moves_than_the_win_takes(moves: int, expected: bool) -> None:
    board = played(Rules(9, 9, 5), (4, 3), (0, 0), (4, 4), (0, 8), (4, 5), (8, 0))
    assert holds(board, moves, Budget(1_000)) is expected


def test_a_defense_longer_than_the_search_depth_is_not_proven() -> None:
    most = MOST_MOVES, MOST_MOVES + 1
    assert [holds(Board(Rules(3, 3, 3)), moves, Budget(10**6)) for moves in most] == [True, False]


def test_a_cell_that_gives_away_the_result_is_not_named() -> None:
    """O wins unless X blocks, which the expert doesn't see with so few nodes."""
    assert judge(Board.from_text(".x./.x./oo. 3"), Budget(200)) == Proven(None)


def quick_moments(moves: str, rules: Rules = Rules(15, 15, 5)) -> list[Moment]:  # noqa: B008 - a value
    """Return all moments that a review finds before its searches for values."""
    found = Review(rules, tuple(map(Cell.from_text, moves.lower().split())), None)
    carry_on(found, Budget(UNLIMITED), begins=Budget(UNLIMITED, lambda: found.progress >= 1 / len(ROUNDS)))
    return found.moments


@pytest.mark.parametrize(
    ("moves", "number", "stops", "win"),
    [
        ("H8 G8 I8 A1 J8 A2 K8 B1 L8", 8, {"l8"}, 1),  # a four
        ("H8 G8 I8 A1 J8 A2 K8 B1", 8, {"l8"}, 1),  # resigned, or never played on
        ("H8 A15 I8 A1 J8 A2 K8 B1 L8", 6, {"f8", "g8", "k8", "l8"}, 2),  # an open three
        ("A1 H8 A15 I8 B2 J8 O1 K8", 7, {"f8", "g8", "k8", "l8"}, 2),
    ],
)
def test_a_win_in_one_or_two_that_was_let_in_is_found_first(moves: str, number: int, stops: set[str], win: int) -> None:
    [moment] = [moment for moment in quick_moments(moves) if moment.number == number]
    assert moment.stop
    assert (moment.kind, moment.drop, moment.stop.moves) == (MomentKind.MISTAKE, 1, win)
    assert moment.stop.cell.to_text() in stops


def test_a_missed_four_is_found_first_and_is_no_mistake() -> None:
    moments = quick_moments("H8 A15 I8 A1 J8 A2 O15 O1")
    assert [(moment.number, moment.kind) for moment in moments] == [
        (6, MomentKind.MISTAKE), (7, MomentKind.MISSED_WIN), (8, MomentKind.MISTAKE),
    ]  # fmt: skip
    assert {moment.drop for moment in moments} == {1}


def test_a_win_that_a_player_delays_is_not_missed() -> None:
    # With an open three in row 8, X makes a four in column D first, which O blocks.
    moments = quick_moments("D1 A1 D2 O5 D3 A3 H8 A7 I8 A9 J8 A11 D4 D5 K8")
    assert [(moment.number, moment.mark) for moment in moments] == [(12, Mark.O)]


def test_a_review_has_all_moments_if_asked() -> None:
    cells = ["h8", "a15", "i8", "a1", "j8", "a2", "o15", "o1", "n1", "n15", "b1", "c9"]
    game = Board.replay(Rules(15, 15, 5), map(Cell.from_text, cells))
    every = engine.review(game, Limit(nodes=8_000), moments=None).moments
    assert len(every) > MOMENTS
    few = engine.review(game, Limit(nodes=8_000)).moments
    assert len(few) == MOMENTS
    assert set(few) < set(every)
    assert engine.review(game, Limit(nodes=8_000), moments=0).moments == []


@pytest.mark.parametrize("seed", range(3))
def test_a_review_of_a_beginners_loss_finds_moments_with_few_nodes(seed: int) -> None:
    random, board = Random(seed), Board(Rules(15, 15, 5))
    while not board.is_over:
        is_expert = board.turn is (Mark.X, Mark.O)[seed % 2]
        choice = choose(board, Limit(nodes=500), random=random) if is_expert else classic(board, random, near=2)
        board.push(choice.cell)
    assert engine.review(board, Limit(nodes=5_000)).moments


def test_a_review_shows_its_moments() -> None:
    assert repr(engine.review(played(Rules(3, 3, 3), (1, 1), (0, 1)))).startswith(
        "<Review of 2 plies, 100% done: [Moment(number=2, cell=Cell(row=0, col=1), mark=<Mark.O: 2>"
    )
