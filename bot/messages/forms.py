"""Buttons, menus and forms, and the cell or size in a submitted form. Pure."""

import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from bot.game.errors import IncompleteCell, UnreadableCell, UnreadableNumber
from bot.game.games import SIDES, Game
from bot.game.playing import rules_for
from bot.messages import texts
from bot.messages.custom_ids import Action, GamePress, Press
from bot.messages.drafts import OPTIONS, Button, Form, Menu, TextField, Tone
from bot.messages.translator import Translator
from engine import Board, Cell, Rules

# The values of a submitted form, by custom_id. Blank fields may be missing or empty.
Filled: TypeAlias = Mapping[str, str]


TEXT_LIMIT = 40  # characters


EXAMPLE = "3 4"  # a cell, as a user may type it


CELL, ROW, COLUMN = "cell", "row", "column"  # the custom_ids of the fields of a move


ROWS, COLUMNS, LENGTH = "m", "n", "k"  # and of a size


MAX_NUMBER_DIGITS = 20  # longer numbers are unreadable


MAX_SIDE_DIGITS = 3


_TWO_NUMBERS = re.compile(r"\D*\d+\D+\d+\D*")


def move_form(tr: Translator, game: Game) -> Form:
    """Return the form for the next move of a game.

    For a small board, it has menus of the rows and columns with an empty cell, and the text field is optional.
    """
    if game.plies:
        mark, last = game.side_to_move.other.name, texts.cell(game.plies[-1])
        # Translators: Title of a form, at most 36 characters without {mark} and {cell}: what the opponent played last.
        title = tr.gettext("Move · {mark} took {cell}", mark=mark, cell=last)
    else:
        title = tr.pgettext("button", "Move")
    custom_id = str(GamePress(game.id, game.moves, Action.FORM, revision=game.revision))
    return Form(title, custom_id, cell_fields(tr, game.board))


def cell_fields(tr: Translator, board: Board) -> tuple[Menu | TextField, ...]:
    """Return the fields that name an empty cell of a board."""
    menus = () if max(board.rules.m, board.rules.n) > OPTIONS else _menus(tr, board)
    # Translators: "Or type it" is below the menus "Row" and "Column".
    label = tr.pgettext("field", "Or type it") if menus else tr.pgettext("field", "Row and column")
    typed = TextField(label, CELL, TEXT_LIMIT, texts.move_hint(tr), example=EXAMPLE, required=not menus)
    return (*menus, typed)


def _menus(tr: Translator, board: Board) -> tuple[Menu, Menu]:
    rows, cols = zip(*board.legal_moves, strict=True)
    row, column = tr.pgettext("field", "Row"), tr.pgettext("field", "Column")
    return _numbers(row, ROW, rows), _numbers(column, COLUMN, cols)


def _numbers(label: str, custom_id: str, numbers: Iterable[int]) -> Menu:
    return Menu.of(label, custom_id, {str(number): str(number) for number in sorted(set(numbers))})


def cell_of(filled: Filled) -> Cell:
    """Return the cell in a submitted form, from its text, else from its menus.

    Raises UnreadableCell: the text can't be read as a cell, or the text and both menus are blank.
    Raises IncompleteCell: the text and one menu are blank.
    """
    typed, chosen = filled.get(CELL, "").strip(), [name for name in (ROW, COLUMN) if filled.get(name)]
    if not typed and len(chosen) == 1:
        raise IncompleteCell(has_row=chosen == [ROW])
    typed = typed or " ".join(f"{name} {filled[name]}" for name in chosen)
    if not _TWO_NUMBERS.fullmatch(typed):  # b3: boards have no letters, and its row might count from 0 or from 1
        raise UnreadableCell(typed)
    try:
        return Cell.from_text(typed)
    except ValueError as unreadable:
        raise UnreadableCell(typed) from unreadable


def size_form(tr: Translator, rules: Rules, custom_id: str) -> Form:
    """Return the form for any size, prefilled with the chosen size."""
    sides = {"least": SIDES.start, "most": SIDES.stop - 1}
    rows = tr.pgettext("field", "Rows")
    about_rows = f"{SIDES.start}–{SIDES.stop - 1}"
    columns = tr.pgettext("field", "Columns")
    # Translators: Below the field "Columns", at most 100 characters. {least} is 2, {most} is 100.
    about_columns = tr.gettext("{least}–{most}. Leave blank for a square board.", **sides)
    length = tr.pgettext("field", "Marks in a row to win")
    # Translators: Below the field above, at most 100 characters. If it is blank, 5 marks win, or fewer on a smaller
    # board.
    about_length = tr.gettext("Leave blank for 5, or fewer on a small board")
    # Translators: Title of a form, at most 45 characters.
    title = tr.gettext("Board size")
    fields = (
        TextField(rows, ROWS, MAX_SIDE_DIGITS, about_rows, value=str(rules.m)),
        TextField(columns, COLUMNS, MAX_SIDE_DIGITS, about_columns, value=str(rules.n), required=False),
        TextField(length, LENGTH, MAX_SIDE_DIGITS, about_length, required=False),
    )
    return Form(title, custom_id, fields)


def another_try(tr: Translator, form: Press) -> Button:
    """Return the button that reopens a form."""
    press = form._replace(revision=None) if isinstance(form, GamePress) else form
    return Button(tr.pgettext("button", "Try again"), str(press), Tone.X)


def rules_of(filled: Filled) -> Rules:
    """Return the rules in a submitted form. Raises UnreadableNumber, SizeOutOfRange, LineTooLong."""
    return rules_for(*(_number(filled.get(name, "")) for name in (ROWS, COLUMNS, LENGTH)))


def _number(typed: str) -> int | None:
    text = typed.strip()
    if not text:
        return None
    if not text.isdecimal() or len(text) > MAX_NUMBER_DIGITS:  # int would accept signs and underscores, too
        raise UnreadableNumber(text)
    return int(text)
