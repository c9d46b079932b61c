"""Plain minimax over every line of play on the naive board: slow, and nothing of engine in it."""

from tests.engine.naive import NaiveBoard


class Minimax:
    """Knows the value of every position of a small board: 1 or 2 for the side that wins, 0 for a draw, and plies."""

    def __init__(self, m: int, n: int, k: int) -> None:
        board = NaiveBoard(m, n, k)
        cells = board.cells()
        bit = {cell: 1 << index for index, cell in enumerate(cells)}
        self._lines = [sum(bit[cell] for cell in window) for window in board.windows()]
        self._bits = list(bit.values())
        self._bit = bit
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def value(self, plies: list[tuple[int, int]]) -> tuple[int, int]:
        """Return who wins, and in how many plies at best for the winner and longest for the loser (0 in a draw)."""
        x, o = (sum(self._bit[cell] for cell in plies[first::2]) for first in (0, 1))
        return self._value((x, o) if len(plies) % 2 == 0 else (o, x), len(plies) % 2)

    def _value(self, sides: tuple[int, int], turn: int) -> tuple[int, int]:
        known = self._known.get(sides)
        if known:
            return known
        own, other = sides
        mover, waiter = turn + 1, 2 - turn
        best = None
        for bit in self._bits:
            if (own | other) & bit:
                continue
            mine = own | bit
            if any(mine & line == line for line in self._lines):
                found = (mover, 1)
            else:
                winner, plies = self._value((other, mine), 1 - turn)
                found = (winner, plies + 1 if winner else 0)
            rank = {mover: (2, -found[1]), 0: (1, 0), waiter: (0, found[1])}[found[0]]
            if best is None or rank > best[0]:
                best = (rank, found)
        answer = best[1] if best else (0, 0)
        self._known[sides] = answer
        return answer
