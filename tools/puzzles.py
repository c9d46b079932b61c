"""Make the puzzles of engine/coach/puzzles.txt: python -m tools.puzzles >>candidates.txt, then with --select.

Positions come from games of careless players and, for long wins, from randomly placed marks. A position is a candidate
if X, to move, forces a win in 2 to 6 moves, only one first move wins in that many, and a small search proves it, so
that the tests can prove all puzzles in seconds. QUOTAS of the candidates are selected, those with most decoys first,
from every board size in turn, and no two equal under symmetry.
"""

import argparse
import itertools
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine import Board, Mark, Rules
from engine.budget import Budget, Spent
from engine.coach.attack import Attack
from engine.coach.puzzles import Puzzle, parse, to_line
from engine.expert.position import Kind
from engine.expert.search import choose
from engine.expert.solve import view
from engine.players import classic, easy
from tests.engine.coach.puzzles import prove
from tests.engine.referee import Undecided

SIZES = [
    (3, 4, 3), (4, 4, 3), (3, 5, 3), (4, 5, 4), (5, 5, 4), (5, 6, 4), (6, 6, 4), (6, 7, 4), (7, 7, 4), (8, 8, 4),
    (6, 6, 5), (7, 7, 5), (7, 8, 5), (8, 8, 5), (8, 9, 5), (9, 9, 5),
]  # fmt: skip
QUOTAS = {2: 90, 3: 120, 4: 120, 5: 60, 6: 10}
FEWEST, MOST = min(QUOTAS), max(QUOTAS)
EFFORT = 1_500  # nodes for a puzzle's proof, the refutation of other first moves and the decoys
LONG, LONG_EFFORT = 5, 20_000  # the same if a win takes that many moves or more
LONG_SIZES = [(5, 6, 4), (6, 6, 5), (7, 7, 5), (6, 6, 4), (7, 8, 5), (8, 8, 5), (9, 9, 5)]
PROOF = 5_000  # positions in which the referee has to judge each first move, eight times as many for a long win
DENSITY = (0.45, 0.75)  # how full the boards with long wins are; on emptier ones, proofs take too long
THROWS = 20
GLIMPSE = 40  # nodes of the better of the careless players


def candidate(board: Board, fewest: int, effort: int) -> Puzzle | None:
    """Return the position as a puzzle if it has at least that many moves and the search proves it within its nodes."""
    if board.winning_moves(Mark.X) or board.winning_moves(Mark.O):
        return None
    seen = view(board)
    position = seen.position(Kind.PLAY)
    attack = Attack(position, seen.rules, Budget(effort), position.turn)
    try:
        moves = attack.fewest(MOST)
        if moves < fewest:
            return None
        firsts = attack.first_moves(moves)
        if len(firsts) != 1:
            return None
        line = attack.line(moves)
        empty = [row * seen.rules.n + col for row, col in board.legal_moves]
        decoys = sum(attack.is_threat(place, moves) for place in empty if place not in firsts)
    except Spent:
        return None
    return Puzzle(0, board.rules, tuple(board.plies), moves, decoys, tuple(seen.cell(place) for place in line))


def played(rules: Rules, random: Random) -> Iterator[Board]:
    """Yield the positions of a game with X to move."""
    board = Board(rules)
    care = random.choice((0.3, 0.6, 0.9))
    while not board.outcome:
        if len(board.plies) >= 4 and len(board.plies) % 2 == 0:
            yield board
        if random.random() < care:
            cell = choose(board, Budget(GLIMPSE), random).cell
        else:
            cell = random.choice((classic, easy))(board, random).cell
        board.push(cell)


def scattered(rules: Rules, random: Random) -> Iterator[Board]:
    """Yield nearly full positions with randomly placed marks and X to move."""
    board = Board(rules)
    for _ in range(int(rules.m * rules.n * random.uniform(*DENSITY)) // 2 * 2):
        board.push(random.choice(board.legal_moves))
        if board.outcome:
            return
    yield board


def found(random: Random) -> Iterator[Puzzle]:
    """Yield new puzzles endlessly."""
    for size, long_size in zip(itertools.cycle(SIZES), itertools.cycle(LONG_SIZES)):
        boards = played(Rules(*size), random)
        of_game = [puzzle for board in boards if (puzzle := candidate(board, FEWEST, EFFORT))]
        yield from {puzzle.moves: puzzle for puzzle in of_game}.values()
        for _ in range(THROWS):
            for board in scattered(Rules(*long_size), random):
                if puzzle := candidate(board, LONG, LONG_EFFORT):
                    yield puzzle


def canonical(puzzle: Puzzle) -> tuple[str, ...]:
    """Return a key that is equal for puzzles that look alike."""
    rows = to_line(puzzle).split()[0].split("/")
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    images = [
        tuple(row[::across] for row in grid[::down])
        for grid in (rows, turned)
        for down in (1, -1)
        for across in (1, -1)
    ]
    return min(images)


def is_soon_proven(puzzle: Puzzle) -> bool:
    """Return whether the referee quickly confirms the puzzle."""
    try:
        prove(puzzle, most=PROOF * (8 if puzzle.moves >= LONG else 1))
    except Undecided:
        return False
    return True


def selected(candidates: list[Puzzle]) -> list[Puzzle]:
    """Return the selected puzzles, easiest first."""
    puzzles = {canonical(puzzle): puzzle for puzzle in candidates}
    groups: defaultdict[int, defaultdict[Rules, list[Puzzle]]] = defaultdict(lambda: defaultdict(list))
    for puzzle in sorted(puzzles.values(), key=lambda puzzle: (-puzzle.decoys, to_line(puzzle))):
        groups[puzzle.moves][puzzle.rules].append(puzzle)
    kept: list[Puzzle] = []
    for moves, quota in QUOTAS.items():
        in_turn = itertools.chain.from_iterable(itertools.zip_longest(*groups[moves].values()))
        kept += itertools.islice((puzzle for puzzle in in_turn if puzzle and is_soon_proven(puzzle)), quota)
    return sorted(kept, key=lambda puzzle: (puzzle.moves, puzzle.decoys, puzzle.rules.m * puzzle.rules.n))


def main() -> None:
    """Print candidates for a while, or select from a file of candidates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--select", type=Path, help="a file of candidates")
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    if arguments.select:
        lines = arguments.select.read_text(encoding="ascii").splitlines()
        for puzzle in selected([parse(0, line) for line in lines]):
            print(to_line(puzzle))
        return
    end = time.monotonic() + arguments.seconds
    for puzzle in itertools.takewhile(lambda _: time.monotonic() < end, found(random)):
        print(to_line(puzzle), flush=True)


if __name__ == "__main__":
    sys.exit(main())
