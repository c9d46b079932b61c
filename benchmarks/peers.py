"""Playouts per second, ours against OpenSpiel and easyAI: python -m benchmarks.peers.

A playout is a new board, random legal moves to the end, and a look at the winner. Needs the packages open_spiel and
easyAI, which the project doesn't depend on: install them into an environment of their own, and run this there. A
package that is missing is left out. The rounds of all libraries alternate, and the table has medians of the rates and
of the ratios within one round, because other load varies. OpenSpiel is C++ behind Python, easyAI pure Python.
"""

import argparse
import importlib
import importlib.util
import statistics
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any

from engine import Board, Rules

BOARDS = (Rules(3, 3, 3), Rules(5, 5, 4), Rules(10, 10, 5), Rules(15, 15, 5), Rules(19, 19, 5))
CELLS = 60_000  # in the playouts of one round
OURS = "Board.playout"
Playouts = Callable[[int], None]  # plays this number of games


def inside(rules: Rules, random: Random) -> Playouts:
    """Return our playouts inside the board."""

    def play(games: int) -> None:
        for _ in range(games):
            Board(rules).playout(random)

    return play


def outside(rules: Rules, random: Random) -> Playouts:
    """Return our playouts move by move, with random.choice."""

    def play(games: int) -> None:
        for _ in range(games):
            board = Board(rules)
            while moves := board.legal_moves:
                board.push(random.choice(moves))
            _ = board.outcome

    return play


def open_spiel(name: str, rules: Rules, random: Random) -> Playouts:
    """Return the playouts of a game of OpenSpiel."""
    game = importlib.import_module("pyspiel").load_game(
        name, {"m": rules.m, "n": rules.n, "k": rules.k} if "mnk" in name else {}
    )

    def play(games: int) -> None:
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
            state.returns()

    return play


def easy_ai(random: Random) -> Playouts:
    """Return the playouts of easyAI's TicTacToe, which is 3x3."""
    easyai: Any = importlib.import_module("easyAI")
    tictactoe: Any = importlib.import_module("easyAI.games.TicTacToe")
    sides = [easyai.Human_Player(), easyai.Human_Player()]

    def play(games: int) -> None:
        for _ in range(games):
            game = tictactoe.TicTacToe(sides)
            while not game.is_over():
                game.make_move(random.choice(game.possible_moves()))
                game.switch_player()
            game.lose()

    return play


def libraries(rules: Rules, random: Random) -> dict[str, Playouts]:
    """Return the playouts of each library that has this game, ours first."""
    found = {OURS: inside(rules, random), "choice(legal_moves)": outside(rules, random)}
    is_small = rules == BOARDS[0]
    if importlib.util.find_spec("pyspiel"):
        found["OpenSpiel mnk"] = open_spiel("mnk", rules, random)
        if is_small:
            found["OpenSpiel tic_tac_toe"] = open_spiel("tic_tac_toe", rules, random)
    if is_small and importlib.util.find_spec("easyAI"):
        found["easyAI"] = easy_ai(random)
    return found


def measured(playouts: dict[str, Playouts], games: int, rounds: int) -> dict[str, list[float]]:
    """Return the playouts per second of each library in each round."""
    rates: dict[str, list[float]] = {name: [] for name in playouts}
    for number in range(-1, rounds):  # the first round warms up
        for name, play in playouts.items():
            start = perf_counter()
            play(games)
            if number >= 0:
                rates[name].append(games / (perf_counter() - start))
    return rates


def main() -> None:
    """Read the command line, measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"| rules | library | playouts per second | {OURS} is faster by |\n|---|---|---|---|")
    for rules in BOARDS:
        games = CELLS // (rules.m * rules.n)
        rates = measured(libraries(rules, Random(options.seed)), games, options.rounds)
        for name, each in rates.items():
            ratio = statistics.median(ours / other for ours, other in zip(rates[OURS], each, strict=True))
            print(
                f"| {rules.m}x{rules.n} k{rules.k} | {name} | {statistics.median(each):,.0f} | {ratio:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
