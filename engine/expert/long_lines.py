"""A move where lines are too long for Position: nobody forces those, so one look at the live windows is enough."""

from collections.abc import Iterator
from itertools import accumulate
from random import Random

from engine.board import Board
from engine.rules import Cell, Mark

REACH = 8  # the lines through so many of the latest marks are looked at, whatever the size of the board


def busiest(board: Board, random: Random) -> Cell:
    """Return the cell on which most is at stake in the lines through the latest marks, by lot where cells are alike.

    A window that is alive for a side counts as the square of one more than the marks it holds. Cost: O(m + n) time.

    Raises
    ------
    IndexError
        The board is full.
    """
    m, n, k = board.rules.m, board.rules.n, board.rules.k
    stakes: dict[Cell, int] = {}
    for line in {line: None for cell in board.plies[-REACH:] or [Cell(m // 2, n // 2)] for line in _lines(cell, m, n)}:
        if len(line) >= k:
            marks = [board[cell] for cell in line]
            for cell, mark, stake in zip(line, marks, _stakes(marks, k), strict=True):
                if stake and not mark:
                    stakes[cell] = stakes.get(cell, 0) + stake
    most = max(stakes.values(), default=0)
    return random.choice([cell for cell, stake in stakes.items() if stake == most] or board.legal_moves)


def _lines(cell: Cell, m: int, n: int) -> Iterator[tuple[Cell, ...]]:
    row, col = cell
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        room = [row] * down + ([col] if right > 0 else [n - 1 - col] if right < 0 else [])
        back = min(room)
        length = back + min([m - row] * down + ([n - col] if right > 0 else [col + 1] if right < 0 else []))
        yield tuple(Cell(row + down * step, col + right * step) for step in range(-back, length - back))


def _stakes(marks: list[Mark | None], k: int) -> list[int]:
    """Return for each cell of a line the worth of the live windows through it."""
    change = [0] * (len(marks) + 1)
    sums = {mark: [0, *accumulate(int(other is mark) for other in marks)] for mark in Mark}
    for start in range(len(marks) - k + 1):
        x, o = (sums[mark][start + k] - sums[mark][start] for mark in Mark)
        if not (x and o):
            worth = (x + o + 1) ** 2
            change[start] += worth
            change[start + k] -= worth
    return list(accumulate(change[:-1]))
