"""A board and its moves in words, for screen readers and to copy. Pure."""

from collections.abc import Iterable, Sequence

from bot.messages.texts.fairness import other_took_x
from bot.messages.texts.lists import listed
from bot.messages.translator import Translator
from engine.board import Board
from engine.rules import Cell

DESCRIPTION_LIMIT = 1024  # docs: resources/message.mdx, the description of an attachment
_LAST_TOLD = 10
_MOST_IN_ROWS = DESCRIPTION_LIMIT // len("0, ")  # marks; more hardly ever fit
_MOST_TOLD = DESCRIPTION_LIMIT // len("X (0, 0), ")  # moves; more hardly ever fit


def description(tr: Translator, board: Board, status: str | None = None) -> str:
    """Return the position in words for screen readers, at most 1,024 characters.

    Shapes: every row that has marks, or the last ten moves if the rows don't all fit. status replaces whose turn it
    is, because a board doesn't know that a game was resigned.
    """
    rules, plies = board.rules, board.plies
    head = (
        # Translators: Read out by screen readers, of a picture. Three numbers, each from 2 to 100: choose words that
        # fit any number, such as "rows: {rows}". {k} is how many marks in a row win.
        tr.gettext(
            "Board of {rows} rows and {columns} columns, {k} in a row to win.",
            rows=rules.m,
            columns=rules.n,
            k=rules.k,
        ),
        status or _status(tr, board),
        # Translators: Read out by screen readers, of a picture: how many marks were set so far, 0 included.
        tr.ngettext("{number} move played.", "{number} moves played.", len(plies)),
    )
    if not plies:
        # Translators: Read out by screen readers, of a picture: nobody has moved yet.
        return _limited(tr, *head, tr.gettext("The board is empty."))
    # Translators: Read out by screen readers, of a picture. {move} is a mark and a cell, such as X (1, 2).
    last = tr.gettext("Last move: {move}.", move=_move(plies, len(plies) - 1))
    if len(plies) <= _MOST_IN_ROWS:
        rows = tr.joined(*head, last, counted(tr), *_rows(tr, board))
        if len(rows) <= DESCRIPTION_LIMIT:
            return rows
    told = range(max(len(plies) - _LAST_TOLD, 0), len(plies))
    # Translators: Read out by screen readers, of a picture. {moves} is a list such as X (1, 2), O (0, 3): a mark, its
    # row and its column, both counted from 0. {number} is 10.
    latest = tr.ngettext(
        "The last {number} move as row and column from 0: {moves}.",
        "The last {number} moves as row and column from 0: {moves}.",
        len(told),
        moves=_moves(tr, plies, told),
    )
    return _limited(tr, *head, last, latest)


def counted(tr: Translator) -> str:
    """Return from which number on rows and columns count."""
    # Translators: Read out by screen readers: the topmost row and the leftmost column have the number 0.
    return tr.gettext("Rows and columns count from 0.")


def replayed(tr: Translator, board: Board, status: str | None = None, *, swapped: bool = False) -> str:
    """Return what happens in the animation of a game in words for screen readers, at most 1,024 characters.

    Shapes: all moves, or the first ones and the last ones if they don't all fit. status replaces how the board stands.
    swapped says that X was taken after its first mark.
    """
    rules, plies = board.rules, board.plies
    # Translators: Read out by screen readers, of an animated picture. Three numbers, each from 2 to 100: choose words
    # that fit any number, such as "rows: {rows}". {k} is how many marks in a row win.
    head = tr.gettext(
        "Animation of a game on {rows} rows and {columns} columns, {k} in a row to win.",
        rows=rules.m,
        columns=rules.n,
        k=rules.k,
    )
    if not plies:
        return _limited(tr, head, status or unplayed(tr))
    if swapped:
        head = tr.joined(head, other_took_x(tr))
    # Translators: Read out by screen readers, of an animated picture. {status} is a whole sentence, such as "Draw: the
    # board is full." or "X to move."
    end = tr.gettext("At the end: {status}", status=status or _status(tr, board))
    if len(plies) > _MOST_TOLD:
        return _limited(tr, head, *_shortened(tr, plies), end)
    # Translators: Read out by screen readers, of an animated picture. {moves} is a list such as X (1, 2), O (0, 3): a
    # mark, its row and its column, both counted from 0.
    all_moves = tr.gettext(
        "It shows the moves one after another, as row and column from 0: {moves}.",
        moves=_moves(tr, plies, range(len(plies))),
    )
    told = tr.joined(head, all_moves, end)
    return told if len(told) <= DESCRIPTION_LIMIT else _limited(tr, head, *_shortened(tr, plies), end)


