"""What custom_ids and the form's text say, and what they don't."""

import timeit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.challenges import ChallengeAction
from bot.messages.custom_ids import Action, ChallengePress, GamePress, parse, parse_cell
from engine import Cell


@pytest.mark.parametrize(
    ("custom_id", "press"),
    [
        ("ttt:7:12:undo", GamePress(7, 12, Action.UNDO)),  # type: ignore[arg-type]
        ("ttt:7:0:mark:3:14", GamePress(7, 0, Action.MARK, Cell(3, 14))),  # type: ignore[arg-type]
        ("ttt:c9:accept", ChallengePress(9, ChallengeAction.ACCEPT)),  # type: ignore[arg-type]
    ],
)
def test_ours_are_read(custom_id: str, press: object) -> None:
    assert parse(custom_id) == press


@pytest.mark.parametrize(
    "custom_id",
    [
        "ttt:",
        "ttt:7",
        "ttt:7:1:fly",
        "ttt:7:1:mark",
        "ttt:7:1:undo:1:2",
        "ttt:7:1:mark:1",
        "ttt:-7:1:undo",
        "ttt:7:-1:undo",
        "ttt:٧:1:undo",
        "ttt:c1:fly",
        "ttt:c1:accept:1",
        "ttt:c99999999999999999999:accept",
        "ttt:7:1:undo\n",
        " ttt:7:1:undo",
    ],
)
def test_others_are_none_of_ours(custom_id: str) -> None:
    assert parse(custom_id) is None


@given(st.text(max_size=100))
def test_no_custom_id_breaks_it(text: str) -> None:
    for custom_id in (text, f"ttt:{text}", f"ttt:c{text}"):
        parse(custom_id)


@pytest.mark.parametrize("text", ["3 4", "3,4", "(3, 4)", " 3  4 ", "3;4", "(3,4)", "3, 4", "03 04"])
def test_a_cell_is_read_in_every_way_the_form_names(text: str) -> None:
    assert parse_cell(text) == Cell(3, 4)


@pytest.mark.parametrize("text", ["", "3", "34", "3 4 5", "a 4", "3-4", "3.0 4", "٣ ٤", "3 4)x", "9999999999 1"])
def test_other_text_is_no_cell(text: str) -> None:
    assert parse_cell(text) is None


@pytest.mark.parametrize("text", [" {0} ", "{0}1{0}", "{0}1{0}1{0}x", "({0}1{0},{0}1{0}", "{0}1{0},{0}1{0})){0}"])
def test_reading_a_cell_takes_time_in_proportion_to_its_length(text: str) -> None:
    def seconds(spaces: int) -> float:
        said = text.format(" " * spaces)
        return min(timeit.repeat(lambda: parse_cell(said), number=1, repeat=3))

    assert seconds(100) < 500 * seconds(10)


@given(st.text(max_size=4000) | st.text(" 0123456789-,;()", max_size=4000))
def test_no_text_breaks_it(text: str) -> None:
    cell = parse_cell(text)
    assert cell is None or all(isinstance(number, int) for number in cell)
