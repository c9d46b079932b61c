"""The puzzles, proven by a solver that is independent of engine."""

from collections import Counter
from functools import cache

import pytest

from engine import Board, Cell, Mark
from engine.budget import Budget
from engine.coach import puzzles
from engine.coach.judging import answer
from engine.coach.puzzles import GRADES, Puzzle
from tests.engine.coach.puzzles import digest, prove

PROVEN = "2e2ab02f63947c0db8308e6c4a100f1b2b910b6570338cc7dc96f0b02198a5a1"
SAMPLE = 20  # each so many of the puzzles are proven again, which takes most of the time


@cache
def every() -> list[Puzzle]:
    return [puzzles.puzzle(number) for number in range(puzzles.count())]


def test_there_are_400_puzzles_of_2_to_6_moves() -> None:
    assert puzzles.count() == 400
    assert {puzzle.moves for puzzle in every()} == {2, 3, 4, 5, 6}


def test_each_puzzle_has_exactly_one_winning_first_move() -> None:
    for puzzle in every()[::SAMPLE]:
        prove(puzzle)


def test_the_puzzles_are_the_ones_that_were_proven() -> None:
    assert digest() == PROVEN, "python -m benchmarks.proofs puzzles"


def test_the_solution_wins_in_the_stated_number_of_moves() -> None:
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


def test_no_two_puzzles_are_symmetric() -> None:
    assert len({images(puzzle) for puzzle in every()}) == len(every())


def images(puzzle: Puzzle) -> tuple[str, ...]:
    """Return all images of a position, sorted, so that symmetric positions have the same."""
    return tuple(sorted(image.to_text() for image in puzzle.board.symmetries()))


@pytest.mark.parametrize("number", [-1, 400])
def test_a_puzzle_number_out_of_range_is_refused(number: int) -> None:
    with pytest.raises(IndexError):
        puzzles.puzzle(number)


def test_a_puzzle_repeats_only_after_all_of_its_weekday() -> None:
    assert [puzzles.of_day(day).moves for day in range(GRADES)][::6] == [2, 5]
    for weekday in range(GRADES):
        numbers = [puzzles.of_day(day).number for day in range(weekday, 57 * GRADES, GRADES)]
        assert len(set(numbers)) == 57
    assert Counter(puzzles.of_day(day).number for day in range(58 * GRADES)).keys() == set(range(400))


def test_the_defense_delays_the_solution_and_refutes_other_moves() -> None:
    for puzzle in every()[::9]:
        first = puzzle.line[0]
        other = next(cell for cell in puzzle.board.legal_moves if cell != first)
        for cell, moves in ((first, puzzle.moves - 1), (other, 0)):
            reply = answer(puzzle.board, cell, puzzle.moves, Budget(20_000))
            assert reply
            assert reply.moves == moves


def test_the_last_move_of_a_puzzle_must_complete_a_line() -> None:
    found = answer(Board.from_text("x../.o./... 3"), Cell(0, 1), 1, Budget(100))
    assert found
    assert found.moves == 0
