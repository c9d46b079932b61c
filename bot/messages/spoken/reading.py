"""A game in words, for whoever listens to it: the answer to `/ttt read`. Pure."""

from bot.game.games import Computer, Game, Human, Player, UserId
from bot.messages import texts
from bot.messages.spoken import descriptions
from bot.messages.texts.lists import listed, listed_apart
from bot.messages.translator import Translator
from engine.board import Board
from engine.rules import Cell, Mark

LIMIT = 2000  # characters; docs: resources/message.mdx, content
_CELL_BY_CELL = 7  # rows and columns of a board that is told cell by cell
_MOST_NAMED = 8  # winning cells of a side; more are counted


def reading(tr: Translator, game: Game, reader: UserId) -> str:
    """Return a game in words, at most 2,000 characters, a sentence a line.

    Shapes: every row of a small board cell by cell; of a larger one the rows that have marks, and if they are too long
    those around the last move.
    """
    head = [
        tr.joined(_size(tr, game), descriptions.counted(tr)),
        tr.joined(_player(tr, Mark.X, game.x, reader), _player(tr, Mark.O, game.o, reader)),
        _status(tr, game, reader),
        *([texts.series(tr, game)] if game.series else []),
        _last_move(tr, game.board),
        *filter(None, (texts.took_x(tr, game), texts.swap_ahead(tr, game))),
    ]
    tail = [] if game.result else _threats(tr, game.board)
    room = LIMIT - len("\n".join((*head, *tail))) - 1
    return "\n".join((*head, *_rows(tr, game.board, room), *tail))


def _size(tr: Translator, game: Game) -> str:
    rules = game.rules
    # Translators: Read out by screen readers. Three numbers, each from 2 to 100: choose words that fit any number, such
    # as "rows: {rows}". {k} is how many marks in a row win.
    return tr.gettext(
        "{rows} rows and {columns} columns, {k} in a row to win.", rows=rules.m, columns=rules.n, k=rules.k
    )


def _player(tr: Translator, mark: Mark, player: Player, reader: UserId) -> str:
    if isinstance(player, Computer):
        # Translators: Read out by screen readers: who has which mark. {mark} is X or O.
        return tr.gettext("{mark} is the computer.", mark=mark.name)
    if player == Human(reader):
        # Translators: Read out by screen readers, to a player: which mark is theirs. {mark} is X or O.
        return tr.gettext("{mark} is you.", mark=mark.name)
    # Translators: Read out by screen readers: who has which mark. {mark} is X or O, {player} a mention.
    return tr.gettext("{mark} is {player}.", mark=mark.name, player=texts.user(tr, player.id))


def _status(tr: Translator, game: Game, reader: UserId) -> str:
    if game.result:
        return texts.outcome(tr, game, game.result)
    if game.awaits_computer:
        # Translators: Read out by screen readers: it is the computer's turn.
        return tr.gettext("The computer is thinking.")
    if game.turn == Human(reader):
        # Translators: Read out by screen readers, to the player who is to move. {mark} is X or O.
        turn = tr.gettext("It is your turn, as {mark}.", mark=game.board.turn.name)
    else:
        # Translators: Read out by screen readers. {player} is a mention, {mark} is X or O.
        turn = tr.gettext(
            "It is the turn of {player}, as {mark}.", player=texts.player(tr, game.turn), mark=game.board.turn.name
        )
    if not (deadline := game.clock and game.clock.deadline):
        return turn
    # Translators: {when} is shown by Discord in the reader's language, such as "in 5 minutes".
    time = tr.gettext("Time runs out {when}.", when=texts.moment(deadline))
    return tr.joined(turn, time)


def _last_move(tr: Translator, board: Board) -> str:
    if not board.plies:
        return descriptions.unplayed(tr)
    row, column = board.plies[-1]
    # Translators: Read out by screen readers. {mark} is X or O; rows and columns are numbers from 0.
    return tr.gettext(
        "Last move: {mark} in row {row}, column {column}.", mark=board.turn.other.name, row=row, column=column
    )


# -- the rows


