"""The n x n game with n in a row, in constant time per move: counters instead of a board.

The lines are n rows, n columns and two diagonals. Each has a counter: +1 for a mark of player 1, -1 for a mark of
player 2. Only n marks of one player make +n or -n, so one comparison detects a win.
"""

from collections.abc import Iterable
from typing import Any


class TicTacToe:
    """LeetCode 348: all moves are assumed valid, players need not alternate, and a draw is not reported.

    Cost: O(1) time per move, O(n) memory.

    >>> game = TicTacToe(3)
    >>> [game.move(*m) for m in ((0, 0, 1), (0, 2, 2), (2, 2, 1), (1, 1, 2), (2, 0, 1), (1, 0, 2), (2, 1, 1))]
    [0, 0, 0, 0, 0, 0, 1]

    Source: LeetCode 348, Design Tic-Tac-Toe.
    """

    def __init__(self, n: int) -> None:
        self._rows = [0] * n
        self._cols = [0] * n
        self._diagonal = self._anti_diagonal = 0
        self._last = n - 1
        self._sides = ((0, 0), (1, n), (-1, -n))  # by player: the count of a mark and of a full line

    def move(self, row: int, col: int, player: int) -> int:
        """Set a mark of player 1 or 2 and return that player if it completes a line, else 0."""
        mark, full = self._sides[player]
        rows, cols = self._rows, self._cols
        rows[row] = in_row = rows[row] + mark
        cols[col] = in_col = cols[col] + mark
        if row == col:
            self._diagonal += mark
            if self._diagonal == full:
                return player
        if row + col == self._last:
            self._anti_diagonal += mark
            if self._anti_diagonal == full:
                return player
        if in_row == full:
            return player
        return player if in_col == full else 0


def replay(n: int, operations: Iterable[object]) -> list[str]:
    """Return the answer to each operation of an n x n game in which either player may move at any time.

    Operations are ("move", row, col, player), ("undo",) and ("reset",), as tuples or lists. A move is answered NONE,
    P1, P2 or DRAW, an undo UNDONE and a reset RESET. Anything else is answered INVALID and changes nothing. An undo
    reopens a finished game. A reset clears the marks and the history.

    Cost: O(1) amortized time per operation, O(n + marks) memory.

    >>> replay(1, [("move", 0, 0, 3), ("move", 0, 0, 2), ("undo",), ["move", 0, 0, 1]])
    ['INVALID', 'P2', 'UNDONE', 'P1']

    Raises ValueError: n is below 1.

    Source: the published interview question "efficient tic-tac-toe engine".
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, not {n}")
    game = _Game(n)
    return [game.answer(operation) for operation in operations]


class _Game:
    def __init__(self, n: int) -> None:
        self._n = n
        self._sides = ((0, 0), (1, n), (-1, -n))  # by player: the count of a mark and of a full line
        self._marks: dict[int, int] = {}  # the count of each mark, by place, in the order of the moves
        self._is_over = False
        self._rows = [0] * n
        self._cols = [0] * n
        self._diagonal = self._anti_diagonal = 0

    def answer(self, operation: Any) -> str:
        if issubclass(type(operation), (list, tuple)):
            match operation:
                case ["move", row, col, player] if type(row) is type(col) is type(player) is int:
                    return self._move(row, col, player)
                case ["undo"] if self._marks:
                    self._undo()
                    return "UNDONE"
                case ["reset"]:
                    while self._marks:  # each mark once, so O(1) amortized time
                        self._undo()
                    return "RESET"
                case _:
                    pass
        return "INVALID"

    def _move(self, row: int, col: int, player: int) -> str:
        n, marks = self._n, self._marks
        place = row * n + col
        if self._is_over or not (0 <= row < n and 0 <= col < n and 1 <= player <= 2) or place in marks:
            return "INVALID"
        mark, full = self._sides[player]
        marks[place] = mark
        is_won = full in self._count(row, col, mark)
        self._is_over = is_won or len(marks) == n * n
        return f"P{player}" if is_won else "DRAW" if self._is_over else "NONE"

    def _undo(self) -> None:
        place, mark = self._marks.popitem()
        self._count(place // self._n, place % self._n, -mark)
        self._is_over = False

    def _count(self, row: int, col: int, mark: int) -> tuple[int, int, int, int]:
        """Add a mark to the counters of its lines, and return the counters."""
        self._rows[row] += mark
        self._cols[col] += mark
        self._diagonal += mark * (row == col)
        self._anti_diagonal += mark * (row + col == self._n - 1)
        return self._rows[row], self._cols[col], self._diagonal, self._anti_diagonal
