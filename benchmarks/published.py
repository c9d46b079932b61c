"""The baselines: our versions of the usual published answers, with lists of lists, scans and counters.

Each does exactly what the usual answer does, with the walks inlined and no unused state.
"""

from typing import Any

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class ScanGame:
    """The usual answer to "M x N board, K in a row": a list of lists, scanned both ways from the last mark."""

    def __init__(self, m: int, n: int, k: int) -> None:
        self.m, self.n, self.k = m, n, k
        self.board = [[0] * n for _ in range(m)]
        self.player = 1
        self.moves = 0
        self.is_over = False

    def move(self, row: int, col: int) -> int:
        """Mark for the current player. Return 1 or 2 if that player won, -1 for a draw, else 0."""
        if not (0 <= row < self.m and 0 <= col < self.n) or self.board[row][col] != 0 or self.is_over:
            raise ValueError("illegal move")
        self.board[row][col] = self.player
        self.moves += 1
        if self.wins(row, col, self.player):
            self.is_over = True
            return self.player
        if self.moves == self.m * self.n:
            self.is_over = True
            return -1
        self.player = 3 - self.player
        return 0

    def undo(self, row: int, col: int) -> None:
        """Take back the last mark, which the caller passes."""
        self.player = self.board[row][col]
        self.board[row][col] = 0
        self.moves -= 1
        self.is_over = False

    def wins(self, row: int, col: int, player: int) -> bool:
        """Return whether a run through the cell is at least k long, counted both ways in each direction."""
        for down, right in DIRECTIONS:
            count = 1
            for sign in (1, -1):
                r, c = row + sign * down, col + sign * right
                while 0 <= r < self.m and 0 <= c < self.n and self.board[r][c] == player:
                    count += 1
                    r += sign * down
                    c += sign * right
            if count >= self.k:
                return True
        return False

    def winning_moves(self, player: int) -> list[tuple[int, int]]:
        """Return the winning moves, found by trying every empty cell."""
        found = []
        for row in range(self.m):
            for col in range(self.n):
                if self.board[row][col] == 0:
                    self.board[row][col] = player
                    if self.wins(row, col, player):
                        found.append((row, col))
                    self.board[row][col] = 0
        return found

    def reply(self) -> tuple[int, int] | None:
        """Return the first winning cell, else the first blocking cell, else None."""
        for player in (self.player, 3 - self.player):
            for row in range(self.m):
                for col in range(self.n):
                    if self.board[row][col] == 0:
                        self.board[row][col] = player
                        won = self.wins(row, col, player)
                        self.board[row][col] = 0
                        if won:
                            return row, col
        return None


class CounterSquare:
    """LeetCode 348 by counters: +1 and -1 in each row, each column and both diagonals."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.rows = [0] * n
        self.cols = [0] * n
        self.diagonal = 0
        self.anti = 0

    def move(self, row: int, col: int, player: int) -> int:
        """Set a mark; return the player if a line of n is complete."""
        mark = 1 if player == 1 else -1
        self.rows[row] += mark
        self.cols[col] += mark
        if row == col:
            self.diagonal += mark
        if row + col == self.n - 1:
            self.anti += mark
        if (
            abs(self.rows[row]) == self.n
            or abs(self.cols[col]) == self.n
            or abs(self.diagonal) == self.n
            or abs(self.anti) == self.n
        ):
            return player
        return 0


class CounterEngine:
    """The "efficient tic-tac-toe engine" with counters for each player, a dict of marks and an undo stack."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.reset()

    def reset(self) -> str:
        """Clear the marks and the history."""
        n = self.n
        self.rows = {1: [0] * n, 2: [0] * n}
        self.cols = {1: [0] * n, 2: [0] * n}
        self.diagonal = {1: 0, 2: 0}
        self.anti = {1: 0, 2: 0}
        self.marks: dict[tuple[int, int], int] = {}
        self.history: list[tuple[int, int, int]] = []
        self.is_over = False
        return "RESET"

    def process(self, operation: Any) -> str:
        """Answer one operation."""
        if not isinstance(operation, (list, tuple)) or not operation:
            return "INVALID"
        if operation[0] == "move":
            return self.move(operation)
        if operation[0] == "undo" and len(operation) == 1:
            return self.undo()
        if operation[0] == "reset" and len(operation) == 1:
            return self.reset()
        return "INVALID"

    def move(self, operation: Any) -> str:
        """Set a mark and count it in its lines."""
        if len(operation) != 4:
            return "INVALID"
        _, row, col, player = operation
        for value in (row, col, player):
            if not isinstance(value, int) or isinstance(value, bool):
                return "INVALID"
        if not (0 <= row < self.n and 0 <= col < self.n) or player not in (1, 2):
            return "INVALID"
        if self.is_over or (row, col) in self.marks:
            return "INVALID"
        self.marks[row, col] = player
        self.history.append((row, col, player))
        self.rows[player][row] += 1
        self.cols[player][col] += 1
        if row == col:
            self.diagonal[player] += 1
        if row + col == self.n - 1:
            self.anti[player] += 1
        if self.n in (self.rows[player][row], self.cols[player][col], self.diagonal[player], self.anti[player]):
            self.is_over = True
            return f"P{player}"
        if len(self.history) == self.n * self.n:
            self.is_over = True
            return "DRAW"
        return "NONE"

    def undo(self) -> str:
        """Take the last mark back."""
        if not self.history:
            return "INVALID"
        row, col, player = self.history.pop()
        del self.marks[row, col]
        self.rows[player][row] -= 1
        self.cols[player][col] -= 1
        if row == col:
            self.diagonal[player] -= 1
        if row + col == self.n - 1:
            self.anti[player] -= 1
        self.is_over = False
        return "UNDONE"
