"""How strong the players are: python -m benchmarks.strength expert:300 classic --board 15 15 5 --games 20.

A player is easy, classic, medium or hard (as in the bot), expert:NODES, checkout:FOLDER:SECONDS (the expert of a
checkout of this project with that processor time per move), or gomocup:COMMAND (an engine that supports the Gomocup
protocol, on square boards with five in a row). Every opening, a few random marks near the center, is played twice, with
colors swapped. The same seed gives the same openings. A draw counts as half a game. The 95% confidence interval is
Wilson's.

To play the engine of an older commit: git worktree add ../old COMMIT, then checkout:.:0.1 checkout:../old:0.1.
"""

import argparse
import shlex
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import sqrt
from random import Random
from time import perf_counter
from typing import NamedTuple, Protocol

from bot.game.games import Level
from bot.registry.computers import HANDICAPS, INSTANT, near
from engine import Board, Cell, Rules
from engine.budget import UNLIMITED, Budget
from engine.expert.search import choose

CONFIDENCE = 1.96  # standard deviations for a 95% interval
EVEN = 30  # the largest score of an even opening: less than having the move


class Player(Protocol):
    """A computer player."""

    def move(self, board: Board, /) -> Cell: ...
    def close(self) -> None: ...


class Own:
    """One of this engine's players."""

    def __init__(self, play: Callable[[Board], Cell]) -> None:
        self.move = play

    def close(self) -> None:
        """Do nothing, since there is no process to stop."""


