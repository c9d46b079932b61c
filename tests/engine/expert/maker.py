"""The weak game once more, by trying every move on bit boards; nothing of engine in it."""

from tests.engine.naive import NaiveBoard


class MakerBreaker:
    """Knows of every position of a small board whether the Maker completes a window."""

    def __init__(self, m: int, n: int, k: int) -> None:
        board = NaiveBoard(m, n, k)
        self.windows = [sum(1 << row * n + col for row, col in window) for window in board.windows()]
        self.everything = (1 << m * n) - 1
        self._known: dict[tuple[int, int, bool], bool] = {}

    def wins(self, maker: int, breaker: int, moves: bool) -> bool:
        """Return whether the Maker, who moves or waits, completes a window with best play."""
        live = [window & ~maker for window in self.windows if not window & breaker]
        if not all(live):
            return True
        key = (maker, breaker, moves)
        if key not in self._known:
            cells = 0
            for window in live:
                cells |= window
            self._known[key] = self._tried(maker, breaker, moves, cells)
        return self._known[key]

    def _tried(self, maker: int, breaker: int, moves: bool, cells: int) -> bool:
        """Try the empty cells of the windows that the Maker may still complete; the others change nothing."""
        found = not moves and bool(cells)
        while cells and found is not moves:
            cell = cells & -cells
            cells ^= cell
            found = self.wins(maker | cell, breaker, False) if moves else self.wins(maker, breaker | cell, True)
        return found
