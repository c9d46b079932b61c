"""The lines, windows and symmetries of a board. A place is a cell's number, row * n + col."""

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


def symmetries(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the board, the image of each place."""
    grid = [list(range(row * n, row * n + n)) for row in range(m)]
    turned = [grid, [row[::-1] for row in grid], grid[::-1], [row[::-1] for row in grid[::-1]]]
    if m == n:
        turned += [[list(row) for row in zip(*image, strict=True)] for image in turned]
    return tuple(tuple(place for row in image for place in row) for image in turned)