def unplayed(tr: Translator) -> str:
    """Return that a game has no moves."""
    # Translators: Read out by screen readers, of a board or an animated picture.
    return tr.gettext("No moves have been played yet.")


def _shortened(tr: Translator, plies: Sequence[Cell]) -> tuple[str, str, str]:
    first = _moves(tr, plies, range(min(_LAST_TOLD, len(plies))))
    last = _moves(tr, plies, range(max(len(plies) - _LAST_TOLD, 0), len(plies)))
    return (
        # Translators: Read out by screen readers, of an animated picture of a long game. Lists of moves follow, such as
        # X (1, 2), O (0, 3): a mark, its row and its column, both counted from 0.
        tr.ngettext(
            "It shows {number} move one after another, as row and column from 0.",
            "It shows {number} moves one after another, as row and column from 0.",
            len(plies),
        ),
        # Translators: Read out by screen readers. {moves} is a list of the first ten moves of a game.
        tr.gettext("The first are {moves}.", moves=first),
        # Translators: Read out by screen readers. {moves} is a list of the last ten moves of a game.
        tr.gettext("The last are {moves}.", moves=last),
    )


def _limited(tr: Translator, *sentences: str) -> str:
    return tr.joined(*sentences)[:DESCRIPTION_LIMIT]


def _status(tr: Translator, board: Board) -> str:
    outcome = board.outcome
    if outcome is None:
        # Translators: Read out by screen readers: whose turn it is. {mark} is X or O.
        return tr.gettext("{mark} to move.", mark=board.turn.name)
    if outcome.winner is None:
        # Translators: How a game ended.
        return tr.gettext("Draw: the board is full.")
    first, last = (f"({cell.row}, {cell.col})" for cell in (outcome.line[0], outcome.line[-1]))
    # Translators: Read out by screen readers. {mark} is X or O, {first} and {last} are the cells at both ends of the
    # winning line, such as (0, 1): row and column.
    return tr.gettext(
        "{mark} won with the line from {first} to {last}.", mark=outcome.winner.name, first=first, last=last
    )


def _rows(tr: Translator, board: Board) -> list[str]:
    rows = list(rows_with_marks(tr, board).values())
    if len(rows) == board.rules.m:
        return rows
    # Translators: Read out by screen readers, after the rows that have marks.
    return [*rows, tr.gettext("The other rows are empty.")]


def rows_with_marks(tr: Translator, board: Board) -> dict[int, str]:
    """Return the marks of each row that has any, like Row 1: X at 0, 3; O at 2."""
    columns: dict[int, tuple[list[int], list[int]]] = {}  # of X and of O
    for number, (row, col) in enumerate(board.plies):
        columns.setdefault(row, ([], []))[number % 2].append(col)
    rows: dict[int, str] = {}
    for row, marks in sorted(columns.items()):
        rows[row] = _row(tr, row, *(listed(tr, [str(col) for col in sorted(cols)]) for cols in marks))
    return rows


def _row(tr: Translator, row: int, x: str, o: str) -> str:
    if not o:
        # Translators: Read out by screen readers: in which columns of a row the X are. {x} is a list such as 0, 3.
        return tr.gettext("Row {row}: X at {x}.", row=row, x=x)
    if not x:
        # Translators: Read out by screen readers: in which columns of a row the O are. {o} is a list such as 0, 3.
        return tr.gettext("Row {row}: O at {o}.", row=row, o=o)
    # Translators: Read out by screen readers: in which columns of a row the X and the O are. {x} and {o} are lists such
    # as 0, 3.
    return tr.gettext("Row {row}: X at {x}; O at {o}.", row=row, x=x, o=o)


def moves_text(board: Board, *, swapped: bool = False) -> str:
    """Return the moves as text to copy, a pair a line; swapped says that X was taken after its first mark.

    >>> from engine import Rules
    >>> board = Board(Rules(m=5, n=5, k=4))
    >>> for cell in (Cell(3, 4), Cell(2, 2), Cell(3, 3)):
    ...     board.push(cell)
    >>> print(moves_text(board))
    1. X (3, 4)  O (2, 2)
    2. X (3, 3)
    """
    plies = board.plies
    moves = [_move(plies, number) for number in range(len(plies))]
    if swapped:
        moves[0] += " swap"  # as the option of `/ttt new`, in every language
    return "\n".join(f"{start // 2 + 1}. {'  '.join(moves[start : start + 2])}" for start in range(0, len(moves), 2))


def _moves(tr: Translator, plies: Sequence[Cell], numbers: Iterable[int]) -> str:
    return listed(tr, (_move(plies, number) for number in numbers))


def _move(plies: Sequence[Cell], number: int) -> str:
    row, col = plies[number]
    return f"{'O' if number % 2 else 'X'} ({row}, {col})"
