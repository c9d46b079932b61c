"""What the coach says of a game."""

import pytest

from bot.game.games import Ending, Result
from bot.messages import coach
from bot.messages.translator import ENGLISH
from engine import Cell, Mark
from engine.coach.findings import Moment, Proven, Stop
from tests.messages.states import game


@pytest.mark.parametrize(
    ("result", "words"),
    [(None, ""), (Result(None, Ending.STOPPED), ""), (Result(Mark.X, Ending.LINE), "2 hints were used.")],
)
def test_hints_are_counted_in_a_game_with_a_result(result: Result | None, words: str) -> None:
    assert coach.hints_used(ENGLISH, game(result=result, hints=2)) == words


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (Proven(Mark.X, 1, (Cell(0, 4),)), "(0, 4) would have won immediately."),
        (Proven(Mark.X, 0, (Cell(0, 4),)), "(0, 4) would have forced a win."),
        (
            Proven(Mark.X, 2, (Cell(0, 4), Cell(0, 0), Cell(0, 5))),
            "(0, 4) would have forced a win in 2 moves. Like this: X (0, 4), O (0, 0), X (0, 5)",
        ),
    ],
)
def test_a_missed_win_is_told_with_its_line(before: Proven, words: str) -> None:
    moment = Moment(7, Cell(3, 3), Mark.X, before, None)
    assert coach.moment(ENGLISH, moment) == f"Move 4, X (3, 3), missed a win. {words}"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (Proven(None, 0, (Cell(0, 4),)), Proven(Mark.O, 5), "lost the draw: ||(0, 4)|| would have held it."),
        (
            Proven(Mark.X, 2, (Cell(0, 4), Cell(0, 0), Cell(0, 5))),
            None,
            "missed a win. ||(0, 4)|| would have forced a win in 2 moves. Like this: ||X (0, 4), O (0, 0), X (0, 5)||",
        ),
    ],
)
def test_what_the_reader_may_look_for_is_a_spoiler(before: Proven, after: Proven | None, words: str) -> None:
    moment = Moment(7, Cell(3, 3), Mark.X, before, after)
    assert coach.moment(ENGLISH, moment, hides=True) == f"Move 4, X (3, 3), {words}"
    assert "||" not in coach.line_description(ENGLISH, moment)


def test_a_move_that_allows_a_win_is_told_with_a_defense() -> None:
    moment = Moment(6, Cell(3, 3), Mark.O, None, Proven(Mark.X, 4), Stop(Cell(1, 4), 4))
    assert (
        coach.moment(ENGLISH, moment)
        == "Move 3, O (3, 3), let X force a win in 4 moves. (1, 4) would have prevented that."
    )
