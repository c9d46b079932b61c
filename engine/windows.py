"""Windows of k cells in a line: whether a side can still fill one, and which cells would fill one now."""

from engine.rules import Mark, Rules


class Windows:
    """All windows of a board, numbered, each as the places of its cells; none beyond the last."""

    def __init__(self, rules: Rules) -> None:
        m, n, k = rules.m, rules.n, rules.k
        width = n + 1
        first = width + 1
        down = m - k + 1 if m >= k else 0
        across = n - k + 1 if n >= k else 0  # in how many rows, columns a window of k can begin
        self._families = (  # how many, in how many columns they begin, from which place on, and their step
            (m * across, across, first, 1),
            (down * n, n, first, width),
            (down * across, across, first, width + 1),
            (down * across, across, first + k - 1, width - 1),
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


class Watch:
    """Knows whether a side can still complete a line, by one window that is free of the other side's marks.

    While the watched window is free the answer is yes; when it is hit, the next free one is looked for. A window that
    was hit stays dead, so that search goes on from where it stood and passes each window once in a game. For undo a
    log keeps where it stood when.
    """

    def __init__(self, windows: Windows, mark: Mark, cells: bytearray) -> None:
        self._windows = windows
        self._enemy = 3 - mark
        self._number = 0
        self._log: list[tuple[int, int]] = []
        self.window = windows.first  # empty when all are dead
        self._look(cells)

    def move_on(self, cells: bytearray, plies: int) -> None:
        """Look for the next free window; the watched one was hit by the last of so many plies."""
        self._log.append((plies, self._number))
        self._look(cells)

    def rewind(self, plies: int) -> None:
        """Go back to the window that was watched when so many plies were made."""
        while self._log and self._log[-1][0] > plies:
            self._number = self._log.pop()[1]
            self.window = self._windows[self._number]

    def _look(self, cells: bytearray) -> None:
        window = self.window
        while window and self._enemy in cells[window.start : window.stop : window.step]:
            self._number += 1
            window = self._windows[self._number]
        self.window = window


_LANES = b"0123" + b"0" * 252  # a byte of the board as a digit to base 4: empty, X, O, guard


def completing(cells: bytearray, k: int, width: int) -> tuple[list[int], list[int]]:
    """Return, in order, the empty places that would complete a line of k for X, and those for O.

    The board becomes one integer with two bits a place, one for each mark, and all windows of both sides are counted at
    once by shift and AND: see _lacking_one. Cost: O(log k) operations on integers of the board's size.
    """
    marks = int(cells.translate(_LANES), 4)
    spare = -2 * len(cells) % 8
    low_bits = int.from_bytes(b"\x55" * (len(cells) * 2 + spare >> 3)) >> spare
    taken = (marks | marks >> 1) & low_bits
    guards = marks & marks >> 1 & low_bits
    own = marks ^ guards ^ guards << 1
    empty = low_bits ^ taken
    empty |= empty << 1
    found = 0
    for step in (1, width, width + 1, width - 1):
        found |= _lacking_one(own, empty, 2 * step, k)
    if not found:
        return [], []
    digits = f"{found:0{2 * len(cells)}b}"
    return _ones(digits[1::2]), _ones(digits[::2])


def _lacking_one(own: int, empty: int, step: int, k: int) -> int:
    """Return the empty cells of the windows whose other k - 1 cells are own.

    A window of a given length is known by its lowest cell: full has those with no other cell, lacking those with one
    empty cell. Windows of twice the length are pairs of them, so k is reached by doubling.
    """
    full, lacking, length = own, empty, 1
    for bit in f"{k:b}"[1:]:
        full, lacking = _joined(full, lacking, full >> length * step, lacking >> length * step)
        length *= 2
        if bit == "1":
            full, lacking = _joined(full, lacking, own >> length * step, empty >> length * step)
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


def _joined(full: int, lacking: int, next_full: int, next_lacking: int) -> tuple[int, int]:
    return full & next_full, lacking & next_full | full & next_lacking


def _ones(digits: str) -> list[int]:
    found: list[int] = []
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found
