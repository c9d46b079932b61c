"""Windows of k cells in a line: whether a side can still fill one, and which cells would fill one now."""

from collections.abc import Iterator, Sequence

from engine.rules import Mark, Rules


class Watch:
    """Knows whether a side can still complete a line, by one window that is free of the other side's marks.

    The windows are numbered. While the watched one is free the answer is yes; when it is hit, the next free one is
    looked for. A window that was hit stays dead, so that search goes on from where it stood and passes each window
    once in a game. For undo a log keeps where it stood when.
    """

    __slots__ = ("_enemy", "_families", "_log", "_number", "_reach", "_seen", "_width", "_window")

    def __init__(self, rules: Rules, mark: Mark) -> None:
        m, n, k = rules.m, rules.n, rules.k
        self._enemy = mark.other
        self._reach = k
        width = self._width = n + 1
        down, across = max(m - k + 1, 0), max(n - k + 1, 0)  # in how many rows, columns a window of k can begin
        first = width + 1
        self._families = (  # windows begin in so many rows and columns, from this place on, and go on by this step
            (m, across, first, 1),
            (down, n, first, width),
            (down, across, first, width + 1),
            (down, across, first + k - 1, width - 1),
        )
        self._number = 0
        self._window = self._numbered(0)
        self._seen = 0  # the watched window was free when so many plies were made
        self._log: list[tuple[int, int, int]] = []

    def is_alive(self, cells: bytearray, plies: Sequence[int]) -> bool:
        """Return whether some window holds no mark of the enemy.

        Shapes: cells as in Board, plies the places marked so far in order.
        """
        turn = self._enemy - 1  # X made the plies with even index
        start = self._seen + (self._seen + turn) % 2
        window = self._window
        for index in range(start, len(plies), 2):
            if plies[index] in window:
                self._log.append((len(plies), self._number, self._seen))
                self._move_on(cells)
                break
        self._seen = len(plies)
        return bool(self._window)

    def _move_on(self, cells: bytearray) -> None:
        window = self._window
        while window and self._enemy in cells[window.start : window.stop : window.step]:
            self._number += 1
            window = self._numbered(self._number)
        self._window = window

    def _numbered(self, number: int) -> range:
        for rows, cols, first, step in self._families:
            if number < rows * cols:
                row, col = divmod(number, cols)
                start = first + row * self._width + col
                return range(start, start + self._reach * step, step)
            number -= rows * cols
        return range(0)

    def rewind(self, plies: int) -> None:
        """Go back to the window that was watched when so many plies were made."""
        while self._log and self._log[-1][0] > plies:
            _, self._number, self._seen = self._log.pop()
            self._window = self._numbered(self._number)
        self._seen = min(self._seen, plies)


_IS_EMPTY = bytes(b"10"[value != 0] for value in range(256))
_IS_MARK = {mark: bytes(b"01"[value == mark] for value in range(256)) for mark in Mark}


def completing(cells: bytearray, mark: Mark, k: int, width: int) -> Iterator[int]:
    """Yield, in order, the empty places that would complete a line of k for mark.

    The board becomes two integers with a bit a place, and all windows are counted at once: from the windows of some
    length that are full, and those that lack one cell, follow those of twice the length by shift and AND. Guards are
    in neither integer, so no window crosses the edge. Cost: O(log k) operations on integers of the board's size.
    """
    own = int(cells.translate(_IS_MARK[mark]), 2)
    empty = int(cells.translate(_IS_EMPTY), 2)
    found = 0
    for step in (1, width, width + 1, width - 1):
        found |= _lacking_one(own, empty, step, k)
    digits = f"{found:0{len(cells)}b}"
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


def _lacking_one(own: int, empty: int, step: int, k: int) -> int:
    """Return the empty cells of the windows whose other k - 1 cells are own."""
    full, lacking = own, empty
    length = 1
    for bit in f"{k:b}"[1:]:
        shift = length * step
        lacking = lacking & full >> shift | full & lacking >> shift
        full &= full >> shift
        length *= 2
        if bit == "1":
            shift = length * step
            lacking = lacking & own >> shift | full & empty >> shift
            full &= own >> shift
            length += 1
        if not lacking | full:
            return 0
    covered = lacking
    length = 1
    for bit in f"{k:b}"[1:]:
        covered |= covered << length * step
        length *= 2
        if bit == "1":
            covered |= lacking << length * step
            length += 1
    return covered & empty
