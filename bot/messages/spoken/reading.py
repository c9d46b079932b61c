"""A game in words, for whoever listens to it: the answer to `/ttt read`. Pure."""

from bot.game.games import Computer, Game, Human, Player, UserId
from bot.messages import texts
from bot.messages.spoken import descriptions
from engine import Board, Cell, Mark

LIMIT = 2000  # characters; docs: resources/message.mdx, content
_CELL_BY_CELL = 7  # rows and columns of a board that is told cell by cell
_MOST_NAMED = 8  # winning cells of a side; more are counted
_NAMES = {0: "empty", Mark.X: "X", Mark.O: "O"}


def reading(game: Game, reader: UserId) -> str:
    """Return a game in words, at most 2,000 characters, a sentence a line.

    Shapes: every row of a small board cell by cell; of a larger one the rows that have marks, and if they are too long
    those around the last move.
    """
    rules, board = game.rules, game.board
    head = [
        f"{rules.m} rows and {rules.n} columns, {rules.k} in a row to win. Rows and columns count from 0.",
        f"X is {_player(game.x, reader)}. O is {_player(game.o, reader)}.",
        _status(game, reader),
        _last_move(board),
    ]
    tail = [] if game.result else _threats(board)
    room = LIMIT - len("\n".join((*head, *tail))) - 1
    return "\n".join((*head, *_rows(board, room), *tail))


def _player(player: Player, reader: UserId) -> str:
    if isinstance(player, Computer):
        return "the computer"
    return "you" if player == Human(reader) else texts.user(player.id)


def _status(game: Game, reader: UserId) -> str:
    if game.result:
        return texts.outcome(game, game.result)
    if game.awaits_computer:
        return "The computer is thinking."
    deadline = game.clock and game.clock.deadline
    time = f" Time runs out {texts.moment(deadline)}." if deadline else ""
    if game.turn == Human(reader):
        return f"It is your turn, as {game.board.turn.name}.{time}"
    return f"It is the turn of {texts.player(game.turn)}, as {game.board.turn.name}.{time}"


def _last_move(board: Board) -> str:
    if not board.plies:
        return "No moves have been played yet."
    return f"Last move: {board.turn.other.name} in {_place(board.plies[-1])}."


def _place(cell: Cell) -> str:
    return f"row {cell.row}, column {cell.col}"


# -- the rows


def _rows(board: Board, room: int) -> list[str]:
    """Return the rows in at most so many characters."""
    if max(board.rules.m, board.rules.n) <= _CELL_BY_CELL:
        return [f"Row {row}: {_cell_by_cell(board, row)}." for row in range(board.rules.m)]
    marked = descriptions.rows_with_marks(board)
    others = [] if len(marked) == board.rules.m else ["All other rows are empty." if marked else "All rows are empty."]
    whole = [*marked.values(), *others]
    return whole if len("\n".join(whole)) <= room else _nearest(marked, board, room)


def _cell_by_cell(board: Board, row: int) -> str:
    return ", ".join(_NAMES[mark] for mark in board.row(row))


def _nearest(marked: dict[int, str], board: Board, room: int) -> list[str]:
    """Return the rows nearest to the last move, as many as there is room for, from the top."""
    last = board.plies[-1].row
    told: list[int] = []
    room -= len(_left_out(len(marked), len(board.plies)))
    for row in sorted(marked, key=lambda row: abs(row - last)):
        room -= len(marked[row]) + 1
        if room < 0:
            break
        told.append(row)
    return [*(marked[row] for row in sorted(told)), _left_out(len(marked) - len(told), len(board.plies))]


def _left_out(rows: int, marks: int) -> str:
    return f"These are the rows nearest to the last move. {rows} more have marks. The board has {marks} marks in all."


# -- the threats


def _threats(board: Board) -> list[str]:
    if board.is_dead:
        return ["Nobody can complete a line any more."]
    x, o = board.all_winning_moves()
    if not x and not o:
        return ["Nobody can win with the next mark."]
    return [_threat(mark, cells) for mark, cells in ((Mark.X, x), (Mark.O, o)) if cells]


def _threat(mark: Mark, cells: list[Cell]) -> str:
    named = "; ".join(map(_place, cells[:_MOST_NAMED]))
    if len(cells) > _MOST_NAMED:
        return f"{mark.name} would win at once in {len(cells)} cells, among them {named}."
    return f"{mark.name} would win at once in {named}."
