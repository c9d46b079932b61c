"""The rules again, slow and plain: a scan of every window, independent of engine."""

from dataclasses import dataclass, field
from functools import cached_property

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass
class NaiveBoard:
    """A board as a dict of marks, 1 and 2, in the order of play."""

    m: int
    n: int
    k: int
    marks: dict[tuple[int, int], int] = field(default_factory=dict)

    @cached_property
    def cells(self) -> list[tuple[int, int]]:
        return [(row, col) for row in range(self.m) for col in range(self.n)]

    @property
    def empty(self) -> list[tuple[int, int]]:
        return [cell for cell in self.cells if cell not in self.marks]

    @property
    def legal_moves(self) -> list[tuple[int, int]]:
        return [] if self.is_over() else self.empty

    @cached_property
    def windows(self) -> list[list[tuple[int, int]]]:
        """Every k cells in a line."""
        found = []
        for row, col in self.cells:
            for down, right in DIRECTIONS:
                window = [(row + step * down, col + step * right) for step in range(self.k)]
                if all(0 <= r < self.m and 0 <= c < self.n for r, c in window):
                    found.append(window)
        return found

    def window_sets(self) -> list[int]:
        """Return each window as an integer with one bit per cell, row after row."""
        return [sum(1 << row * self.n + col for row, col in window) for window in self.windows]

    def has_won(self, mark: int) -> bool:
        return any(all(self.marks.get(cell) == mark for cell in window) for window in self.windows)

    def is_over(self) -> bool:
        return self.has_won(1) or self.has_won(2) or len(self.marks) == self.m * self.n

    def set(self, cell: tuple[int, int]) -> None:
        """Set the mark of the side to move."""
        self.marks[cell] = 1 + len(self.marks) % 2

    def winning_moves(self, mark: int) -> list[tuple[int, int]]:
        """Return the empty cells that complete a window, none once the game is over."""
        if self.is_over():
            return []
        found = set()
        for window in self.windows:
            empty = [cell for cell in window if cell not in self.marks]
            if len(empty) == 1 and all(self.marks.get(cell) == mark for cell in window if cell != empty[0]):
                found.add(empty[0])
        return sorted(found)

    def is_dead(self) -> bool:
        return all({self.marks.get(cell) for cell in window} >= {1, 2} for window in self.windows)
