"""Sentences, word for word."""

import pytest

from bot.game.games import Ending, Result, Series
from bot.messages import texts
from bot.messages.translator import ENGLISH
from engine import Cell, Mark, Rules, Value
from engine.players import Choice, Reason
from tests.messages.states import ANN, BOB, game


@pytest.mark.parametrize(
    ("plies", "end"),
    [
        (None, "and can force a win."),
        (1, "and can force a win."),
        (3, "and can force a win in 1 more move."),
        (5, "and can force a win in 2 more moves."),
    ],
)
def test_a_forced_win_counts_the_computers_remaining_moves(plies: int | None, end: str) -> None:
    choice = Choice(Cell(2, 3), Reason.FORCED, Value(Mark.O, plies))
    assert texts.computer_move(ENGLISH, choice) == f"The computer took (2, 3) {end}"


def test_the_score_of_a_series_starts_with_its_winner() -> None:
    over = game(Rules(3, 3, 3), result=Result(Mark.O, Ending.RESIGNED, ANN.id), series=Series(3, 3, 1, 1))
    assert texts.series(ENGLISH, over) == f"<@{BOB.id}> won the series 2\N{EN DASH}1."
