"""The cells that would complete a line, and the windows that can still be filled: found in one pass over the board.

The cells are followed from ply to ply. A place is an index of the board's bytearray. Places has those of X and of O.
"""

from collections.abc import Collection, Iterator
from copy import copy
from functools import lru_cache
from typing import TypeAlias

from engine.rules import Mark

Places: TypeAlias = tuple[list[int], list[int]]
Steps: TypeAlias = tuple[int, int, int, int]  # along a row, a column and both diagonals

_FEW = 4  # places: looking at more takes longer than a pass over a board of 19 x 19


class WinningPlaces:
    """The empty places that would complete a line of k, kept from one question to the next.

    Only pop is called for each ply. New plies are read from the board with the next question, so that a push costs
    nothing.
    """

    def __init__(self, cells: bytearray, plies: list[int], k: int, width: int) -> None:
        self._cells = cells
        self._plies = plies
        self._k = k
        self._width = width
        self._places = completing(cells, k, width)
        self._known = len(plies)  # how many of the plies the places account for
        self._freed: list[int] = []  # places of plies that were accounted for, and taken back

    def copy(self, cells: bytearray, plies: list[int]) -> "WinningPlaces":
        """Return the winning places of a copy of the board, with its own cells and plies."""
        winning = copy(self)
        winning._cells, winning._plies, winning._freed = cells, plies, self._freed.copy()
        return winning

    def pop(self, place: int) -> None:
        """Note that the ply on place was taken back."""
        if len(self._plies) < self._known:
            self._known -= 1
            self._freed.append(place)

    def now(self) -> Places:
        """Return the places. Cost: O(k) time after few changes, else as completing."""
        changed = {*self._freed, *self._plies[self._known :]}
        if changed:
            x, o = self._places
            if len(changed) + len(x) + len(o) <= _FEW:
                self._places = completing_after(self._places, changed, self._cells, self._k, self._width)
            else:
                self._places = completing(self._cells, self._k, self._width)
            self._known = len(self._plies)
            self._freed.clear()
        return self._places


def completing_after(before: Places, changed: Collection[int], cells: bytearray, k: int, width: int) -> Places:
    """Return what completing does, given what it returned before the changed places were marked or cleared.

    Only these places can be new: a changed one that is empty, and one next to a run with a new mark in it. Cost: O(k)
    time for each place, changed or known before, whatever the size of the board.
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
    """Yield the empty places next to a run through a marked place that would make a line of k of it."""
    mark = cells[place]
    for step in steps:
        for end in _run(cells, place, mark, step):
            if not cells[end]:
                behind, ahead = _run(cells, end, mark, step)
                if ahead - behind > k * step:
                    yield end


def _run(cells: bytearray, place: int, side: int, step: int) -> tuple[int, int]:
    """Return the places on either side of the run that a mark of side on place is part of, or would be."""
    ahead = place + step
    while cells[ahead] == side:
        ahead += step
    behind = place - step
    while cells[behind] == side:
        behind -= step
    return behind, ahead


def completing(cells: bytearray, k: int, width: int) -> Places:
    """Return the empty places that would complete a line of k.

    All windows of both sides are counted at once by shift and AND: see _lacking_one. Cost: O(log k) operations on
    integers of the board's size.
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


def _packed(cells: bytearray) -> int:
    """Return the board as an integer with two bits a place: the lower for X, the upper for O, both for a guard."""
    marks = 0
    for quarter in range(4):  # every fourth place, so that a byte has room for four of them
        marks |= int.from_bytes(cells[quarter::4], "little") << 2 * quarter
    return marks


@lru_cache(maxsize=4)
def _lower_bits(places: int) -> int:
    """Return the lower one of the two bits of each place."""
    return int.from_bytes(b"\x55" * (places + 3 >> 2), "little") >> 2 * (-places % 4)


def _lacking_one(own: int, empty: int, step: int, k: int) -> int:
    """Return the empty cells of the windows whose other k - 1 cells are own.

    A window of some length is known by its first cell: full has those with no other cell than own ones, lacking those
    with one empty cell. A window of twice the length is two of them, so k is reached by doubling.
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


def live_window(cells: bytearray, k: int, width: int) -> tuple[Mark, range] | None:
    """Return a window of k cells that a side can still fill, as that side and the places; None when there is none.

    Cost: as completing.
    """
    marks, lower_bits = _packed(cells), _lower_bits(len(cells))
    free = (marks & lower_bits) << 1 | marks >> 1 & lower_bits  # what the other side has, and the guards
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
    found: list[int] = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found
