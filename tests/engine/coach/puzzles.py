"""Proofs of puzzles by the referee, and the digest by which the tests recognize the proven puzzles."""

from hashlib import sha256

from engine.coach import puzzles
from engine.coach.puzzles import Puzzle
from tests.engine.referee import Referee


def prove(puzzle: Puzzle, most: int = 10**9) -> None:
    """Check that X wins in exactly the puzzle's number of moves, and only with its first move.

    Raises Undecided: a first move takes the referee more than most positions.
    """
    referee = Referee(puzzle.rules.m, puzzle.rules.n, puzzle.rules.k, most=most)
    x, o = puzzle.marks[::2], puzzle.marks[1::2]
    assert referee.winning(x, o, puzzle.moves - 1) == [], puzzle
    assert referee.winning(x, o, puzzle.moves) == [puzzle.line[0]], puzzle


def digest() -> str:
    """Return a digest of all puzzles."""
    lines = (puzzles.to_line(puzzles.puzzle(number)) for number in range(puzzles.count()))
    return sha256("\n".join(lines).encode()).hexdigest()
