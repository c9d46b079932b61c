"""The expert player as a Gomocup engine: python -m engine.gomocup, for any manager that supports the protocol.

Five or more in a row wins, on any board. Cells are x,y: column first, both counted from 0.

Source: the Gomocup protocol, https://plastovicka.github.io/protocl2en.htm
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from random import Random
from time import monotonic

from engine import __version__
from engine.board import Board
from engine.budget import UNLIMITED, Budget
from engine.expert.search import choose
from engine.rules import Cell, IllegalMove, Rules

K = 5
ABOUT = f'name="ttt", version="{__version__}", author="the ttt project", country="", www=""'
INSTANT = 300  # nodes if timeout_turn is 0: answer at once
SHARE = 0.9  # of the time for a move; the rest covers the interval between clock checks, and sending the answer
MATCH_SHARE = 0.05  # of the match's remaining time, at most, for one move


class Brain:
    """Answers protocol commands, one game at a time."""

    def __init__(self, random: Random, clock: Callable[[], float]) -> None:
        self._random = random
        self._clock = clock
        self._board: Board | None = None
        # In milliseconds. timeout_turn 0 means answer at once, timeout_match 0 means no limit.
        self._limits = {"timeout_turn": 30_000, "timeout_match": 0, "time_left": 0}

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the answer to each command, until END or the end of the lines."""
        for line in lines:
            command, _, argument = line.strip().partition(" ")
            if command.upper() == "END":
                return
            if command:
                try:
                    answer = self._answer(command.upper(), argument, lines)
                except (ValueError, IndexError) as error:
                    answer = f"ERROR {error}"
                if answer:
                    yield answer

    def _answer(self, command: str, argument: str, lines: Iterator[str]) -> str:
        commands: Mapping[str, Callable[[], str]] = {
            "ABOUT": lambda: ABOUT,
            "START": lambda: self._start(*_numbers(argument, 1) * 2),
            "RECTSTART": lambda: self._start(*_numbers(argument, 2)),
            "RESTART": lambda: self._start(self._game.rules.n, self._game.rules.m),
            "INFO": lambda: self._info(argument),
            "BEGIN": self._move,
            "TURN": lambda: self._move_after(_cell(argument)),
            "BOARD": lambda: self._move_on_board(lines),
            "TAKEBACK": lambda: self._take_back(_cell(argument)),
        }
        return commands[command]() if command in commands else f"UNKNOWN {command}"

    @property
    def _game(self) -> Board:
        if not self._board:
            raise ValueError("send START first")
        return self._board

    def _start(self, columns: int, rows: int) -> str:
        self._board = Board(Rules(rows, columns, K))
        return "OK"

    def _take_back(self, cell: Cell) -> str:
        if not self._game.plies or self._game.plies[-1] != cell:
            raise IllegalMove(f"{cell.col},{cell.row} was not the last move")
        self._game.pop()
        return "OK"

    def _move_after(self, cell: Cell) -> str:
        self._game.push(cell)
        return self._move()

    def _move_on_board(self, lines: Iterator[str]) -> str:
        """Set the marks listed up to DONE (ours are 1, the opponent's 2) and move.

        The side with more marks moved first. If the numbers are equal, we moved first.
        """
        marks = list(takewhile(lambda line: line.strip().upper() != "DONE", lines))  # even if one of them is malformed
        cells: dict[int, list[Cell]] = {1: [], 2: []}
        for line in marks:
            col, row, owner = _numbers(line, 3)
            cells[owner if owner == 1 else 2].append(Cell(row, col))
        ours, theirs = cells[1], cells[2]
        if len(theirs) - len(ours) not in (0, 1):
            raise ValueError(f"it can't be our turn: we have {len(ours)} marks, the opponent has {len(theirs)}")
        first, second = (ours, theirs) if len(ours) == len(theirs) else (theirs, ours)
        self._board = Board.setup(self._game.rules, first, second)
        return self._move()

    def _info(self, argument: str) -> str:
        key, _, value = argument.partition(" ")
        if key in self._limits:
            (self._limits[key],) = _numbers(value, 1)
        return ""

    def _move(self) -> str:
        board = self._game
        allowed = self._limits["timeout_turn"]
        if self._limits["timeout_match"]:
            allowed = min(allowed, self._limits["time_left"] * MATCH_SHARE)
        end = self._clock() + allowed / 1000 * SHARE
        budget = Budget(UNLIMITED if allowed else INSTANT, lambda: self._clock() > end)
        cell = choose(board, budget, self._random).cell
        board.push(cell)
        return f"{cell.col},{cell.row}"


def _numbers(text: str, count: int) -> list[int]:
    parts = text.split(",")
    if len(parts) != count or not all(part.strip().isdecimal() for part in parts):
        expected = "a number" if count == 1 else f"{count} numbers separated by commas"
        raise ValueError(f"expected {expected}, not {text.strip()!r}")
    return list(map(int, parts))


def _cell(text: str) -> Cell:  # not Cell.from_text: here the column comes first
    col, row = _numbers(text, 2)
    return Cell(row, col)


def main() -> None:
    """Read commands from standard input and write the answers to standard output."""
    for answer in Brain(Random(), monotonic).answers(iter(sys.stdin.readline, "")):
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
