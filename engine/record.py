"""Games as text, to store and to exchange: a format of their own for any rules, and Gomocup's for five in a row.

The first has headers, moves and a result, as chess programs write them:

    [X "Ann"]
    [O "Ben"]
    [Rules "3,4,3"]
    [Result "1-0"]

    1. a1 b1 2. a2 b2 3. a3 1-0

The second is the .psq file of Piskvork, the manager of Gomocup's tournaments, in which their games are published. It
has players and moves but no k: five or more in a row win. Renju's formats don't fit: there, six in a row don't win,
some moves are forbidden to X, and marks are offered and swapped, so that few of its games can be replayed here.

Source: Petr Lastovicka's Piskvork, the functions openPsq and savePsq.
"""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board import Board
from engine.rules import Cell, Mark, Rules

RESULTS: Mapping[Mark | None, str] = {Mark.X: "1-0", Mark.O: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
_HEADER = re.compile(r'\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"[0-9]+\.+")
_FIRST_LINE = re.compile(r"Piskvorky ([0-9]{1,4})x([0-9]{1,4}), *[0-9]+:[0-9]+, *([01])")
_MOVE = re.compile(r"([0-9]{1,4}),([0-9]{1,4})(?:,-?[0-9]+)?")
_FIVE = 5


@dataclass(frozen=True)
class Record:
    """One game: its rules and plies, who played, and how it ended.

    headers are names and texts, of which X and O name the players. result is 1-0, 0-1, 1/2-1/2 or * for a game that is
    not over; left out, it is what the board says. A game may end before its board does, with a resignation or a draw.

    >>> board = Board.replay(Rules(2, 2, 2), [Cell(0, 0), Cell(1, 0), Cell(0, 1)])
    >>> record = Record.of(board, X="Ann", O="Ben")
    >>> print(record.to_text())
    [X "Ann"]
    [O "Ben"]
    [Rules "2,2,2"]
    [Result "1-0"]
    <BLANKLINE>
    1. a1 a2 2. b1 1-0
    >>> Record.from_text(record.to_text()) == record
    True

    Raises
    ------
    IllegalMove
        One of the plies is not legal.
    ValueError
        The result is none, or not that of the board; or a header has no simple name, or more than one line.
    """

    rules: Rules
    plies: tuple[Cell, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    result: str = ""

    def __post_init__(self) -> None:
        outcome = self.board.outcome
        known = RESULTS[outcome.winner] if outcome else ""
        if self.result not in ("", UNFINISHED, *RESULTS.values()):
            raise ValueError(f"expected 1-0, 0-1, 1/2-1/2 or *, not {self.result!r}")
        if known and self.result not in ("", known):
            raise ValueError(f"the board says {known}, not {self.result}")
        if not self.result:
            object.__setattr__(self, "result", known or UNFINISHED)
        for name, value in self.headers.items():
            if name in ("Rules", "Result") or not re.fullmatch(r"[A-Za-z]\w*", name) or not value.isprintable():
                raise ValueError(f"no header can be {name!r} with {value!r}")

    @classmethod
    def of(cls, board: Board, result: str = "", **headers: str) -> "Record":
        """Return the record of the game on a board."""
        return cls(board.rules, tuple(board.plies), headers, result)

    @cached_property
    def board(self) -> Board:
        """The board after all plies."""
        return Board.replay(self.rules, self.plies)

    def to_text(self) -> str:
        """Return the game as text, without a newline at the end."""
        rules = self.rules
        headers = {**self.headers, "Rules": f"{rules.m},{rules.n},{rules.k}", "Result": self.result}
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in headers.items()]
        words = [f"{ply // 2 + 1}. " * (ply % 2 == 0) + cell.to_text() for ply, cell in enumerate(self.plies)]
        return "\n".join([*lines, "", textwrap.fill(" ".join([*words, self.result]), 80)])

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Return the game that to_text describes.

        Raises
        ------
        ValueError
            The text describes none; the message says where.
        """
        headers: dict[str, str] = {}
        words: list[str] = []
        for line in map(str.strip, text.splitlines()):
            if header := _HEADER.fullmatch(line):
                headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])
            else:
                words += [word for word in line.split() if not _NUMBER.fullmatch(word)]
        sides = re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9})", headers.pop("Rules", ""))
        if not sides:
            raise ValueError('expected a header such as [Rules "3,3,3"], with m, n and k')
        result = headers.pop("Result", "")
        if words and words[-1] in (UNFINISHED, *RESULTS.values()):
            last = words.pop()
            if result not in ("", last):
                raise ValueError(f"the header says {result}, the moves end with {last}")
            result = last
        m, n, k = map(int, sides.groups())
        return cls(Rules(m, n, k), tuple(map(Cell.from_text, words)), headers, result)

    def to_psq(self) -> str:
        """Return the game as Piskvork stores it, for boards on which five in a row win.

        Raises
        ------
        ValueError
            k is not 5.
        """
        rules = self.rules
        if rules.k != _FIVE:
            raise ValueError(f"Piskvork plays five in a row, not {rules.k}")
        lines = [f"Piskvorky {rules.n}x{rules.m}, 0:0, 0"]
        lines += [f"{col + 1},{row + 1},0" for row, col in self.plies]
        return "\n".join([*lines, *(self.headers.get(mark.name, mark.name) for mark in Mark), "-1"])

    @classmethod
    def from_psq(cls, text: str) -> "Record":
        """Return the game of a .psq file; it has a result where five in a row or a full board made one.

        Raises
        ------
        ValueError
            The text is none.
        IllegalMove
            A move is not legal, such as one that follows six in a row where only five exactly win.
        """
        lines = [line.strip() for line in text.splitlines()]
        first = _FIRST_LINE.fullmatch(lines[0]) if lines else None
        if not first:
            raise ValueError("expected a first line such as Piskvorky 15x15, 11:11, 0")
        rest = iter(lines[1:])
        plies: list[Cell] = []
        names: list[str] = []
        for line in rest:
            if not (move := _MOVE.fullmatch(line)):
                names = [line, *rest][:-1]  # the last line is no name
                break
            plies.append(Cell(int(move[2]) - 1, int(move[1]) - 1))
        began = int(first[3])  # of the two players
        headers = {"X": names[began], "O": names[1 - began]} if len(names) > 1 else {}
        return cls(Rules(int(first[2]), int(first[1]), _FIVE), tuple(plies), headers)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
