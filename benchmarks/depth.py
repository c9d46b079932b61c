"""The cost of a search to a fixed depth: python -m benchmarks.depth [--depth 5].

For each round over the same positions, it prints the nodes, the processor time, and a digest of the scores. An exact
optimization doesn't change the digest. The first round also fills the cache of patterns for the later ones.
"""

import argparse
from hashlib import sha256
from random import Random
from time import process_time

from benchmarks.strength import opening
from engine import Board, Rules
from engine.budget import Budget
from engine.expert.deepening import Deepening
from engine.expert.position import Kind
from engine.expert.solve import view

BOARDS = ((15, 15, 5), (10, 10, 5), (12, 12, 5), (9, 9, 5), (19, 19, 5), (7, 7, 4))


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.depth", description=__doc__)
    parser.add_argument("--depth", type=int, default=5)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    boards: list[Board] = []
    for seed in range(options.positions):
        rules = Rules(*BOARDS[seed % len(BOARDS)])
        boards.append(Board.replay(rules, opening(rules, 2 + seed % 7, Random(seed))))
    for _ in range(options.rounds):
        nodes, seconds, scores = 0, 0.0, list[int]()
        for board in boards:
            position, budget = view(board).position(Kind.PLAY), Budget(10**9)
            lanes = position.lanes(position.live[1] + position.live[2])
            moves = sorted((place for place, lane in enumerate(lanes) if lane), key=lambda place: -lanes[place])
            start = process_time()
            scores.append(Deepening(position, budget, is_wide=False).best(moves, options.depth).score)
            seconds += process_time() - start
            nodes += budget.nodes
        print(f"{nodes:,} nodes, {seconds:.2f} s, scores {sha256(repr(scores).encode()).hexdigest()[:8]}", flush=True)


if __name__ == "__main__":
    main()
