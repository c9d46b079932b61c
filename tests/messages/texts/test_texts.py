"""What people read, to the word."""

import pytest

from bot.messages import texts
from bot.messages.translator import ENGLISH
from engine import Cell, Mark, Value
from engine.players import Choice, Reason


@pytest.mark.parametrize(
    ("plies", "end"),
    [
        (None, "and can force a win."),
        (1, "and can force a win."),
        (3, "and can force a win within 1 more move of its own."),
        (5, "and can force a win within 2 more moves of its own."),
    ],
)
def test_a_win_by_force_counts_the_moves_that_the_computer_still_has_to_make(plies: int | None, end: str) -> None:
    choice = Choice(Cell(2, 3), Reason.FORCED, Value(Mark.O, plies))
    assert texts.computer_move(ENGLISH, choice) == f"The computer took (2, 3) {end}"
