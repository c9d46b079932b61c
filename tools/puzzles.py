"""Make the puzzles of engine/coach/puzzles.txt: python -m tools.puzzles >>candidates.txt, then with --select.

Positions come from games of careless players, from randomly placed marks for long wins, and with --grow from a file
of puzzles, whose marks are moved, added and removed at random as long as the win gets no shorter. A position is a
candidate if X, to move, forces a win in 2 to 6 moves, only one first move wins in that many, and a small search proves
it, so that the tests can prove all puzzles in seconds. QUOTAS of the candidates are selected, those with most decoys
first, from every board size in turn, and no two equal under symmetry.
"""

import argparse
import itertools
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from engine import Board, Cell, Mark, Rules
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
CHANGES = 150  # of a few marks, before another puzzle is grown
GROWTH = {3: 1_000, 4: 1_600, 5: 4_000}  # by the moves to win: nodes to check that no shorter win exists


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


def grown(puzzles: Sequence[Puzzle], random: Random) -> Iterator[Puzzle]:
    """Endlessly yield puzzles made from others, with longer wins."""
    growing = [puzzle for puzzle in puzzles if puzzle.moves in GROWTH]
    while True:
        puzzle, changes = random.choice(growing), 0
        marks, moves, found = puzzle.marks, puzzle.moves, puzzle.moves
        while changes < CHANGES and found < MOST:
            changes += 1
            board = changed(puzzle.rules, marks, random)
            now = won_in(board, GROWTH.get(moves, LONG_EFFORT)) if board else 0
            if not board or now < moves:
                continue
            if now > moves:
                changes = 0
            marks, moves = tuple(board.plies), now
            if now > found and now >= LONG and (longer := candidate(board, now, LONG_EFFORT)):
                found = now
                yield longer


def changed(rules: Rules, marks: tuple[Cell, ...], random: Random) -> Board | None:
    """Return the position with a mark or two moved, a pair removed or a pair added; None if a player has won."""
    sides = list(marks[::2]), list(marks[1::2])
    empty = [cell for cell in Board(rules).legal_moves if cell not in marks]
    for cells in (*sides, empty):
        random.shuffle(cells)
    leaving = random.choice((sides[:1], sides[1:], sides, sides, sides, ()))
    coming = random.choice((sides, ())) if len(leaving) > 1 else leaving or sides
    if len(empty) <= len(coming) or len(sides[0]) <= len(leaving):
        return None
    for side in leaving:
        side.pop()
    for side in coming:
        side.append(empty.pop())
    board = Board(rules)
    for cell in itertools.chain.from_iterable(zip(*sides, strict=True)):
        if board.outcome:
            return None
        board.push(cell)
    return None if board.outcome else board


def won_in(board: Board, nodes: int) -> int:
    """Return in how few moves X, to move, forces a win; 0 if X wins at once or the nodes don't suffice."""
    if board.winning_moves(Mark.X) or board.winning_moves(Mark.O):
        return 0
    seen = view(board)
    position = seen.position(Kind.PLAY)
    try:
        return Attack(position, seen.rules, Budget(nodes), position.turn).fewest(MOST)
    except Spent:
        return 0


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


def read(file: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return [parse(0, line) for line in file.read_text(encoding="ascii").splitlines()]


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
    parser.add_argument("--grow", type=Path, help="a file of puzzles")
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    if arguments.select:
        for puzzle in selected(read(arguments.select)):
            print(to_line(puzzle))
        return
    source = grown(read(arguments.grow), random) if arguments.grow else found(random)
    end = time.monotonic() + arguments.seconds
    for puzzle in itertools.takewhile(lambda _: time.monotonic() < end, source):
        print(to_line(puzzle), flush=True)


if __name__ == "__main__":
    sys.exit(main())
