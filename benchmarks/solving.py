"""Solve empty boards; print nodes and time, and plain alpha-beta's nodes: python -m benchmarks.solving [M,N,K ...].

Times are processor time.

Plain alpha-beta tries all moves in row order, without a transposition table, and stops at a limit of nodes.
"""

import argparse
from math import inf
from time import process_time

from engine import Board, Rules
from engine.budget import Budget
from engine.expert.solve import prove

BOARDS = (
    "3,3,3",
    "4,3,3",
    "4,4,4",
    "5,4,4",
    "5,5,5",
    "6,6,6",
    "6,5,5",
    "6,6,5",
    "6,5,4",
    "6,6,4",
    "7,7,4",
    "6,4,4",
    "5,5,4",
    "7,6,5",
    "9,5,5",
    "10,7,6",
    "7,4,4",
)


def plain(board: Board, alpha: int, beta: int, nodes: list[int], most: int) -> int:
    """Return the value for the side to move, 1, 0 or -1, and count the visited positions in nodes."""
    nodes[0] += 1
    if board.outcome:
        return -1 if board.outcome.winner else 0
    for cell in list(board.legal_moves):
        if nodes[0] >= most:
            break
        board.push(cell)
        alpha = max(alpha, -plain(board, -beta, -alpha, nodes, most))
        board.pop()
        if alpha >= beta:
            break
    return alpha


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.solving", description=__doc__)
    parser.add_argument("boards", nargs="*", default=BOARDS, help="as M,N,K")
    parser.add_argument("--budget", type=int, default=4_000_000, help="nodes")
    parser.add_argument("--seconds", type=float, default=inf, help="of processor time per board")
    parser.add_argument("--plain", type=int, default=1_000_000, help="nodes for plain alpha-beta, 0 to leave it out")
    options = parser.parse_args()
    for name in options.boards:
        rules = Rules(*map(int, name.split(",")))
        start = process_time()
        end = start + options.seconds
        value, nodes, _ = prove(Board(rules), Budget(options.budget, lambda end=end: process_time() > end))
        seconds = process_time() - start
        winner = "unsolved" if not value else f"{value.winner.name} wins" if value.winner else "draw"
        line = f"{name:8} {winner:8} {nodes:9,} nodes {seconds:7.3f} s"
        if options.plain:
            count = [0]
            plain(Board(rules), -1, 1, count, options.plain)
            more = ">" if count[0] >= options.plain else " "
            line += f"   plain alpha-beta {more}{count[0]:,} nodes: {more}{count[0] / nodes:,.0f} times as many"
        print(line)


if __name__ == "__main__":
    main()
