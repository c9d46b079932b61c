"""A board and its moves in words, for screen readers and to copy. Pure."""

from collections.abc import Sequence

from engine import Board, Cell, Mark

DESCRIPTION_LIMIT = 1024  # docs: resources/message.mdx, the description of an attachment
_LAST_TOLD = 10
_MOST_IN_ROWS = DESCRIPTION_LIMIT // len("0, ")  # marks; more never fit
_MOST_TOLD = DESCRIPTION_LIMIT // len("X (0, 0), ")  # moves; more never fit


def description(board: Board, status: str | None = None) -> str:
    """Return the position in words for screen readers, at most 1,024 characters.

    Shapes: every row that has marks, or the last ten moves if the rows don't all fit. status replaces whose turn it
    is, because a board doesn't know that a game was resigned.
    """
    rules, plies = board.rules, board.plies
    head = (
        f"Board of {rules.m} rows and {rules.n} columns, {rules.k} in a row to win. {status or _status(board)} "
        f"{len(plies)} {'move' if len(plies) == 1 else 'moves'} played."
    )
    if not plies:
        return f"{head} The board is empty."[:DESCRIPTION_LIMIT]
    last = f"Last move: {_move(plies, len(plies) - 1)}."
    if len(plies) <= _MOST_IN_ROWS:
        rows = f"{head} {last} Rows and columns count from 0. {_rows(board)}"
        if len(rows) <= DESCRIPTION_LIMIT:
            return rows
    told = range(max(len(plies) - _LAST_TOLD, 0), len(plies))
    latest = ", ".join(_move(plies, number) for number in told)
    return f"{head} {last} The last {len(told)} moves as row and column from 0: {latest}."[:DESCRIPTION_LIMIT]


def replayed(board: Board, status: str | None = None) -> str:
    """Return what happens in the animation of a game in words for screen readers, at most 1,024 characters.

    Shapes: all moves, or the first ones and the last ones if they don't all fit. status replaces how the board stands.
    """
    rules, plies = board.rules, board.plies
    head = f"Animation of a game on {rules.m} rows and {rules.n} columns, {rules.k} in a row to win. "
    if not plies:
        return f"{head}{status or 'No moves have been played yet.'}"[:DESCRIPTION_LIMIT]
    end = f" At the end: {status or _status(board)}"
    if len(plies) > _MOST_TOLD:
        return _shortened(head, plies, end)
    moves = ", ".join(_move(plies, number) for number in range(len(plies)))
    told = f"{head}It shows the moves one after another, as row and column from 0: {moves}.{end}"
    return told if len(told) <= DESCRIPTION_LIMIT else _shortened(head, plies, end)


def _shortened(head: str, plies: Sequence[Cell], end: str) -> str:
    first = ", ".join(_move(plies, number) for number in range(min(_LAST_TOLD, len(plies))))
    last = ", ".join(_move(plies, number) for number in range(max(len(plies) - _LAST_TOLD, 0), len(plies)))
    return (
        f"{head}It shows {len(plies)} moves one after another, as row and column from 0. The first are {first}. "
        f"The last are {last}.{end}"
    )[:DESCRIPTION_LIMIT]


def _status(board: Board) -> str:
    outcome = board.outcome
    if outcome is None:
        return f"{board.turn.name} to move."
    if outcome.winner is None:
        return "Draw: the board is full."
    first, last = (f"({cell.row}, {cell.col})" for cell in (outcome.line[0], outcome.line[-1]))
    return f"{outcome.winner.name} won with the line from {first} to {last}."


def _rows(board: Board) -> str:
    rows = rows_with_marks(board)
    others = "" if len(rows) == board.rules.m else " The other rows are empty."
    return " ".join(rows.values()) + others


def rows_with_marks(board: Board) -> dict[int, str]:
    """Return the marks of each row that has any, like Row 1: X at 0, 3; O at 2."""
    rows: dict[int, str] = {}
    for row in range(board.rules.m):
        marks = board.row(row)
        places = {mark: [str(col) for col, value in enumerate(marks) if value == mark] for mark in Mark}
        told = "; ".join(f"{mark.name} at {', '.join(cols)}" for mark, cols in places.items() if cols)
        if told:
            rows[row] = f"Row {row}: {told}."
    return rows


def moves_text(board: Board) -> str:
    """Return the moves as text to copy, a pair a line.

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
    return "\n".join(f"{start // 2 + 1}. {'  '.join(moves[start : start + 2])}" for start in range(0, len(moves), 2))


def _move(plies: Sequence[Cell], number: int) -> str:
    row, col = plies[number]
    return f"{'O' if number % 2 else 'X'} ({row}, {col})"
