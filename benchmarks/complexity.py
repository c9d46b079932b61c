"""How the time of an operation grows with the board: python -m benchmarks.complexity.

Each row measures one operation on boards of growing side n, and fits t = c * n^e by least squares on the logarithms. An
exponent of 0 means that the time doesn't depend on the board, 2 that it grows with the number of cells.
"""

import math
import statistics
from collections.abc import Callable, Sequence

from benchmarks.engine import once
from benchmarks.rows import ROWS, Size, Work

SIDES = (32, 64, 128, 256, 512)
ROUNDS = 3

Making = Callable[[Size], tuple[Work, Work, int]]


def exponent(sides: Sequence[int], times: Sequence[float]) -> float:
    """Return e of t = c * n^e, fitted by least squares on the logarithms."""
    return statistics.linear_regression([math.log(n) for n in sides], [math.log(t) for t in times]).slope


def measured(make: Making, size: Size) -> tuple[float, float]:
    """Return our and the published time of one operation: the fastest round, because noise only adds time."""
    ours, published, operations = make(size)
    rounds = [(once(ours), once(published)) for _ in range(ROUNDS)]
    return min(mine for mine, _ in rounds) / operations, min(theirs for _, theirs in rounds) / operations


def main() -> None:
    """Print the exponents in Markdown."""
    print(f"Time per operation as n^e, fitted on n = {', '.join(map(str, SIDES))}.\n")
    print("| | board | ours, e | published, e |\n|---|---|---|---|")
    for row in ROWS:
        has_long_lines = all(size.k == size.n for size in row.sizes)
        sizes = [Size(n, n, n if has_long_lines else 5) for n in SIDES]
        ours, published = zip(*(measured(row.make, size) for size in sizes), strict=True)
        board = "n×n, k = n" if has_long_lines else "n×n, k = 5"
        print(
            f"| {row.name} | {board} | {exponent(SIDES, ours):+.2f} | {exponent(SIDES, published):+.2f} |", flush=True
        )


if __name__ == "__main__":
    main()
