"""The move form: its fields, and the cell that a user enters."""

import pytest

from bot.game.errors import IncompleteCell, UnreadableCell
from bot.messages import forms
from bot.messages.drafts import Form, Menu, TextField
from bot.messages.translator import ENGLISH
from engine import Cell, Rules
from tests.game.values import game


def menus(form: Form) -> dict[str, list[str]]:
    return {menu.label: [option.value for option in menu.options] for menu in form.fields if isinstance(menu, Menu)}


def test_menus_list_rows_and_columns_with_empty_cells() -> None:
    current = game((2, 0), (2, 1), (2, 2), rules=Rules(6, 3, 6))
    assert menus(forms.move_form(ENGLISH, current)) == {"Row": ["0", "1", "3", "4", "5"], "Column": ["0", "1", "2"]}


@pytest.mark.parametrize(("sides", "number"), [((25, 25), 2), ((26, 25), 0), ((6, 26), 0)])
def test_the_form_has_menus_for_sides_up_to_25(sides: tuple[int, int], number: int) -> None:
    form = forms.move_form(ENGLISH, game(rules=Rules(*sides, 2)))
    assert len(menus(form)) == number
    assert all(len(options) <= 25 for options in menus(form).values())
    [typed] = [field for field in form.fields if isinstance(field, TextField)]
    assert typed.required is not bool(number)
    assert typed.label == ("Or type it" if number else "Row and column")


def test_the_title_of_the_form_names_the_last_move() -> None:
    assert forms.move_form(ENGLISH, game(rules=Rules(6, 6, 6))).title == "Move"
    title = forms.move_form(ENGLISH, game((0, 0), (99, 99), rules=Rules(100, 100, 100))).title
    assert title == "Move · O took (99, 99)"
    assert len(title) <= 45


@pytest.mark.parametrize(
    ("fields", "cell"),
    [
        ({"cell": "3 4"}, Cell(3, 4)),
        ({"row": "3", "column": "4"}, Cell(3, 4)),
        ({"cell": " ", "row": "3", "column": "4"}, Cell(3, 4)),
        ({"cell": "1 2", "row": "3", "column": "4"}, Cell(1, 2)),
        ({"cell": "r1 c2"}, Cell(1, 2)),
    ],
)
def test_typed_text_takes_precedence_over_menus(fields: dict[str, str], cell: Cell) -> None:
    assert forms.cell_of(fields) == cell


@pytest.mark.parametrize(
    ("fields", "typed"),
    [
        ({}, ""),
        ({"cell": "x", "row": "3", "column": "4"}, "x"),
        ({"row": "0 0", "column": "4"}, "row 0 0 column 4"),
        ({"cell": "b3"}, "b3"),  # (2, 1) on boards with letters; ours are numbered from 0
        ({"cell": "B 3"}, "B 3"),
    ],
)
def test_unreadable_text_is_kept_for_the_refusal(fields: dict[str, str], typed: str) -> None:
    with pytest.raises(UnreadableCell) as error:
        forms.cell_of(fields)
    assert error.value.text == typed


@pytest.mark.parametrize(("fields", "has_row"), [({"row": "3"}, True), ({"column": "4", "cell": " "}, False)])
def test_a_row_or_a_column_alone_is_incomplete(fields: dict[str, str], has_row: bool) -> None:
    with pytest.raises(IncompleteCell) as error:
        forms.cell_of(fields)
    assert error.value.has_row is has_row
