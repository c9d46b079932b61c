"""The calendar of puzzles, and attempts as values."""

from datetime import UTC, datetime, timedelta

from bot.game.puzzles import Attempt, Day, day_of, end_of, grade_of
from engine import Cell
from engine.coach.findings import Answer
from tests.people import ANN

MONDAY = datetime(2026, 11, 23, 0, 0, 5, tzinfo=UTC)


def test_days_begin_at_midnight_utc_and_weeks_on_monday() -> None:
    day = day_of(MONDAY)
    assert day % 7 == 0
    assert day_of(MONDAY - timedelta(seconds=6)) == day - 1
    assert end_of(day) == datetime(2026, 11, 24, tzinfo=UTC)


def test_a_wrong_later_move_takes_back_that_move_alone() -> None:
    attempt = Attempt(ANN, Day(0), MONDAY, step=1, cells=(Cell(0, 0), Cell(0, 1)))
    miss = attempt.answered(Cell(1, 1), Answer(Cell(2, 2), 0))
    assert (miss.cells, miss.failed, miss.step) == (attempt.cells, 1, 2)
    right = attempt.answered(Cell(1, 1), Answer(Cell(2, 2), 1))
    assert (right.cells, right.failed) == ((*attempt.cells, Cell(1, 1), Cell(2, 2)), 0)


def test_puzzles_are_harder_from_monday_to_sunday() -> None:
    assert [grade_of(Day(day)) for day in range(8)] == [1, 2, 3, 4, 5, 6, 7, 1]
