"""Windows of k cells in a line, and whether a side can still fill one."""

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
        window = object.__new__(LiveWindow)  # copy.copy takes three times as long
        window._windows, window._enemy = self._windows, self._enemy
        window._number, window.places = self._number, self.places
        window._log = self._log[:]
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
