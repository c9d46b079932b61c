"""Does the side to move win within so many moves? A small solver of its own, with nothing of engine in it.

A position is, for each side, the windows in which the other side has no mark, each as the set of its empty cells: an
integer with one bit a cell. A mark takes its cell out of the own windows and kills the other side's through it. Every
reply to a quiet move is tried.
"""

from collections.abc import Sequence
from typing import TypeAlias

from tests.engine.naive import NaiveBoard

Cells: TypeAlias = Sequence[tuple[int, int]]


class Solver:
    """Answers for one board, and remembers its answers."""

    def __init__(self, m: int, n: int, k: int) -> None:
        board = NaiveBoard(m, n, k)
        self._bit = {cell: 1 << index for index, cell in enumerate(board.cells())}
        self._windows = [sum(self._bit[cell] for cell in window) for window in board.windows()]
        self._known: dict[tuple[int, int, int], bool] = {}
        self._held: dict[int, int] = {}  # the reply that held last, by the moves that were left
        self.nodes = 0

    def winning(
        self, own: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]], moves: int
    ) -> list[tuple[int, int]]:
        """Return the first moves that win by force within so many, if the side with the own marks is to move."""
        x, o = (sum(self._bit[cell] for cell in cells) for cells in (own, other))
        mine = [window & ~x for window in self._windows if not window & o]
        theirs = [window & ~o for window in self._windows if not window & x]
        return [
            cell
            for cell, bit in self._bit.items()
            if not (x | o) & bit and self._wins_with(bit, mine, theirs, x, o, moves)
        ]

    def _wins(self, mine: list[int], theirs: list[int], x: int, o: int, moves: int) -> bool:
        key = x, o, moves
        found = self._known.get(key)
        if found is None:
            self.nodes += 1
            found = self._known[key] = self._searched(mine, theirs, x, o, moves)
        return found

    def _searched(self, mine: list[int], theirs: list[int], x: int, o: int, moves: int) -> bool:
        mine = [window for window in mine if window.bit_count() <= moves]  # no other can be completed in time
        if any(window.bit_count() == 1 for window in mine):
            return True
        if moves == 1 or sum(2.0 ** -window.bit_count() for window in mine) < 0.5:
            return False  # Erdos & Selfridge: the other side can break every window
        threats = {window for window in theirs if window.bit_count() == 1}
        if len(threats) > 1:
            return False
        # Elsewhere a mark is a pass, which gains nothing; nor do windows that the other side has no time to use.
        cells = sum(threats) or _union(mine) | _union([window for window in theirs if window.bit_count() < moves])
        return any(self._wins_with(bit, mine, theirs, x, o, moves) for bit in _likely(cells, mine))

    def _wins_with(self, bit: int, mine: list[int], theirs: list[int], x: int, o: int, moves: int) -> bool:
        x |= bit
        mine = [window & ~bit for window in mine]
        if 0 in mine:
            return True
        theirs = [window for window in theirs if not window & bit]
        if moves == 1 or any(window.bit_count() == 1 for window in theirs):
            return False
        stops = {window for window in mine if window.bit_count() == 1}
        if len(stops) > 1:
            return True
        free = sum(self._bit.values()) & ~(x | o)
        if not stops and not self._wins(mine, theirs, x, o, moves - 1):
            return False  # not even if the other side passed
        for reply in stops or self._replies(free, mine, moves):
            left = [window for window in mine if not window & reply]
            if not self._wins(left, [window & ~reply for window in theirs], x, o | reply, moves - 1):
                self._held[moves] = reply
                return False
        return free != 0

    def _replies(self, free: int, mine: list[int], moves: int) -> list[int]:
        """Return the empty cells, first the one that held last."""
        held = self._held.get(moves, 0) & free
        return [held, *_likely(free & ~held, mine)] if held else _likely(free, mine)


def _union(windows: list[int]) -> int:
    union = 0
    for window in windows:
        union |= window
    return union


def _likely(cells: int, windows: list[int]) -> list[int]:
    """Return the cells, those of the windows with fewest empty cells first."""
    found = []
    for most in (2, 3):
        union = _union([window for window in windows if window.bit_count() <= most]) & cells
        found += _bits(union)
        cells &= ~union
    return found + _bits(cells)


def _bits(cells: int) -> list[int]:
    found = []
    while cells:
        found.append(cells & -cells)
        cells &= cells - 1
    return found
