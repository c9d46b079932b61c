"""Our engine compared with the published versions, as ratios within one run: python -m benchmarks.engine."""

import gc
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime

from benchmarks.published import ScanGame
from benchmarks.rows import ROWS, SIZES, Row, Size, Work, random_games
from engine import Board

ROUNDS = 400
BUDGET = 6.0  # seconds for all rounds of a row and size; a slow row gets fewer rounds, but at least three


def seconds(work: Work) -> float:
    """Return the processor time of one run, without the garbage collector."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    taken = time.process_time() - start
    gc.enable()
    return taken


def once(work: Work) -> float:
    """Return the time of one run, the mean of the runs that fit into a few milliseconds."""
    first = seconds(work)
    runs = max(1, min(1000, int(0.005 / max(first, 1e-6))))

    def several() -> None:
        for _ in range(runs):
            work()

    return first if runs == 1 else seconds(several) / runs


def compared(row: Row, size: Size) -> tuple[list[float], float, float]:
    """Return the ratio published / ours of each round and of the fastest rounds, and our fastest time per operation."""
    ours, published, operations = row.make(size)
    mine, theirs = list[float](), list[float]()
    deadline = time.perf_counter() + BUDGET
    while len(mine) < 3 or (len(mine) < ROUNDS and time.perf_counter() < deadline):
        mine.append(once(ours))
        theirs.append(once(published))
    ratios = [their / our for our, their in zip(mine, theirs, strict=True)]
    return ratios, min(theirs) / min(mine), min(mine) / operations


def memory(make: Callable[[], object]) -> int:
    """Return the memory, in bytes, of the object that a function makes."""
    gc.collect()
    tracemalloc.start()
    made = make()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return used


def memories(size: Size) -> tuple[float, float]:
    """Return the memory ratio published / ours for an empty game and for a finished one."""
    plies = random_games(size)[0]

    def ours() -> Board:
        board = Board(size.rules)
        for cell in plies:
            board.push(cell)
        return board

    def published() -> ScanGame:
        scan = ScanGame(size.m, size.n, size.k)
        for row, col in plies:
            scan.move(row, col)
        return scan

    empty = memory(lambda: ScanGame(size.m, size.n, size.k)) / memory(lambda: Board(size.rules))
    return empty, memory(published) / memory(ours)


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
            print(f"| {row.name} | {size} | {fastest:.3g}× | {spread} | {each * 1e6:.3g} µs |", flush=True)
    for size in SIZES[1:]:
        empty, played = memories(size)
        plies = len(random_games(size)[0])
        print(f"| memory, empty and after {plies:,} plies | {size} | {empty:.3g}×, {played:.3g}× | | |")


if __name__ == "__main__":
    main()
