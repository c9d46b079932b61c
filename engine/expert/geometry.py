"""The lines and the symmetries of a board, whose cells are numbered row by row: a place is row * n + col."""

from engine.rules import Rules

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows down, columns right


def lines(rules: Rules, down: int, right: int) -> list[list[int]]:
    """Return the lines in one direction that hold a window, each as its places in order."""
    m, n, k = rules.m, rules.n, rules.k
    found: list[list[int]] = []
    for row in range(m):
        for col in range(n):
            if row >= down and 0 <= col - right < n:
                continue  # the line began before
            length = min(m - row if down else n, n - col if right > 0 else col + 1 if right < 0 else m)
            if length >= k:
                found.append([(row + down * index) * n + col + right * index for index in range(length)])
    return found


def symmetries(m: int, n: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each symmetry of the board, where it takes each place."""
    grid = [list(range(row * n, row * n + n)) for row in range(m)]
    turned = [grid, [row[::-1] for row in grid], grid[::-1], [row[::-1] for row in grid[::-1]]]
    if m == n:
        turned += [[list(row) for row in zip(*image, strict=True)] for image in turned]
    return tuple(tuple(place for row in image for place in row) for image in turned)
