"""Puzzles: X to move wins by force, and only one first move works. tools/puzzles.py generates puzzles.txt."""

from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from engine.board import Board
from engine.rules import Cell, Rules

GRADES = 7  # of difficulty, Monday to Sunday


class Puzzle(NamedTuple):
    """A position in which X, to move, wins by force with exactly one first move.

    moves: the number of X's moves, including the one that completes the line. No other first move wins in as few.
    decoys: the number of other first moves that O has to answer.
    line: the solution, against the longest defense.
    """

    number: int
    rules: Rules
    marks: tuple[Cell, ...]  # in a legal order
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


@lru_cache(maxsize=8)
def puzzle(number: int) -> Puzzle:
    """Return a puzzle by its number, from 0, in order of difficulty.

    Raises IndexError: there is no puzzle with that number.
    """
    if number < 0:
        raise IndexError(f"puzzles are numbered from 0, not {number}")
    return parse(number, _lines()[number])


def of_day(day: int) -> Puzzle:
    """Return the puzzle of a day: easiest on Mondays, hardest on Sundays.

    day is the number of days since any Monday. After its last puzzle, a grade starts over.
    """
    week, weekday = divmod(day, GRADES)
    first, after = count() * weekday // GRADES, count() * (weekday + 1) // GRADES
    return puzzle(first + week % (after - first))


def parse(number: int, line: str) -> Puzzle:
    """Return the puzzle that a line of puzzles.txt describes."""
    rows, k, moves, decoys, cells = line.split()
    board = Board.from_text(f"{rows} {k}")
    proof = tuple(Cell(int(row), int(col)) for row, col in zip(cells[::2], cells[1::2], strict=True))
    return Puzzle(number, board.rules, tuple(board.plies), int(moves), int(decoys), proof)


def to_line(puzzle: Puzzle) -> str:
    """Return the line of puzzles.txt for a puzzle: board, moves, decoys, and the solution as two digits per cell."""
    proof = "".join(f"{row}{col}" for row, col in puzzle.line)
    return f"{puzzle.board.to_text()} {puzzle.moves} {puzzle.decoys} {proof}"


@cache
def _lines() -> list[str]:
    return Path(__file__).with_name("puzzles.txt").read_text(encoding="ascii").splitlines()
