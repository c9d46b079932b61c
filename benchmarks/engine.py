"""Our engine compared with the published versions, as ratios within one run: python -m benchmarks.engine."""

import platform
import statistics
import time
import timeit
from datetime import UTC, datetime

from benchmarks.rows import ROWS, Row, Work
from engine import Rules

ROUNDS = 400
BUDGET = 6.0  # seconds for all rounds of a row and size; a slow row gets fewer rounds, but at least three


def once(work: Work) -> float:
    """Return the processor time of one run, the mean of the runs that fit into a few milliseconds."""
    timer = timeit.Timer(work, timer=time.process_time)  # without the garbage collector
    first = timer.timeit(1)
    runs = max(1, min(1000, int(0.005 / max(first, 1e-6))))
    return first if runs == 1 else timer.timeit(runs) / runs


def compared(row: Row, size: Rules) -> tuple[list[float], float, float]:
    """Return the ratio published / ours of each round and of the fastest rounds, and our fastest time per operation."""
    ours, published, operations = row.make(size)
    mine, theirs = list[float](), list[float]()
    deadline = time.perf_counter() + BUDGET
    while len(mine) < 3 or (len(mine) < ROUNDS and time.perf_counter() < deadline):
        mine.append(once(ours))
        theirs.append(once(published))
    ratios = [their / our for our, their in zip(mine, theirs, strict=True)]
    return ratios, min(theirs) / min(mine), min(mine) / operations


def main() -> None:
    """Print the table in Markdown."""
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    print(f"{datetime.now(UTC):%Y-%m-%d}, {machine}. Published time / our time.\n")
    print("| | size | fastest rounds | all rounds: median (lowest to highest) | our time per operation |")
    print("|---|---|---|---|---|")
    for row in ROWS:
        for size in row.sizes:
            ratios, fastest, each = compared(row, size)
            spread = f"{statistics.median(ratios):.3g}× ({min(ratios):.3g} to {max(ratios):.3g})"
            print(
                f"| {row.name} | {size.m}×{size.n} k{size.k} | {fastest:.3g}× | {spread} | {each * 1e6:.3g} µs |",
                flush=True,
            )


if __name__ == "__main__":
    main()
