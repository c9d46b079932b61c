"""How long each search takes at its default limit of a second: python -m benchmarks.limits.

It prints the seconds of the wall clock for 16 boards, and the longest. On a busy machine, the operating system adds to
them, so the processor time of the slowest search is printed as well.
"""

import time
from collections.abc import Callable, Mapping
from random import Random

import engine
from engine import Board, Rules
from engine.players import classic

BOARDS = (
    (3, 3, 3, 0), (4, 4, 4, 3), (5, 5, 4, 0), (5, 5, 4, 6), (6, 6, 4, 4), (7, 7, 5, 0), (7, 7, 5, 9), (9, 9, 5, 10),
    (10, 10, 6, 12), (15, 15, 5, 0), (15, 15, 5, 6), (15, 15, 5, 40), (19, 19, 6, 20), (24, 24, 5, 8), (40, 40, 5, 60),
    (100, 100, 8, 300),
)  # fmt: skip
SEARCHES: Mapping[str, Callable[[Board], object]] = {
    "choose": engine.choose,
    "choose with swap": lambda board: engine.choose(board, swap=len(board.plies) < 2),
    "hint": engine.hint,
    "solve": engine.solve,
    "review": engine.review,
}


def position(m: int, n: int, k: int, plies: int) -> Board:
    """Return the board after plies of the classic player, which blocks lines, so that the game goes on."""
    board, random = Board(Rules(m, n, k)), Random(1)
    while len(board.plies) < plies:
        board.push(classic(board, random, near=2).cell)
        if board.is_over:
            board.pop()
            board.push(
                random.choice([cell for cell in board.legal_moves if cell not in board.winning_moves(board.turn)])
            )
    return board


def main() -> None:
    """Measure once, and print the results."""
    slowest = (0.0, 0.0, "")
    for size in BOARDS:
        board = position(*size)
        title, words = "{}x{} k{} after {}".format(*size), ""
        for name, search in SEARCHES.items():
            began, processor = time.perf_counter(), time.process_time()
            search(board)
            took, processor = time.perf_counter() - began, time.process_time() - processor
            slowest = max(slowest, (took, processor, f"{name}, {title}"))
            words += f"  {name} {took:.2f}"
        print(f"{title:19}{words}")
    print(f"slowest: {slowest[0]:.2f} s, {slowest[1]:.2f} s of processor time: {slowest[2]}")


if __name__ == "__main__":
    main()
