"""Check what the engine proves, for longer than the tests do: python -m benchmarks.proofs SUBJECT.

Each subject is checked by code that is independent of the engine; a wrong claim raises AssertionError or Refuted.

expert   what the expert proves about random positions, at several budgets
coach    the hints and reviews of random games
values   the values of empty boards: proven again, with the nodes and the processor time
lines    the stored wins of X: every reply of O
puzzles  the puzzles; prints the digest by which the tests recognize the proven ones
"""

import argparse
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import process_time

from engine import Board, Rules
from engine.budget import Budget
from engine.coach.puzzles import count, puzzle
from engine.expert.solve import prove as solve
from engine.expert.values import WINS
from tests.engine.coach import claims
from tests.engine.coach.puzzles import digest, prove
from tests.engine.expert import proofs


def expert(positions: int, workers: int) -> None:
    """Print how many of the expert's proofs were confirmed."""
    with ProcessPoolExecutor(workers) as pool:
        print(*sum(pool.map(proofs.checked, range(positions), chunksize=20), Counter()).most_common())


def coach(seed: int) -> None:
    """Print how many claims were confirmed on each board."""
    random = Random(seed)
    for size, games in claims.GAMES.items():
        print(size, *claims.checked(size, games, random).items(), flush=True)


def values(boards: Iterable[tuple[int, int, int]]) -> None:
    """Print a new proof of each board."""
    for m, n, k in boards:
        start = process_time()
        solution = solve(Board(Rules(m, n, k)), Budget(proofs.MOST_NODES))
        value = solution.value
        result = "open" if not value else f"{value.winner.name} wins" if value.winner else "draw"
        known = proofs.stored().get((m, n, k), 0)
        print(f"{m}×{n} k{k}: {result}, {solution.nodes:,} nodes ({known:,} stored), {process_time() - start:.3f} s")


def main() -> None:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.proofs", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", choices=("expert", "coach", "values", "lines", "puzzles"))
    parser.add_argument("boards", nargs="*", help="for values and lines, as M,N,K; default: all stored ones")
    parser.add_argument("--positions", type=int, default=1_000, help="for expert")
    parser.add_argument("--workers", type=int, default=1, help="processes for expert")
    parser.add_argument("--seed", type=int, default=1, help="for coach")
    options = parser.parse_args()
    boards = [(m, n, k) for m, n, k in (map(int, name.split(",")) for name in options.boards)]
    match options.subject:
        case "expert":
            expert(options.positions, options.workers)
        case "coach":
            coach(options.seed)
        case "values":
            values(boards or proofs.stored())
        case "lines":
            for m, n, k in boards or WINS:
                print(f"{m}×{n} k{k}: {proofs.verified(m, n, k):,} positions", flush=True)
        case _:
            for number in range(count()):
                prove(puzzle(number))
            print(digest())


if __name__ == "__main__":
    main()
