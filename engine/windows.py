"""Windows of k cells in a line: whether a side can still fill one, and which cells would fill one now."""

from copy import copy
from functools import lru_cache

from engine.rules import Mark, Rules


class Windows:
    """All windows of a board by number, each as the places of its cells; an empty range beyond the last."""

    def __init__(self, rules: Rules) -> None:
        m, n, k = rules.m, rules.n, rules.k
        width = n + 1
        down = m - k + 1 if m >= k else 0
        across = n - k + 1 if n >= k else 0  # columns in which a window of k can begin
        self._families = (  # count, columns in which they begin, first place, step
            (m * across, across, 0, 1),
            (down * n, n, 0, width),
            (down * across, across, 0, width + 1),
            (down * across, across, k - 1, width - 1),
        )
        self._k = k
        self._width = width
        self.first = self[0]

    def __getitem__(self, number: int) -> range:
        for count, columns, first, step in self._families:
            if number < count:
                row, col = divmod(number, columns)
                start = first + row * self._width + col
                return range(start, start + self._k * step, step)
            number -= count
        return range(0)


class LiveWindow:
    """A window that is free of the other side's marks, while there is one: then its side can still complete a line.

    When the window is hit, the next free one is looked for. A window that was hit stays dead, so the search goes on
    from there and passes each window once in a game. For undo a log keeps which window it was at which ply.
    """

    def __init__(self, windows: Windows, mark: Mark, cells: bytearray) -> None:
        self._windows = windows
        self._enemy = 3 - mark
        self._number = 0
        self._log: list[tuple[int, int]] = []
        self.places = windows.first  # empty when all windows are dead
        self._find(cells)

    def copy(self) -> "LiveWindow":
        """Return an independent live window in the same state."""
        window = copy(self)
        window._log = self._log.copy()
        return window

    def move_on(self, cells: bytearray, ply: int) -> None:
        """Find the next free window; the last one was hit by this ply."""
        self._log.append((ply, self._number))
        self._find(cells)

    def rewind(self, plies: int) -> None:
        """Go back to the window that was live after so many plies."""
        while self._log and self._log[-1][0] > plies:
            self._number = self._log.pop()[1]
            self.places = self._windows[self._number]

    def _find(self, cells: bytearray) -> None:
        places = self.places
        while places and self._enemy in cells[places.start : places.stop : places.step]:
            self._number += 1
            places = self._windows[self._number]
        self.places = places


def completing(cells: bytearray, k: int, width: int) -> tuple[list[int], list[int]]:
    """Return, in order, the empty places that would complete a line of k for X, and those for O.

    The board becomes one integer with two bits a place, the lower one for X and the upper one for O, and all windows of
    both sides are counted at once by shift and AND: see _lacking_one. Cost: O(log k) operations on integers of the
    board's size.
    """
    marks = 0
    for quarter in range(4):  # every fourth place, so that a byte has room for four of them
        marks |= int.from_bytes(cells[quarter::4], "little") << 2 * quarter
    lower_bits = _lower_bits(len(cells))
    guards = marks & marks >> 1 & lower_bits
    own = marks ^ guards * 3
    empty = (lower_bits ^ (marks | marks >> 1) & lower_bits) * 3
    found = 0
    for step in (1, width, width + 1, width - 1):
        found |= _lacking_one(own, empty, 2 * step, k)
    digits = f"{found:b}" if found else ""
    return _ones(digits[::-2]), _ones(digits[-2::-2])


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
    for bit in f"{k:b}"[1:]:
        covered |= covered << length * step
        length *= 2
        if bit == "1":
            covered |= lacking << length * step
            length += 1
    return covered & empty


def _ones(digits: str) -> list[int]:
    found: list[int] = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found
