"""What people read, to the word."""

import pytest

from bot.messages import texts
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
    assert texts.computer_move(choice) == f"The computer took (2, 3) {end}"


@pytest.mark.parametrize(
    ("links", "end"),
    [
        ((None, None), "`/ttt forget me`."),
        (("https://a.example/p", None), "\n[Privacy policy](<https://a.example/p>)"),
        (
            ("https://a.example/p", "https://a.example/t"),
            "\n[Privacy policy](<https://a.example/p>) · [Terms of service](<https://a.example/t>)",
        ),
    ],
)
def test_the_help_links_what_the_operator_has_published(links: tuple[str | None, str | None], end: str) -> None:
    assert texts.help_text(*links).endswith(end)
