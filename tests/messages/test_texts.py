"""What people read, to the word."""

import pytest

from bot.messages import texts
from engine import Cell, Mark
from engine.players import Choice, Reason, Value


@pytest.mark.parametrize(
    ("plies", "end"),
    [
        (None, "and wins by force."),
        (1, "and wins by force."),
        (3, "and wins by force in at most 1 more of its moves."),
        (5, "and wins by force in at most 2 more of its moves."),
    ],
)
def test_a_win_by_force_counts_the_moves_that_the_computer_still_has_to_make(plies: int | None, end: str) -> None:
    choice = Choice(Cell(2, 3), Reason.FORCED, Value(Mark.O, plies))
    assert texts.computer_move(choice) == f"The computer took (2, 3) {end}"
