"""Puzzles: X wins in so many moves, and one first move alone does it. Kept as data, see tools/puzzles.py."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.board import Board
from engine.rules import Cell, Rules

GRADES = 7  # from Monday's to Sunday's


class Puzzle(NamedTuple):
    """A position in which X, to move, wins by force; the first cell of line is the one first move that does.

    moves are X's own, the one that completes the line included; no other first move wins in so many. decoys are other
    first moves that O has to answer. line is a proof of it against the defense that holds out longest.
    """

    number: int
    rules: Rules
    marks: tuple[Cell, ...]  # in an order that can be played
    moves: int
    decoys: int
    line: tuple[Cell, ...]

    @property
    def board(self) -> Board:
        """The position."""
        return Board.replay(self.rules, self.marks)


def count() -> int:
    """Return how many puzzles there are."""
    return len(_lines())


def puzzle(number: int) -> Puzzle:
    """Return a puzzle by its number, from 0, in order of difficulty.

    Raises
    ------
    IndexError
        There is no puzzle of that number.
    """
    if number < 0:
        raise IndexError(f"puzzles are numbered from 0, not {number}")
    return parsed(number, _lines()[number])


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day, counted from any Monday: easiest on Mondays, hardest on Sundays.

    Each grade begins anew after its last puzzle.
    """
    week, weekday = divmod(day, GRADES)
    first, after = count() * weekday // GRADES, count() * (weekday + 1) // GRADES
    return puzzle(first + week % (after - first))


def parsed(number: int, line: str) -> Puzzle:
    """Return the puzzle that a line of the data describes, as written makes it."""
    rows, k, moves, decoys, cells = line.split()
    board = Board.from_text(f"{rows} {k}")
    proof = tuple(Cell(int(row), int(col)) for row, col in zip(cells[::2], cells[1::2], strict=True))
    return Puzzle(number, board.rules, tuple(board.plies), int(moves), int(decoys), proof)


def written(puzzle: Puzzle) -> str:
    """Return the line of the data for a puzzle: its board, moves, decoys, and the proof's cells by two digits each."""
    proof = "".join(f"{row}{col}" for row, col in puzzle.line)
    return f"{puzzle.board.to_text()} {puzzle.moves} {puzzle.decoys} {proof}"


@cache
def _lines() -> list[str]:
    return Path(__file__).with_name("puzzles.txt").read_text(encoding="ascii").splitlines()