class Checkout:
    """The expert of a checkout, in its own process. Its time limit is processor time, so the load doesn't matter."""

    PROGRAM = """
import sys
from random import Random
from time import process_time
from engine import Board, Cell, Rules
from engine.expert.search import choose
try:
    from engine.budget import Budget
except ImportError:  # an older engine
    Budget = None
m, n, k, seed = map(int, sys.argv[1:5])
seconds, random = float(sys.argv[5]), Random(seed)
for plies in sys.stdin:
    end = process_time() + seconds
    board = Board(Rules(m, n, k))
    for place in plies.split():
        board.push(Cell(*divmod(int(place), n)))
    nodes = int(seconds * 200_000)  # more than it gets to, but some questions take their share of it
    if Budget:
        cell = choose(board, Budget(nodes, lambda: process_time() >= end), random).cell
    else:
        cell = choose(board, budget=nodes, random=random, is_late=lambda: process_time() >= end).cell
    print(cell.row * n + cell.col, flush=True)
"""

    def __init__(self, folder: str, rules: Rules, seed: int, seconds: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the caller chooses the folder
            [sys.executable, "-c", self.PROGRAM, *map(str, (rules.m, rules.n, rules.k, seed)), seconds],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip
        self._n = rules.n

    def move(self, board: Board) -> Cell:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(" ".join(str(cell.row * self._n + cell.col) for cell in board.plies) + "\n")
        return Cell(*divmod(int(self._process.stdout.readline()), self._n))

    def close(self) -> None:
        self._process.communicate(timeout=10)


class Gomocup:
    """A Gomocup engine in its own process. It gets the whole board before each move."""

    def __init__(self, command: str, rules: Rules, timeout: int) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the caller chooses the command
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._send(f"START {rules.m}")
        if not self._receive().startswith("OK"):
            raise RuntimeError(f"{command} doesn't support boards of size {rules.m}")
        self._send(f"INFO timeout_turn {timeout}")

    def move(self, board: Board) -> Cell:
        plies = list(board.plies)
        owners = [1 if (len(plies) - ply) % 2 == 0 else 2 for ply in range(len(plies))]
        cells = (f"{cell.col},{cell.row},{owner}" for cell, owner in zip(plies, owners, strict=True))
        self._send("\n".join(("BOARD", *cells, "DONE")))
        col, row = map(int, self._receive().split(","))
        return Cell(row, col)

    def close(self) -> None:
        self._send("END")
        self._process.wait(timeout=10)

    def _send(self, text: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{text}\n")

    def _receive(self) -> str:
        assert self._process.stdout
        while line := self._process.stdout.readline():
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line.strip()
        raise RuntimeError("the engine has exited")


def player(name: str, rules: Rules, seed: int, timeout: int) -> Player:
    """Return the player of that name."""
    kind, _, argument = name.partition(":")
    random = Random(seed)
    match kind:
        case Level.EASY | Level.CLASSIC as level:
            return Own(lambda board: INSTANT[level](board, random, near=near(board)).cell)
        case Level.MEDIUM | Level.HARD as level:
            return Own(lambda board: choose(board, Budget(UNLIMITED), random, handicap=HANDICAPS[level]).cell)
        case "expert":
            return Own(lambda board: choose(board, Budget(int(argument)), random).cell)
        case "checkout":
            folder, _, seconds = argument.rpartition(":")
            return Checkout(folder, rules, seed, seconds)
        case "gomocup" if rules.m == rules.n and rules.k == 5:
            return Gomocup(argument, rules, timeout)
        case _:
            raise SystemExit(f"no player {name} for {rules}")


class Score(NamedTuple):
    """Games won, drawn and lost by the first player, and the thinking time of each, in seconds."""

    won: int
    drawn: int
    lost: int
    thought: float
    opponent_thought: float


def opening(rules: Rules, plies: int, random: Random, even: int) -> list[Cell]:
    """Return a few random marks near the center, after which neither side can win at once.

    If even isn't 0, a search of so many nodes finds neither side ahead by more than EVEN.
    """
    rows, cols = (range(max(0, side // 2 - 3), min(side, side // 2 + 4)) for side in (rules.m, rules.n))
    while True:
        board = Board(rules)
        cells = [Cell(row, col) for row in rows for col in cols]
        for cell in random.sample(cells, min(plies, len(cells) - 1)):
            if not board.outcome:
                board.push(cell)
        if board.outcome or board.winning_moves(board.turn) or board.winning_moves(board.turn.other):
            continue
        if not even or abs(choose(board, Budget(even), Random(1)).score or 0) <= EVEN:
            return list(board.plies)


def pair(names: tuple[str, str], rules: Rules, plies: int, timeout: int, even: int, seed: int) -> Score:
    """Play one opening twice, with colors swapped."""
    first = opening(rules, plies, Random(f"{seed} {rules}"), even)
    results, seconds = [0, 0, 0], [0.0, 0.0]
    for swapped in (False, True):
        players = [player(name, rules, seed, timeout) for name in names]
        board = Board(rules)
        for cell in first:
            board.push(cell)
        while not board.outcome and not board.is_dead:
            mover = (board.turn - 1) ^ swapped
            start = perf_counter()
            cell = players[mover].move(board)
            seconds[mover] += perf_counter() - start
            board.push(cell)
        winner = board.outcome.winner if board.outcome else None
        results[1 if winner is None else 2 * ((winner - 1) ^ swapped)] += 1
        for each in players:
            each.close()
    return Score(*results, *seconds)


def wilson(score: float, games: int) -> tuple[float, float]:
    """Return the confidence interval of a score over this number of games.

    Source: Wilson, Probable inference, J. Am. Stat. Assoc. 22 (1927).
    """
    square = CONFIDENCE**2
    center = (score + square / (2 * games)) / (1 + square / games)
    width = CONFIDENCE / (1 + square / games) * sqrt(score * (1 - score) / games + square / (4 * games * games))
    return max(0.0, center - width), min(1.0, center + width)


def main() -> None:
    parser = argparse.ArgumentParser("python -m benchmarks.strength", description=__doc__)
    parser.add_argument(
        "players", nargs=2, help="easy, classic, medium, hard, expert:NODES, checkout:FOLDER:SECONDS or gomocup:COMMAND"
    )
    parser.add_argument("--board", nargs=3, type=int, default=(15, 15, 5), metavar=("M", "N", "K"))
    parser.add_argument("--games", type=int, default=20, help="number of games, two per opening")
    parser.add_argument("--opening", type=int, default=2, help="random marks before the players begin")
    parser.add_argument("--even", type=int, default=0, help="nodes to find openings in which neither side is ahead")
    parser.add_argument("--timeout", type=int, default=1000, help="ms per move for a Gomocup engine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="number of games at a time")
    options = parser.parse_args()
    rules, pairs = Rules(*options.board), (options.games + 1) // 2
    seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + pairs)
    with ProcessPoolExecutor(options.workers) as pool:
        played = (tuple(options.players), rules, options.opening, options.timeout, options.even)
        scores = list(pool.map(pair, *map(repeat, played), seeds))
    won, drawn, lost = (sum(score[index] for score in scores) for index in range(3))
    thought = [sum(score[index] for score in scores) for index in (3, 4)]
    share = (won + drawn / 2) / (2 * pairs)
    low, high = wilson(share, 2 * pairs)
    print(f"{options.players[0]} against {options.players[1]}, {rules.m}x{rules.n} k{rules.k}, {2 * pairs} games")
    print(f"won {won}, drawn {drawn}, lost {lost}: {share:.1%}, 95% interval {low:.1%} to {high:.1%}")
    print(f"thinking time {thought[0]:.1f} s and {thought[1]:.1f} s")


if __name__ == "__main__":
    main()
