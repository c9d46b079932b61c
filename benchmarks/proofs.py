"""Check the expert's proofs: python -m benchmarks.proofs --positions 20000 --workers 2.

The expert analyzes random positions on random boards, with up to 25 empty cells, at several budgets. An independent
referee, which shares no code with the engine, checks each proven value.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import perf_counter

from benchmarks.referee import Referee, Undecided
from engine import Board, Rules, Value
from engine.budget import Budget
from engine.expert.search import choose

BUDGETS = (10, 300, 3_000, 45_000)  # nodes
MOST_EMPTY = 25
MOST_CHECKED = 100_000  # positions that the referee searches for one claim


def position(random: Random) -> Board:
    """Return a random unfinished position with at most MOST_EMPTY empty cells."""
    while True:
        board = Board(Rules(random.randint(3, 7), random.randint(3, 7), random.randint(3, 5)))
        cells = board.rules.m * board.rules.n
        empty = random.randint(1, min(MOST_EMPTY, cells))
        while len(board.plies) < cells - empty and not board.outcome:
            board.push(random.choice(board.legal_moves))
        if not board.outcome:
            return board


def checked(seed: int, budgets: Sequence[int] = BUDGETS, most: int = MOST_CHECKED) -> Counter[str]:
    """Return the number of right, wrong and unchecked claims about one position."""
    board = position(Random(f"proofs {seed}"))
    rules = board.rules
    referee = Referee(rules.m, rules.n, rules.k, most=most)
    plies = [(row, col) for row, col in board.plies]
    judged: dict[Value | None, str] = {None: "nothing proven"}
    counts: Counter[str] = Counter()
    for budget in budgets:
        proven = choose(board, Budget(budget), Random(seed)).proven
        if proven and proven not in judged:
            try:
                judged[proven] = "right" if referee.agrees(plies, proven.winner or 0, proven.plies) else "WRONG"
            except Undecided:
                judged[proven] = "not checked"
        counts[judged[proven]] += 1
        if judged[proven] == "WRONG":
            print(f"WRONG: {rules}, {plies}, budget {budget}, seed {seed}: {proven}")
    return counts


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.proofs", description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first position")
    parser.add_argument("--budgets", type=int, nargs="+", default=BUDGETS, help="nodes")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    options = parser.parse_args()
    start = perf_counter()
    total: Counter[str] = Counter()
    seeds = range(options.first, options.first + options.positions)
    with ProcessPoolExecutor(options.workers) as pool:
        for counts in pool.map(partial(checked, budgets=options.budgets), seeds, chunksize=20):
            total += counts
    print(f"{options.positions:,} positions at {len(options.budgets)} budgets, {perf_counter() - start:.0f} s")
    for what, count in total.most_common():
        print(f"{what:15} {count:9,}")


if __name__ == "__main__":
    main()
