"""Find the cells that would complete a line, and the windows that a side can still fill.

One pass over the board finds them all; from ply to ply they are updated. A place is an index of the board's bytearray.
"""

import re
from collections.abc import Collection, Iterator
from copy import copy
from functools import lru_cache
from typing import TypeAlias

from engine.rules import Mark

Places: TypeAlias = tuple[list[int], list[int]]  # of X, of O
Steps: TypeAlias = tuple[int, int, int, int]  # along a row, a column and both diagonals

_FEW = 4  # places: checking more of them takes longer than a pass over a 19x19 board


class WinningPlaces:
    """A cache of the empty places that would complete a line of k.

    The board reports only a pop. The next call of current reads new plies from the board, so a push costs nothing.
    """

    def __init__(self, cells: bytearray, plies: list[int], k: int, width: int) -> None:
        self._cells = cells
        self._plies = plies
        self._k = k
        self._width = width
        self._places = find_winning(cells, k, width)
        self._known = len(plies)  # the number of plies included in _places
        self._undone: list[int] = []  # places of plies that were included and are now taken back

    def copy(self, cells: bytearray, plies: list[int]) -> "WinningPlaces":
        """Return the winning places of a copy of the board, with its own cells and plies."""
        winning = copy(self)
        winning._cells, winning._plies, winning._undone = cells, plies, self._undone.copy()
        return winning

    def before_pop(self, place: int) -> None:
        """Record that the last ply, on place, is about to be taken back. If it stays, no harm is done."""
        if len(self._plies) <= self._known:
            self._undone.append(place)
            self._known = len(self._plies) - 1

    def current(self) -> Places:
        """Return the winning places. Cost: O(k) time after few changes, else same as find_winning."""
        changed = {*self._undone, *self._plies[self._known :]}
        if changed:
            x, o = self._places
            if len(changed) + len(x) + len(o) <= _FEW:
                self._places = update_winning(self._places, changed, self._cells, self._k, self._width)
            else:
                self._places = find_winning(self._cells, self._k, self._width)
            self._known = len(self._plies)
            self._undone.clear()
        return self._places


def update_winning(before: Places, changed: Collection[int], cells: bytearray, k: int, width: int) -> Places:
    """Return the winning places after some places were marked or cleared.

    Only two kinds of places can be new: changed places that are empty, and empty places next to a run with a new mark.
    Cost: O(k) time for each place, changed or known before, for any board size.
    """
    steps = (1, width, width + 1, width - 1)
    x, o = set(before[0]), set(before[1])
    for place in changed:
        if mark := cells[place]:
            (x if mark == 1 else o).update(_next_to_run(cells, place, k, steps))
        else:
            x.add(place)
            o.add(place)
    return (
        [place for place in sorted(x) if not cells[place] and _completes(cells, place, 1, k, steps)],
        [place for place in sorted(o) if not cells[place] and _completes(cells, place, 2, k, steps)],
    )


def _completes(cells: bytearray, place: int, side: int, k: int, steps: Steps) -> bool:
    """Return whether a mark of side on an empty place would be part of a line of k."""
    for step in steps:
        behind, ahead = _run(cells, place, side, step)
        if ahead - behind > k * step:
            return True
    return False


def _next_to_run(cells: bytearray, place: int, k: int, steps: Steps) -> Iterator[int]:
    """Yield the empty places that would extend a run through a marked place to a line of k."""
    mark = cells[place]
    for step in steps:
        for end in _run(cells, place, mark, step):
            if not cells[end]:
                behind, ahead = _run(cells, end, mark, step)
                if ahead - behind > k * step:
                    yield end


def _run(cells: bytearray, place: int, side: int, step: int) -> tuple[int, int]:
    """Return the places just before and after the run through place, as if place held a mark of side."""
    ahead = place + step
    while cells[ahead] == side:
        ahead += step
    behind = place - step
    while cells[behind] == side:
        behind -= step
    return behind, ahead


