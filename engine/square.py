"""The n x n game with n in a row, in constant time a move: counters instead of a board.

A line of n is one of n rows, n columns and two diagonals. Each has a counter, +1 for a mark of player 1 and -1 for one
of player 2; +n or -n can only come from n marks of one player, so a single look tells a win.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any


class TicTacToe:
    """The game of LeetCode 348: valid moves only, players need not alternate, a draw is not reported.

    Cost: O(1) time a move, O(n) memory.

    >>> game = TicTacToe(3)
    >>> [game.move(*m) for m in ((0, 0, 1), (0, 2, 2), (2, 2, 1), (1, 1, 2), (2, 0, 1), (1, 0, 2), (2, 1, 1))]
    [0, 0, 0, 0, 0, 0, 1]

    Source: LeetCode 348, Design Tic-Tac-Toe.
    """

    def __init__(self, n: int) -> None:
        self._n = n
        self._rows = [0] * n
        self._cols = [0] * n
        self._down = self._up = 0

    def move(self, row: int, col: int, player: int) -> int:
        """Set a mark of player 1 or 2 and return that player if it completes a line, else 0."""
        mark = 3 - 2 * player
        self._rows[row] += mark
        self._cols[col] += mark
        if row == col:
            self._down += mark
        if row + col == self._n - 1:
            self._up += mark
        return player if self._n * mark in (self._rows[row], self._cols[col], self._down, self._up) else 0


def replay(n: int, operations: Iterable[object]) -> list[str]:
    """Return the answer to each operation of an n x n game in which any player may move at any time.

    Operations are ("move", row, col, player), ("undo",) and ("reset",), as tuples or lists. Answers are NONE, P1, P2 or
    DRAW to a move, UNDONE, RESET, and INVALID to anything else, which changes nothing. Undo reopens a finished game;
    reset forgets marks and history.

    Cost: O(1) on average for each operation, O(n + marks) memory: marks and counters are dicts, so that a reset drops
    them instead of clearing n of each.

    >>> replay(1, [("move", 0, 0, 3), ("move", 0, 0, 2), ("undo",), ["move", 0, 0, 1]])
    ['INVALID', 'P2', 'UNDONE', 'P1']

    Raises
    ------
    ValueError
        n is below 1.

    Source: the published interview question "efficient tic-tac-toe engine".
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, not {n}")
    game = _Game(n)
    return [game.answer(operation) for operation in operations]


class _Game:
    def __init__(self, n: int) -> None:
        self._n = n
        self._reset()

    def _reset(self) -> None:
        self._taken: set[int] = set()
        self._history: list[tuple[int, int, tuple[int, ...]]] = []  # each mark: place, +1 or -1, its counters
        self._counters: defaultdict[int, int] = defaultdict(int)
        self._is_over = False

    def answer(self, operation: Any) -> str:
        if issubclass(type(operation), (list, tuple)):
            match operation:
                case ["move", row, col, player] if type(row) is type(col) is type(player) is int:
                    return self._move(row, col, player)
                case ["undo"] if self._history:
                    return self._undo()
                case ["reset"]:
                    self._reset()
                    return "RESET"
                case _:
                    pass
        return "INVALID"

    def _move(self, row: int, col: int, player: int) -> str:
        n = self._n
        place = row * n + col
        if not (0 <= row < n and 0 <= col < n and 1 <= player <= 2) or place in self._taken or self._is_over:
            return "INVALID"
        lines = (row, n + col)
        if row == col:
            lines += (2 * n,)
        if row + col == n - 1:
            lines += (2 * n + 1,)
        mark = 3 - 2 * player
        self._taken.add(place)
        self._history.append((place, mark, lines))
        counters = self._counters
        for line in lines:
            counters[line] += mark
            if counters[line] == n * mark:
                self._is_over = True
        if self._is_over:
            return f"P{player}"
        if len(self._taken) == n * n:
            self._is_over = True
            return "DRAW"
        return "NONE"

    def _undo(self) -> str:
        place, mark, lines = self._history.pop()
        self._taken.remove(place)
        for line in lines:
            self._counters[line] -= mark
        self._is_over = False
        return "UNDONE"
