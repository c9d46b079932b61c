"""The rules once more, by looking at every window of the whole board: slow, plain, and nothing of engine in it."""

from dataclasses import dataclass, field

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass
class NaiveBoard:
    """A board as a dict of marks, 1 and 2, in the order in which they were set."""

    m: int
    n: int
    k: int
    marks: dict[tuple[int, int], int] = field(default_factory=dict)

    def cells(self) -> list[tuple[int, int]]:
        return [(row, col) for row in range(self.m) for col in range(self.n)]

    def windows(self) -> list[list[tuple[int, int]]]:
        """Return every k cells in a line."""
        found = []
        for row, col in self.cells():
            for down, right in DIRECTIONS:
                window = [(row + step * down, col + step * right) for step in range(self.k)]
                if all(0 <= r < self.m and 0 <= c < self.n for r, c in window):
                    found.append(window)
        return found

    def has_won(self, mark: int) -> bool:
        return any(all(self.marks.get(cell) == mark for cell in window) for window in self.windows())

    def is_over(self) -> bool:
        return self.has_won(1) or self.has_won(2) or len(self.marks) == self.m * self.n

    def run_through(self, cell: tuple[int, int]) -> int:
        """Return the length of the longest run of its mark through a cell."""
        mark, longest = self.marks[cell], 0
        for down, right in DIRECTIONS:
            length = 1
            for sign in (1, -1):
                step = sign
                while self.marks.get((cell[0] + step * down, cell[1] + step * right)) == mark:
                    length += 1
                    step += sign
            longest = max(longest, length)
        return longest

    def winning_moves(self, mark: int) -> list[tuple[int, int]]:
        """Return the empty cells of the windows of which mark has all others."""
        found = set()
        for window in self.windows():
            empty = [cell for cell in window if cell not in self.marks]
            if len(empty) == 1 and all(self.marks.get(cell) == mark for cell in window if cell != empty[0]):
                found.add(empty[0])
        return sorted(found)

    def is_dead(self) -> bool:
        return all({self.marks.get(cell) for cell in window} >= {1, 2} for window in self.windows())
