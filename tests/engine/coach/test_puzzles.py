"""The puzzles, proven by a solver with nothing of engine in it."""

from collections import Counter
from functools import cache

import pytest

from benchmarks.puzzles import digest, prove
from engine import Board, Cell, Mark
from engine.budget import Budget
from engine.coach import puzzles
from engine.coach.judging import answer
from engine.coach.puzzles import GRADES, Puzzle

PROVEN = "2e2ab02f63947c0db8308e6c4a100f1b2b910b6570338cc7dc96f0b02198a5a1"
SAMPLE = 20  # each so many of the puzzles are proven again, which takes most of the time


@cache
def every() -> list[Puzzle]:
    return [puzzles.puzzle(number) for number in range(puzzles.count())]


def test_there_are_400_from_2_moves_to_6() -> None:
    assert puzzles.count() == 400
    assert {puzzle.moves for puzzle in every()} == {2, 3, 4, 5, 6}


def test_x_wins_in_the_stated_moves_by_one_first_move_alone() -> None:
    for puzzle in every()[::SAMPLE]:
        prove(puzzle)


def test_the_puzzles_are_those_that_were_all_proven() -> None:
    assert digest() == PROVEN, "python -m benchmarks.puzzles"


def test_the_line_wins_in_the_stated_moves_and_no_side_can_win_at_once() -> None:
    for puzzle in every():
        board = puzzle.board
        assert board.turn is Mark.X
        assert board.all_winning_moves() == ([], [])
        for cell in puzzle.line:
            assert board.outcome is None
            board.push(cell)
        assert board.outcome
        assert board.outcome.winner is Mark.X
        assert len(puzzle.line) == 2 * puzzle.moves - 1


def test_no_two_are_alike_up_to_symmetry() -> None:
    assert len({images(puzzle) for puzzle in every()}) == len(every())


def images(puzzle: Puzzle) -> tuple[str, ...]:
    """Return every image of a position, in order: the same for two that are alike."""
    return tuple(sorted(image.to_text() for image in puzzle.board.symmetries()))


@pytest.mark.parametrize("number", [-1, 400])
def test_there_is_no_other(number: int) -> None:
    with pytest.raises(IndexError):
        puzzles.puzzle(number)


def test_none_comes_again_before_all_of_its_weekday_were_there() -> None:
    assert [puzzles.of_day(day).moves for day in range(GRADES)][::6] == [2, 5]
    for weekday in range(GRADES):
        numbers = [puzzles.of_day(day).number for day in range(weekday, 57 * GRADES, GRADES)]
        assert len(set(numbers)) == 57
    assert Counter(puzzles.of_day(day).number for day in range(58 * GRADES)).keys() == set(range(400))


def test_the_defense_holds_out_as_long_as_possible_and_stops_any_other_move() -> None:
    for puzzle in every()[::9]:
        first = puzzle.line[0]
        other = next(cell for cell in puzzle.board.legal_moves if cell != first)
        for cell, moves in ((first, puzzle.moves - 1), (other, 0)):
            reply = answer(puzzle.board, cell, puzzle.moves, Budget(20_000))
            assert reply
            assert reply.moves == moves


def test_with_one_move_left_only_a_line_will_do() -> None:
    found = answer(Board.from_text("x../.o./... 3"), Cell(0, 1), 1, Budget(100))
    assert found
    assert found.moves == 0
