"""Who wins with best play, by trying everything: only won, lost and dead positions are cut short."""

from tests.engine.naive import NaiveBoard

Cells = list[tuple[int, int]]


class Brute:
    """Knows the value of every position of a small board: 1 or 2 for the side that wins, 0 for a draw."""

    def __init__(self, m: int, n: int, k: int) -> None:
        board = NaiveBoard(m, n, k)
        self._bit = {cell: 1 << index for index, cell in enumerate(board.cells())}
        self._all = sum(self._bit.values())
        self._lines = [sum(self._bit[cell] for cell in window) for window in board.windows()]
        busy = {bit: sum(1 for line in self._lines if line & bit) for bit in self._bit.values()}
        self._order = sorted(busy, key=lambda bit: -busy[bit])
        self._known: dict[tuple[int, int], tuple[int, int]] = {}

    def winner(self, plies: Cells) -> int:
        """Return who wins after these plies, of which the last may have completed a line."""
        x, o = (sum(self._bit[cell] for cell in plies[first::2]) for first in (0, 1))
        for side, marks in ((1, x), (2, o)):
            if any(marks & line == line for line in self._lines):
                return side
        mover = len(plies) % 2 + 1
        worth = self._value(x, o, -1, 1) if mover == 1 else self._value(o, x, -1, 1)
        return {1: mover, -1: 3 - mover, 0: 0}[worth]

    def _value(self, own: int, other: int, alpha: int, beta: int) -> int:
        """Return 1, 0 or -1 for the side to move, right if between alpha and beta, else a bound."""
        lower, upper = self._known.get((own, other), (-1, 1))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        worth = self._searched(own, other, alpha, beta)
        if worth > alpha:
            lower = max(lower, worth)
        if worth < beta:
            upper = min(upper, worth)
        self._known[own, other] = lower, upper
        return worth

    def _searched(self, own: int, other: int, alpha: int, beta: int) -> int:
        free = self._all & ~(own | other)
        mine = [line & free for line in self._lines if not line & other]
        theirs = [line & free for line in self._lines if not line & own]
        if any(missing.bit_count() == 1 for missing in mine):
            return 1
        if not free or not (mine or theirs):
            return 0
        must = {missing for missing in theirs if missing.bit_count() == 1}
        if len(must) > 1:
            return -1
        best = -1
        for bit in must or (bit for bit in self._order if bit & free):
            best = max(best, -self._value(other, own | bit, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
