"""A draw for every k of 9 or more: a pairing of all cells of the plane, in which every window of 9 contains a pair.

The pairing repeats every 8 rows and columns. A side that answers each mark with its partner never loses, on any board.
Source: its existence, H. O. Pollak and C. E. Shannon, 1954, quoted in Berlekamp, Conway & Guy, Winning Ways. We found
this one by exact cover, and a test checks all its windows.
"""

from collections.abc import Iterator

from engine.board import Board
from engine.rules import Cell

PERIOD = 8
SHORTEST = 9  # the smallest k for which every window contains a pair
# The direction of a cell's partner: > right, < left, ^ up, v down, \\ down and right, ` up and left, / down and left,
# ' up and right.
DIRECTIONS = {
    ">": (0, 1), "<": (0, -1), "v": (1, 0), "^": (-1, 0), "\\": (1, 1), "`": (-1, -1), "/": (1, -1), "'": (-1, 1),
}  # fmt: skip
PARTNERS = (
    "><v`/\\\\`",
    "v\\^'><``",
    "^/`></vv",
    "'><v'/^^",
    "<//^'\\/>",
    "''></'`\\",
    "`v\\'vv><",
    "<^\\`^^\\>",
)


def direction(cell: Cell) -> tuple[int, int]:
    """Return how many rows down and columns to the right the partner of a cell is."""
    return DIRECTIONS[PARTNERS[cell.row % PERIOD][cell.col % PERIOD]]


def partner(cell: Cell) -> Cell:
    """Return the partner of a cell. It may be off the board."""
    down, right = direction(cell)
    return Cell(cell.row + down, cell.col + right)


def safe_cell(board: Board, cell: Cell) -> Cell:
    """Return the cell if taking it can't lose, else the partner of the opponent's last mark.

    A side that plays this way from its first move on never loses. Cost: O(k^2) time.
    """
    last = board.last
    if last is None or board.rules.k < SHORTEST:
        return cell
    answer = partner(last)
    return answer if answer in board.legal_moves and not _is_covered(board, last, cell) else cell


def holds_pairing(board: Board) -> bool:
    """Return whether all marks of the opponent except the last are answered. Cost: O(k^2) time per mark."""
    return board.rules.k >= SHORTEST and all(_is_covered(board, cell, None) for cell in board.plies[-1::-2][1:])


def _is_covered(board: Board, mark: Cell, cell: Cell | None) -> bool:
    """Return whether each window through a mark and its partner is dead, or contains the cell or an empty pair."""
    return all(cell in window or _holds_a_pair(board, window) for window in _windows(board, mark))


def _windows(board: Board, cell: Cell) -> Iterator[list[Cell]]:
    """Yield the windows through a cell and its partner without a mark of the side to move."""
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    down, right = direction(cell)
    for back in range(k - 1):
        row, col = cell.row - back * down, cell.col - back * right
        end_row, end_col = row + (k - 1) * down, col + (k - 1) * right
        if 0 <= row < m and 0 <= col < n and 0 <= end_row < m and 0 <= end_col < n:
            window = [Cell(row + step * down, col + step * right) for step in range(k)]
            if all(board[each] is not board.turn for each in window):
                yield window


def _holds_a_pair(board: Board, window: list[Cell]) -> bool:
    return any(partner(cell) in window and board[cell] is None and board[partner(cell)] is None for cell in window)
