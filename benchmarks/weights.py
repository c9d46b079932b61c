"""Fit the weights of the expert's evaluation to the results of its games: python -m benchmarks.weights --games 400.

The expert plays itself from openings in which neither side is ahead. Every quiet position of these games counts the
live windows of the side to move, minus those of the other side, by their number of marks. A logistic regression of the
results on these counts has a weight for each, and one for having the move. The output has them with their standard
errors, and scaled so that having the move is worth TEMPO. A position is quiet if no side can complete a line.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from math import exp, log, sqrt
from random import Random

from benchmarks.strength import opening
from engine import Board, Rules
from engine.budget import Budget
from engine.expert.deepening import TEMPO
from engine.expert.search import choose
from engine.geometry import windows

ROUNDS = 50  # of Newton's method
LAST = 6  # plies of a game, which are not used: its result is clear

Sample = tuple[list[int], bool]  # the counts, and whether the side to move won


def counts(board: Board, flat: list[int]) -> list[int] | None:
    """Return the live windows with 1 to k - 2 marks, and 1 for the move; None if a side can complete a line."""
    sides = [0, 0, 0]
    for place, mark in enumerate(board.cells):
        sides[mark] |= 1 << place
    own, other = sides[board.turn], sides[board.turn.other]
    if board.winning_moves(board.turn) or board.winning_moves(board.turn.other):
        return None
    found = [0] * (board.rules.k + 1)
    for window in flat:
        if not window & other:
            found[(window & own).bit_count()] += 1
        elif not window & own:
            found[(window & other).bit_count()] -= 1
    return [*found[1 : board.rules.k - 1], 1]


def samples(rules: Rules, plies: int, even: int, nodes: int, seed: int) -> list[Sample]:
    """Play one game, and return its positions. A draw has none."""
    flat = list(chain.from_iterable(windows(rules)))
    random = Random(f"{seed} {rules}")
    board = Board.replay(rules, opening(rules, plies, random, even))
    while not board.outcome and not board.is_dead:
        board.push(choose(board, Budget(nodes), random).cell)
    winner = board.outcome.winner if board.outcome else None
    found: list[Sample] = []
    for ply in range(plies, len(board.plies) - LAST if winner else 0):
        position = Board.replay(rules, board.plies[:ply])
        if (features := counts(position, flat)) is not None:
            found.append((features, position.turn is winner))
    return found


def fit(data: list[Sample]) -> tuple[list[float], list[float], float]:
    """Return the weights, their standard errors, and the mean log-likelihood."""
    size = len(data[0][0])
    weights, errors, likelihood = [0.0] * size, [0.0] * size, 0.0
    for _ in range(ROUNDS):
        gradient, curvature, likelihood = [0.0] * size, [[0.0] * size for _ in range(size)], 0.0
        for features, is_won in data:
            chance = 1 / (1 + exp(-sum(weight * count for weight, count in zip(weights, features, strict=True))))
            likelihood += log(chance if is_won else 1 - chance)
            for row, count in enumerate(features):
                gradient[row] += (is_won - chance) * count
                for col in range(size):
                    curvature[row][col] += chance * (1 - chance) * count * features[col]
        inverse = inverted(curvature)
        for row in range(size):
            weights[row] += sum(inverse[row][col] * gradient[col] for col in range(size))
            errors[row] = sqrt(inverse[row][row])
    return weights, errors, likelihood / len(data)


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(index == other) for other in range(size))] for index, row in enumerate(matrix)]
    for index, pivot in enumerate(rows):
        pivot[:] = [entry / pivot[index] for entry in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [entry - row[index] * other for entry, other in zip(row, pivot, strict=True)]
    return [row[size:] for row in rows]


def main() -> None:
    """Read the command line, play, fit, and print the weights."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.weights", description=__doc__)
    parser.add_argument("--board", nargs=3, type=int, default=(15, 15, 5), metavar=("M", "N", "K"))
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--opening", type=int, default=6, help="random marks before the expert begins")
    parser.add_argument("--even", type=int, default=4000, help="nodes to check that an opening is even")
    parser.add_argument("--nodes", type=int, default=1000, help="nodes per move")
    parser.add_argument("--workers", type=int, default=1, help="number of games at a time")
    options = parser.parse_args()
    rules = Rules(*options.board)
    with ProcessPoolExecutor(options.workers) as pool:
        played = map(repeat, (rules, options.opening, options.even, options.nodes))
        data = list(chain.from_iterable(pool.map(samples, *played, range(options.games))))
    weights, errors, likelihood = fit(data)
    print(f"{len(data)} positions, mean log-likelihood {likelihood:.4f}")
    names = [*(f"{marks} marks" for marks in range(1, len(weights))), "the move"]
    for name, weight, error in zip(names, weights, errors, strict=True):
        print(f"{name}: {weight / weights[-1] * TEMPO:.1f} (weight {weight:.4f} ± {error:.4f})")


if __name__ == "__main__":
    main()
