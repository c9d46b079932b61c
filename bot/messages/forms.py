"""The form that a move is given in, and what came back in it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.game.errors import UnreadableCell
from bot.game.games import Game
from bot.messages import texts
from bot.messages.custom_ids import Action, game_custom_id, parse_cell
from engine import Cell

OPTIONS = 25  # of a menu: components/reference.mdx, String Select
TEXT_LIMIT = 40  # characters
CELL, ROW, COLUMN = "cell", "row", "column"  # the custom_ids of what is filled in


@dataclass(frozen=True)
class Menu:
    """A menu of numbers."""

    label: str
    custom_id: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Form:
    """A form: menus, if the board is small enough for them, and a text field, which may be left blank beside menus."""

    title: str
    custom_id: str
    menus: tuple[Menu, ...] = ()


def form(game: Game) -> Form:
    """Return the form for the next move of a game; its menus list the rows and columns that have an empty cell."""
    custom_id = game_custom_id(game, Action.FORM)
    if max(game.rules.m, game.rules.n) > OPTIONS:
        return Form(texts.form_title(game), custom_id)
    rows, cols = (tuple(sorted(set(side))) for side in zip(*game.board.legal_moves, strict=True))
    return Form(texts.form_title(game), custom_id, (Menu("Row", ROW, rows), Menu("Column", COLUMN, cols)))


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
