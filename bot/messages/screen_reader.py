"""A game in words, for screen readers: alt text of pictures, and `/ttt read`. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from bot.game.games import Computer, Ending, Game, Human, Player, UserId
from bot.messages import texts
from bot.messages.drafts import CONTENT_LIMIT
from bot.messages.texts import listed, listed_apart
from bot.messages.translator import Translator
from engine import Board, Cell, Mark

DESCRIPTION_LIMIT = 1024  # docs: resources/message.mdx, description of an attachment


_LAST_MOVES = 10


_MAX_MARKS = DESCRIPTION_LIMIT // len("0, ")  # more rarely fit


_MAX_MOVES = DESCRIPTION_LIMIT // len("X (0, 0), ")  # more rarely fit


# Translators: Read out by screen readers, of a picture.
def description(tr: Translator, board: Board, status: str | None = None) -> str:
    """Return the alt text of a position, at most 1,024 characters.

    It has every row with marks, or the last ten moves if the rows don't fit.

    status replaces the side to move, because a board doesn't know about a resignation.
    """
    rules, plies = board.rules, board.plies
    head = (
        tr.gettext(
            "A board with {rows} rows and {columns} columns, {k} in a row to win.",
            rows=rules.m,
            columns=rules.n,
            k=rules.k,
        ),
        status or _picture_status(tr, board),
        tr.ngettext("{number} move played.", "{number} moves played.", len(plies)),
    )
    if not plies:
        return _limited(tr, *head, tr.gettext("The board is empty."))
    # Translators: Read out by screen readers, of a picture. {move} is like X (1, 2).
    last = tr.gettext("Last move: {move}.", move=_move(plies, len(plies) - 1))
    if len(plies) <= _MAX_MARKS:
        rows = tr.joined(*head, last, counting_note(tr), *_all_rows(tr, board, rows_with_marks(tr, board)))
        if len(rows) <= DESCRIPTION_LIMIT:
            return rows
    numbers = range(max(len(plies) - _LAST_MOVES, 0), len(plies))
    latest = tr.ngettext(
        "The last {number} move (row and column, counted from 0): {moves}.",
        "The last {number} moves (row and column, counted from 0): {moves}.",
        len(numbers),
        moves=_moves(tr, plies, numbers),
    )
    return _limited(tr, *head, last, latest)


def counting_note(tr: Translator) -> str:
    """Return the note that rows and columns are counted from 0."""
    return tr.gettext("Rows and columns count from 0.")


# Translators: Read out by screen readers, of an animated picture.
def replay_description(tr: Translator, board: Board, status: str | None = None, *, swapped: bool = False) -> str:
    """Return the alt text of a replay, at most 1,024 characters.

    It has all moves, or the first and the last ones if they don't all fit.

    status replaces the state of the board. swapped: X was taken after its first mark.
    """
    rules, plies = board.rules, board.plies
    head = tr.gettext(
        "An animation of a game on a board with {rows} rows and {columns} columns, {k} in a row to win.",
        rows=rules.m,
        columns=rules.n,
        k=rules.k,
    )
    if not plies:
        return _limited(tr, head, status or no_moves(tr))
    if swapped:
        head = tr.joined(head, tr.gettext("After the first move, the other player took X."))  # no names in alt text
    end = status or _picture_status(tr, board)
    if len(plies) <= _MAX_MOVES:
        all_moves = tr.gettext(
            "The animation shows these moves one by one (row and column, counted from 0): {moves}.",
            moves=_moves(tr, plies, range(len(plies))),
        )
        description = tr.joined(head, all_moves, end)
        if len(description) <= DESCRIPTION_LIMIT:
            return description
    return _limited(tr, head, *_shortened(tr, plies), end)


def no_moves(tr: Translator) -> str:
    """Return the note that a game has no moves."""
    return tr.gettext("No moves have been played yet.")


# Translators: Read out by screen readers, of an animated picture of a long game.
def _shortened(tr: Translator, plies: Sequence[Cell]) -> tuple[str, str, str]:
    first = _moves(tr, plies, range(min(_LAST_MOVES, len(plies))))
    last = _moves(tr, plies, range(max(len(plies) - _LAST_MOVES, 0), len(plies)))
    return (
        tr.ngettext(
            "The animation shows {number} move. Rows and columns count from 0.",
            "The animation shows {number} moves one by one. Rows and columns count from 0.",
            len(plies),
        ),
        tr.gettext("The first moves are {moves}.", moves=first),
        tr.gettext("The last moves are {moves}.", moves=last),
    )


def _limited(tr: Translator, *sentences: str) -> str:
    return tr.joined(*sentences)[:DESCRIPTION_LIMIT]


# Translators: Read out by screen readers: whose turn it is, or how a game ended.
def _picture_status(tr: Translator, board: Board) -> str:
    outcome = board.outcome
    if outcome is None:
        return tr.gettext("{mark} to move.", mark=board.turn.name)
    if outcome.winner is None:
        return tr.gettext("Draw: the board is full.")
    first, last = texts.cell(outcome.line[0]), texts.cell(outcome.line[-1])
    # Translators: Read out by screen readers. {first} and {last} are the cells at both ends of the winning line.
    return tr.gettext(
        "{mark} won with the line from {first} to {last}.", mark=outcome.winner.name, first=first, last=last
    )


def _all_rows(tr: Translator, board: Board, marked: Mapping[int, str]) -> list[str]:
    """Return the rows with marks, and a sentence about the other rows, if any."""
    if not marked:
        return [tr.gettext("All rows are empty.")]
    if len(marked) == board.rules.m:
        return [*marked.values()]
    return [*marked.values(), tr.gettext("All other rows are empty.")]


def rows_with_marks(tr: Translator, board: Board) -> dict[int, str]:
    """Return the marks of each row that has any, such as Row 1: X at 0, 3; O at 2."""
    columns: dict[int, tuple[list[int], list[int]]] = {}  # of X and of O
    for number, (row, col) in enumerate(board.plies):
        columns.setdefault(row, ([], []))[number % 2].append(col)
    rows: dict[int, str] = {}
    for row, marks in sorted(columns.items()):
        rows[row] = _row(tr, row, *(listed(tr, map(str, sorted(cols))) for cols in marks))
    return rows


# Translators: Read out by screen readers: in which columns of a row the marks are. {x} and {o} are lists such as 0, 3.
def _row(tr: Translator, row: int, x: str, o: str) -> str:
    if not o:
        return tr.gettext("Row {row}: X at {x}.", row=row, x=x)
    if not x:
        return tr.gettext("Row {row}: O at {o}.", row=row, o=o)
    return tr.gettext("Row {row}: X at {x}; O at {o}.", row=row, x=x, o=o)


def moves_text(board: Board, *, swapped: bool = False) -> str:
    """Return the moves as text to copy, a pair per line. swapped: X was taken after its first mark."""
    plies = board.plies
    moves = [_move(plies, number) for number in range(len(plies))]
    if swapped:
        moves[0] += " swap"  # like the option of `/ttt new`, in every language
    return "\n".join(f"{start // 2 + 1}. {'  '.join(moves[start : start + 2])}" for start in range(0, len(moves), 2))


def _moves(tr: Translator, plies: Sequence[Cell], numbers: Iterable[int]) -> str:
    return listed(tr, (_move(plies, number) for number in numbers))


def _move(plies: Sequence[Cell], number: int) -> str:
    return f"{'O' if number % 2 else 'X'} {texts.cell(plies[number])}"


_CELL_BY_CELL = 7  # rows or columns of the largest board that is read cell by cell


_MAX_THREATS = 8  # winning cells of a side to list; more are only counted


def reading(tr: Translator, game: Game, reader: UserId) -> str:
    """Return a game in words, at most 2,000 characters, a sentence per line.

    It has each cell of a small board; of a larger board it has the rows with marks or, if that is too long, those
    nearest to the last move.
    """
    may_swap = not game.plies or game.turn == Human(reader)
    sentences = (
        tr.joined(_size(tr, game), counting_note(tr)),
        _players(tr, game, reader),
        _status(tr, game, reader),
        texts.series(tr, game),
        _last_move(tr, game.board),
        texts.took_x(tr, game),
        texts.swap_note(tr, game) if may_swap else "",
    )
    head = list(filter(None, sentences))
    tail = [] if game.result else _threats(tr, game.board)
    room = CONTENT_LIMIT - len("\n".join((*head, *tail))) - 1
    return "\n".join((*head, *_rows(tr, game.board, room), *tail))


# Translators: Read out by screen readers.
def _size(tr: Translator, game: Game) -> str:
    rules = game.rules
    return tr.gettext(
        "{rows} rows and {columns} columns, {k} in a row to win.", rows=rules.m, columns=rules.n, k=rules.k
    )


# Translators: Read out by screen readers: who has which mark, X or O.
def _players(tr: Translator, game: Game, reader: UserId) -> str:
    if reader not in game.humans:
        return tr.joined(_player(tr, Mark.X, game.x), _player(tr, Mark.O, game.o))
    side, opponent = game.side(reader), game.opponent(reader)
    marks = {"mark": side.name, "other": side.other.name}
    if isinstance(opponent, Computer):
        return tr.gettext("You are {mark}, the computer is {other}.", **marks)
    return tr.gettext("You are {mark}, {player} is {other}.", **marks, player=texts.user(tr, opponent.id))


# Translators: Read out by screen readers: who has which mark.
def _player(tr: Translator, mark: Mark, player: Player) -> str:
    if isinstance(player, Computer):
        return tr.gettext("{mark} is the computer.", mark=mark.name)
    return tr.gettext("{mark} is {player}.", mark=mark.name, player=texts.user(tr, player.id))


# Translators: Read out by screen readers: whose turn it is.
def _status(tr: Translator, game: Game, reader: UserId) -> str:
    if game.result:
        return texts.outcome(tr, game, game.result)
    if game.awaits_computer:
        return tr.gettext("The computer is thinking.")
    if game.turn.id == game.seat(reader):
        turn = tr.gettext("It's your turn.")
    else:
        turn = tr.gettext("It's {player}'s turn.", player=texts.player(tr, game.turn))
    return tr.joined(turn, texts.deadline(tr, game))


def _last_move(tr: Translator, board: Board) -> str:
    if not board.plies:
        return no_moves(tr)
    row, column = board.plies[-1]
    # Translators: Read out by screen readers. {mark} is X or O; rows and columns are numbers from 0.
    return tr.gettext(
        "Last move: {mark} in row {row}, column {column}.", mark=board.turn.other.name, row=row, column=column
    )


# -- the rows


def _rows(tr: Translator, board: Board, room: int) -> list[str]:
    """Return the rows, in at most room characters."""
    if max(board.rules.m, board.rules.n) <= _CELL_BY_CELL:
        return [_cell_by_cell(tr, board, row) for row in range(board.rules.m)]
    marked = rows_with_marks(tr, board)
    whole = _all_rows(tr, board, marked)
    return whole if len("\n".join(whole)) <= room else _nearest(tr, marked, board, room)


# Translators: Read out by screen readers: the cells of a row from the left, such as "X, empty, O".
def _cell_by_cell(tr: Translator, board: Board, row: int) -> str:
    empty = tr.pgettext("cell", "empty")
    names = {0: empty, Mark.X: Mark.X.name, Mark.O: Mark.O.name}
    return tr.gettext("Row {row}: {cells}.", row=row, cells=listed(tr, (names[mark] for mark in board.row(row))))


def _nearest(tr: Translator, marked: Mapping[int, str], board: Board, room: int) -> list[str]:
    """Return the rows nearest to the last move that fit, from the top."""
    last = board.plies[-1].row
    shown: list[int] = []
    for row in sorted(marked, key=lambda row: abs(row - last)):
        room -= len(marked[row]) + 1
        if room < len(_left_out(tr, len(marked) - len(shown) - 1, len(board.plies))):
            break
        shown.append(row)
    return [*(marked[row] for row in sorted(shown)), _left_out(tr, len(marked) - len(shown), len(board.plies))]


# Translators: Read out by screen readers, of a board that is too crowded to describe in full.
def _left_out(tr: Translator, rows: int, marks: int) -> str:
    return tr.joined(
        tr.gettext("These are the rows nearest to the last move."),
        tr.ngettext("{number} more row has marks.", "{number} more rows have marks.", rows),
        tr.ngettext("The board has {number} mark in all.", "The board has {number} marks in all.", marks),
    )


# -- the threats


# Translators: Read out by screen readers: whether a player can win with one move.
def _threats(tr: Translator, board: Board) -> list[str]:
    if board.is_dead:
        return [tr.gettext("Nobody can complete a line anymore.")]
    x, o = board.all_winning_moves()
    if not x and not o:
        return [tr.gettext("Nobody can win on the next move.")]
    return [_threat(tr, mark, cells) for mark, cells in ((Mark.X, x), (Mark.O, o)) if cells]


# Translators: Read out by screen readers. A cell is like "row 1, column 2"; use a colon if it needs another case.
def _threat(tr: Translator, mark: Mark, cells: list[Cell]) -> str:
    places = [_place(tr, cell) for cell in cells[:_MAX_THREATS]]
    if len(cells) == 2:
        one, two = places
        return tr.gettext("{mark} threatens to win at {one}, and at {two}.", mark=mark.name, one=one, two=two)
    named = listed_apart(tr, places)
    if len(cells) > _MAX_THREATS:
        return tr.ngettext(
            "{mark} threatens to win at {number} cell, including {cells}.",
            "{mark} threatens to win at any of {number} cells, including {cells}.",
            len(cells),
            mark=mark.name,
            cells=named,
        )
    return tr.gettext("{mark} threatens to win at {cells}.", mark=mark.name, cells=named)


def _place(tr: Translator, cell: Cell) -> str:
    # Translators: Read out by screen readers: a cell in the list of those where a side would win at once.
    return tr.pgettext("cell", "row {row}, column {column}", row=cell.row, column=cell.col)


def end_description(tr: Translator, game: Game) -> str | None:
    """Return how a game ended, for alt text, if the board doesn't show it."""
    if game.result is None:
        return None
    winner = game.result.winner
    # Translators: Read out by screen readers, of a picture. {winner} and {loser} are X and O, or O and X.
    match game.result.ending:
        case Ending.LINE | Ending.FULL:
            return None
        case Ending.RESIGNED:
            assert winner is not None
            return tr.gettext("{winner} won. {loser} resigned.", winner=winner.name, loser=winner.other.name)
        case Ending.TIMEOUT:
            assert winner is not None
            return tr.gettext("{winner} won. {loser} ran out of time.", winner=winner.name, loser=winner.other.name)
        case Ending.AGREED:
            return tr.gettext("The game was called a draw.")
        case Ending.STOPPED | Ending.DELETED:
            return tr.gettext("The game ended without a result.")
        case _:
            assert_never(game.result.ending)
