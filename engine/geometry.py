"""The lines, windows and symmetries of a board. A place is a cell's number, row * n + col."""

from functools import lru_cache

from engine.rules import Cell, Rules

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows down, columns right


def line_through(cell: Cell, rules: Rules, down: int, right: int) -> range:
    """Return the places of the whole line through a cell in one direction."""
    (row, col), m, n = cell, rules.m, rules.n
    back = min(row if down else n, col if right > 0 else n - 1 - col if right < 0 else m)
    ahead = min(m - 1 - row if down else n, n - 1 - col if right > 0 else col if right < 0 else m)
    place, step = row * n + col, down * n + right
    return range(place - back * step, place + ahead * step + 1, step or 1)  # step is 0 if n is 1: lines of one cell


def lines(rules: Rules, down: int, right: int) -> list[range]:
    """Return the places of each line of at least k cells in one direction."""
    starts = [Cell(0, col) for col in range(rules.n)] if down else []
    if right:
        starts += [Cell(row, 0 if right > 0 else rules.n - 1) for row in range(down, rules.m)]
    complete = [line_through(cell, rules, down, right) for cell in starts]
    return [line for line in complete if len(line) >= rules.k]


def windows_at(index: int, length: int, k: int) -> int:
    """Return how many windows of a line with length cells contain the cell at index."""
    return max(0, min(index + 1, k, length - index, length - k + 1))


def windows_through(cell: Cell, rules: Rules) -> int:
    """Return how many windows contain a cell. The middle of the board has the most."""
    place, lines = cell.row * rules.n + cell.col, (line_through(cell, rules, *direction) for direction in DIRECTIONS)
    return sum(windows_at(line.index(place), len(line), rules.k) for line in lines)


def windows(rules: Rules) -> list[list[int]]:
    """Return the windows, grouped by line, as bit sets of places."""
    return [
        [sum(1 << place for place in line[start : start + rules.k]) for start in range(len(line) - rules.k + 1)]
        for direction in DIRECTIONS
        for line in lines(rules, *direction)
    ]


def transformations(m: int, n: int, width: int) -> list[tuple[int, int, int]]:
    """Return each symmetry of the board as start, down and right, with width places per row.

    A cell's image has the place start + row * down + col * right.
    """
    bottom, end = (m - 1) * width, n - 1
    flips = [(0, width, 1), (end, width, -1), (bottom, -width, 1), (bottom + end, -width, -1)]
    return flips + [(start, right, down) for start, down, right in flips if m == n]


def symmetries(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the board, the image of each place."""
    return tuple(
        tuple(start + row * down + col * right for row in range(m) for col in range(n))
        for start, down, right in transformations(m, n, n)
    )


@lru_cache(maxsize=16)
def images(m: int, n: int) -> tuple[bytes, ...]:
    """Return the symmetries of a board of up to 256 cells as bytes."""
    return tuple(map(bytes, symmetries(m, n)))