def find_winning(cells: bytearray, k: int, width: int) -> Places:
    """Return the empty places that would complete a line of k.

    Shifts and ANDs test all windows of both sides at once: see _lacking_one. Cost: O(log k) operations on integers of
    the board's size.
    """
    marks, lower_bits = _packed(cells), _lower_bits(len(cells))
    guards = marks & marks >> 1 & lower_bits
    own = marks ^ guards * 3
    empty = (lower_bits ^ (marks | marks >> 1) & lower_bits) * 3
    found = 0
    for step in (1, width, width + 1, width - 1):
        found |= _lacking_one(own, empty, 2 * step, k)
    digits = f"{found:b}" if found else ""
    return _ones(digits[::-2]), _ones(digits[-2::-2])


def _packed(cells: bytes | bytearray) -> int:
    """Return the board as an integer with two bits per place: 1 for X, 2 for O, 3 for a guard."""
    marks = 0
    for quarter in range(4):  # four places fit in one byte
        marks |= int.from_bytes(cells[quarter::4], "little") << 2 * quarter
    return marks


@lru_cache(maxsize=4)
def _lower_bits(places: int) -> int:
    """Return the lower bit of each place."""
    return int.from_bytes(b"\x55" * (places + 3 >> 2), "little") >> 2 * (-places % 4)


def _lacking_one(own: int, empty: int, step: int, k: int) -> int:
    """Return the empty cells of the windows whose other k - 1 cells are own.

    A bit stands for the window that begins there: full has the windows of own cells only, lacking those with one empty
    cell. Two adjacent windows make one of twice the length, so doubling reaches k.
    """
    full, lacking, length = own, empty, 1
    for bit in f"{k:b}"[1:]:
        next_full = full >> length * step
        lacking = lacking & next_full | full & lacking >> length * step
        full &= next_full
        length *= 2
        if bit == "1":
            next_full = own >> length * step
            lacking = lacking & next_full | full & empty >> length * step
            full &= next_full
            length += 1
        if not lacking and not full:
            return 0
    if not lacking:
        return 0
    covered, length = lacking, 1
    while length < k:
        more = min(length, k - length)
        covered |= covered << more * step
        length += more
    return covered & empty


def find_two_short(cells: bytes, k: int, width: int) -> list[int]:
    """Return the middle places of the windows that lack two marks of one side, and have none of the other.

    Cost: O(k) operations on integers of the board's size.
    """
    marks, lower_bits = _packed(cells), _lower_bits(len(cells))
    own = marks ^ (marks & marks >> 1 & lower_bits) * 3
    empty = (lower_bits ^ (marks | marks >> 1) & lower_bits) * 3
    found = 0
    for step in (1, width, width + 1, width - 1):
        lacking = [lower_bits * 3, 0, 0]  # the starts of the windows that lack none, one, two
        for index in range(k):
            mark, gap = own >> 2 * index * step, empty >> 2 * index * step
            full, one, two = lacking
            lacking = [full & mark, one & mark | full & gap, two & mark | one & gap]
        found |= lacking[2] << 2 * (k // 2) * step
    digits = f"{(found | found >> 1) & lower_bits:b}"
    return _ones(digits[::-2])


def live_window(cells: bytearray, k: int, width: int) -> tuple[Mark, range] | None:
    """Return a side and the places of a window of k cells that it can still fill, or None if there is none.

    Cost: same as find_winning.
    """
    marks, lower_bits = _packed(cells), _lower_bits(len(cells))
    free = (marks & lower_bits) << 1 | marks >> 1 & lower_bits  # the other side's marks, and the guards
    free ^= lower_bits * 3
    for step in (1, width, width + 1, width - 1):
        runs, length = free, 1
        while length < k and runs:
            more = min(length, k - length)
            runs &= runs >> 2 * more * step
            length += more
        if runs:
            place, upper_bit = divmod((runs & -runs).bit_length() - 1, 2)
            return Mark(1 + upper_bit), range(place, place + k * step, step)
    return None


def _ones(digits: str) -> list[int]:
    """Return the indices of the ones."""
    return [one.start() for one in re.finditer("1", digits)]