def _rows(tr: Translator, board: Board, room: int) -> list[str]:
    """Return the rows in at most so many characters."""
    if max(board.rules.m, board.rules.n) <= _CELL_BY_CELL:
        return [_cell_by_cell(tr, board, row) for row in range(board.rules.m)]
    marked = descriptions.rows_with_marks(tr, board)
    whole = list(marked.values())
    if not marked:
        # Translators: Read out by screen readers: no row of the board has a mark.
        whole.append(tr.gettext("All rows are empty."))
    elif len(marked) < board.rules.m:
        # Translators: Read out by screen readers, after the rows that have marks.
        whole.append(tr.gettext("All other rows are empty."))
    return whole if len("\n".join(whole)) <= room else _nearest(tr, marked, board, room)


def _cell_by_cell(tr: Translator, board: Board, row: int) -> str:
    # Translators: Read out by screen readers: a cell that has no mark, in a list such as "X, empty, O".
    empty = tr.pgettext("cell", "empty")
    names = {0: empty, Mark.X: Mark.X.name, Mark.O: Mark.O.name}
    # Translators: Read out by screen readers: the cells of a row from the left. {cells} is a list, as in X, empty, O.
    return tr.gettext("Row {row}: {cells}.", row=row, cells=listed(tr, (names[mark] for mark in board.row(row))))


def _nearest(tr: Translator, marked: dict[int, str], board: Board, room: int) -> list[str]:
    """Return the rows nearest to the last move, as many as there is room for, from the top."""
    last = board.plies[-1].row
    told: list[int] = []
    for row in sorted(marked, key=lambda row: abs(row - last)):
        room -= len(marked[row]) + 1
        if room < len(_left_out(tr, len(marked) - len(told) - 1, len(board.plies))):
            break
        told.append(row)
    return [*(marked[row] for row in sorted(told)), _left_out(tr, len(marked) - len(told), len(board.plies))]


def _left_out(tr: Translator, rows: int, marks: int) -> str:
    return tr.joined(
        # Translators: Read out by screen readers, of a board that is too crowded to tell all of it.
        tr.gettext("These are the rows nearest to the last move."),
        # Translators: Read out by screen readers: so many more rows of the board have marks.
        tr.ngettext("{number} more has marks.", "{number} more have marks.", rows),
        # Translators: Read out by screen readers: how many cells of the board are taken.
        tr.ngettext("The board has {number} mark in all.", "The board has {number} marks in all.", marks),
    )


# -- the threats


def _threats(tr: Translator, board: Board) -> list[str]:
    if board.is_dead:
        # Translators: Neither player can get enough marks in a row any more, so it will be a draw.
        return [tr.gettext("Nobody can complete a line any more.")]
    x, o = board.all_winning_moves()
    if not x and not o:
        # Translators: Read out by screen readers: neither player can win with one move.
        return [tr.gettext("Nobody can win with the next mark.")]
    return [_threat(tr, mark, cells) for mark, cells in ((Mark.X, x), (Mark.O, o)) if cells]


def _threat(tr: Translator, mark: Mark, cells: list[Cell]) -> str:
    named = listed_apart(tr, (_place(tr, cell) for cell in cells[:_MOST_NAMED]))
    if len(cells) > _MOST_NAMED:
        # Translators: Read out by screen readers. {mark} is X or O; {number} is 9 or more; {cells} is a list of eight
        # of them, such as "row 1, column 2; row 3, column 4".
        return tr.ngettext(
            "{mark} would win at once in {number} cell, among them {cells}.",
            "{mark} would win at once in {number} cells, among them {cells}.",
            len(cells),
            mark=mark.name,
            cells=named,
        )
    # Translators: Read out by screen readers. {mark} is X or O, {cells} one cell or a list of up to eight, such as "row
    # 1, column 2; row 3, column 4". Use a colon if another case would be needed.
    return tr.gettext("{mark} would win at once in {cells}.", mark=mark.name, cells=named)


def _place(tr: Translator, cell: Cell) -> str:
    # Translators: Read out by screen readers: a cell in the list of those where a side would win at once.
    return tr.pgettext("cell", "row {row}, column {column}", row=cell.row, column=cell.col)
