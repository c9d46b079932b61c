"""The expert player as a Gomocup engine: python -m engine.gomocup, for any manager that supports the protocol.

Five or more in a row wins, on boards of up to 1000x1000. Cells are x,y: column first, both counted from 0.

Source: the Gomocup protocol, https://plastovicka.github.io/protocl2en.htm
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from io import TextIOWrapper
from random import Random
from time import monotonic

from engine import __version__
from engine.board import Board
from engine.budget import UNLIMITED, Budget
from engine.expert.search import choose
from engine.rules import Cell, IllegalMove, Rules

K = 5
ABOUT = f'name="ttt", version="{__version__}", author="the ttt project"'
LISTS = ("BOARD", "SWAP2BOARD", "YXBOARD", "YXBLOCK", "YXBLOCKUNDO")  # commands before lines that end with DONE
LONGEST_SIDE = 1000
INSTANT = 300  # nodes if timeout_turn is 0: answer at once
SHARE = 0.9  # of the time for a move; the rest covers the interval between clock checks, and sending the answer
MATCH_SHARE = 0.05  # of the match's remaining time, at most, for one move
LONGEST_QUOTE = 80  # characters of a line that an error repeats
_NUMBER = re.compile(r"\s*-?[0-9]{1,10}\s*")
FOREVER = 2**31 - 1  # the remaining time of a match without a limit


class Brain:
    """Answers protocol commands, one game at a time."""

    def __init__(self, random: Random, clock: Callable[[], float]) -> None:
        self._random = random
        self._clock = clock
        self._board: Board | None = None
        # Times are in milliseconds. timeout_turn 0 means answer at once, timeout_match 0 means no limit.
        self._settings = {"timeout_turn": 30_000, "timeout_match": 0, "rule": 0}
        self._commands: Mapping[str, Callable[[str], str]] = {
            "START": lambda argument: self._start(*_numbers(argument, 1) * 2),
            "RECTSTART": lambda argument: self._start(*_numbers(argument, 2)),
            "RESTART": lambda _: self._start(self._game.rules.n, self._game.rules.m),
            "BEGIN": lambda _: self._begin(),
            "TURN": lambda argument: self._move_after(_cell(argument)),
            "BOARD": self._move_on_board,
            "TAKEBACK": lambda argument: self._take_back(_cell(argument)),
        }

    def answers(self, lines: Iterator[str]) -> Iterator[str]:
        """Yield the answer to each command, until END or the end of the lines.

        INFO gets no answer: the manager doesn't expect one.
        """
        line = next(lines, None)
        while line is not None:
            following = None
            command, argument = _split(line)
            if command in LISTS:
                argument, following = self._list(lines)
            if command == "END":
                return
            if command == "INFO":
                self._inform(argument)
            elif command:
                try:
                    yield self._answer(command, argument)
                except (ValueError, IndexError) as error:
                    yield f"ERROR {error}"
            line = next(lines, None) if following is None else following

    def _list(self, lines: Iterator[str]) -> tuple[str, str | None]:
        """Return the lines up to DONE. If a command comes instead, return that line as well."""
        listed: list[str] = []
        for line in lines:
            word, _ = _split(line)
            if word == "DONE":
                return "\n".join(listed), None
            if word in ("END", "ABOUT", "INFO", *LISTS, *self._commands):
                return "\n".join([*listed, f"{word} before DONE"]), line
            listed.append(line.strip())
        return "\n".join([*listed, "the end before DONE"]), None

    def _answer(self, command: str, argument: str) -> str:
        if command == "ABOUT":
            return ABOUT
        if command not in self._commands:
            return f"UNKNOWN {command[:LONGEST_QUOTE]}"
        if self._settings["rule"]:
            raise ValueError("only rule 0 is supported: five or more in a row win, and the game ends")
        return self._commands[command](argument)

    @property
    def _game(self) -> Board:
        if not self._board:
            raise ValueError("send START first")
        return self._board

    def _start(self, columns: int, rows: int) -> str:
        if max(rows, columns) > LONGEST_SIDE:
            raise ValueError(f"the largest board is {LONGEST_SIDE}x{LONGEST_SIDE}")
        self._board = Board(Rules(rows, columns, K))
        return "OK"

    def _begin(self) -> str:
        if self._game.plies:
            raise ValueError("the game has begun: send TURN, or RESTART first")
        return self._move()

    def _take_back(self, cell: Cell) -> str:
        if not self._game.plies or self._game.plies[-1] != cell:
            raise IllegalMove(f"{cell.col},{cell.row} was not the last move")
        self._game.pop()
        return "OK"

    def _move_after(self, cell: Cell) -> str:
        self._game.push(cell)
        return self._move()

    def _move_on_board(self, marks: str) -> str:
        """Set the listed marks (ours are 1, the opponent's 2) and move.

        The side with more marks moved first. If the numbers are equal, we moved first.
        """
        cells: dict[int, list[Cell]] = {1: [], 2: []}
        for line in filter(None, marks.splitlines()):
            col, row, owner = _numbers(line, 3)
            if owner not in cells:
                raise ValueError(f"expected 1 or 2 as the owner of a mark, not {owner}")
            cells[owner].append(Cell(row, col))
        ours, theirs = cells[1], cells[2]
        if len(theirs) - len(ours) not in (0, 1):
            raise ValueError(f"it can't be our turn: we have {len(ours)} marks, the opponent has {len(theirs)}")
        first, second = (ours, theirs) if len(ours) == len(theirs) else (theirs, ours)
        self._board = Board.setup(self._game.rules, first, second)
        return self._move()

    def _inform(self, argument: str) -> None:
        """Remember a setting. Anything else is ignored, as the protocol asks for."""
        key, value = _split(argument)
        if key in ("TIME_LEFT", *map(str.upper, self._settings)) and _NUMBER.fullmatch(value):
            self._settings[key.lower()] = max(0, min(int(value), FOREVER))

    def _move(self) -> str:
        board = self._game
        allowed = self._settings["timeout_turn"]
        left = self._settings.get("time_left", self._settings["timeout_match"] or FOREVER)
        if left < FOREVER:
            allowed = min(allowed, left * MATCH_SHARE)
        end = self._clock() + allowed / 1000 * SHARE
        budget = Budget(UNLIMITED, lambda: self._clock() > end) if allowed else Budget(INSTANT)
        cell = choose(board, budget, self._random).cell
        board.push(cell)
        return f"{cell.col},{cell.row}"


def _numbers(text: str, count: int) -> list[int]:
    parts = text.strip().split(",")
    if len(parts) != count or not all(map(_NUMBER.fullmatch, parts)):
        expected = "a number" if count == 1 else f"{count} numbers separated by commas"
        raise ValueError(f"expected {expected}, not {text.strip()[:LONGEST_QUOTE]!r}")
    return list(map(int, parts))


def _split(line: str) -> tuple[str, str]:
    """Return the first word of a line, as a command, and the rest."""
    word, *rest = line.split(None, 1) or [""]
    return word.upper(), "".join(rest)


def _cell(text: str) -> Cell:  # not Cell.from_text: here the column comes first
    col, row = _numbers(text, 2)
    return Cell(row, col)


def main() -> None:
    """Read commands from standard input and write the answers to standard output."""
    lines = TextIOWrapper(sys.stdin.buffer, "utf-8", "replace")  # the name of a folder may be in any encoding
    for answer in Brain(Random(), monotonic).answers(iter(lines.readline, "")):
        sys.stdout.buffer.write(f"{answer}\n".encode())
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
