"""The form that a move is given in, and what came back in it. Pure."""

from collections.abc import Iterable, Mapping

from bot.game.errors import UnreadableCell
from bot.game.games import Game
from bot.messages import texts
from bot.messages.components import Form, Menu, Option, TextField
from bot.messages.custom_ids import Action, game_custom_id, parse_cell
from bot.messages.translator import Translator
from engine import Board, Cell

OPTIONS = 25  # of a menu: components/reference.mdx, String Select
TEXT_LIMIT = 40  # characters
EXAMPLE = "3 4"  # of a cell
CELL, ROW, COLUMN = "cell", "row", "column"  # the custom_ids of what is filled in


def form(tr: Translator, game: Game) -> Form:
    """Return the form for the next move of a game.

    A board that is small enough has menus of the rows and columns with an empty cell, and the text may be left blank.
    """
    return Form(texts.form_title(tr, game), game_custom_id(game, Action.FORM), cell_fields(tr, game.board))


def cell_fields(tr: Translator, board: Board) -> tuple[Menu | TextField, ...]:
    """Return what to fill in to name an empty cell of a board."""
    menus = () if max(board.rules.m, board.rules.n) > OPTIONS else _menus(tr, board)
    # Translators: Name of a field of a form, at most 45 characters.
    label = tr.pgettext("field", "Row and column")
    typed = TextField(label, CELL, TEXT_LIMIT, texts.move_hint(tr), example=EXAMPLE, required=not menus)
    return (*menus, typed)


def _menus(tr: Translator, board: Board) -> tuple[Menu, Menu]:
    rows, cols = zip(*board.legal_moves, strict=True)
    # Translators: Name of a menu of numbers in a form, at most 45 characters.
    row = tr.pgettext("field", "Row")
    # Translators: Name of a menu of numbers in a form, at most 45 characters.
    column = tr.pgettext("field", "Column")
    return _numbers(row, ROW, rows), _numbers(column, COLUMN, cols)


def _numbers(label: str, custom_id: str, numbers: Iterable[int]) -> Menu:
    return Menu(label, custom_id, tuple(Option(str(number), str(number)) for number in sorted(set(numbers))))


def cell_of(filled: Mapping[str, str]) -> Cell:
    """Return the cell that a form names, by its text, else by its menus.

    Shapes: filled has what was filled in by custom_id; what was left blank may be missing or empty.

    Raises
    ------
    UnreadableCell
        The text names no cell; or there is no text, and a menu was left blank.
    """
    chosen = " ".join(f"{name} {filled[name]}" for name in (ROW, COLUMN) if filled.get(name))
    typed = filled.get(CELL, "").strip() or chosen
    cell = parse_cell(typed)
    if cell is None:
        raise UnreadableCell(typed)
    return cell
