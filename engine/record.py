"""Games as text, in two formats: our own for any rules, and Gomocup's for five in a row.

Our own has headers, moves and a result, like PGN in chess:

    [X "Ann"]
    [O "Ben"]
    [Rules "3,4,3"]
    [Result "1-0"]

    1. a1 b1 2. a2 b2 3. a3 1-0

Gomocup's is the .psq file of its tournament manager, Piskvork. The file has players and moves but no k: five or more in
a row wins. Renju formats aren't supported: in Renju six in a row doesn't win, some moves are forbidden to X, and
openings swap and offer marks, so few Renju games can be replayed here.

Source: Piskvork by Petr Lastovicka, the functions openPsq and savePsq.
"""

import re
import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.board import Board
from engine.rules import Cell, Mark, Rules, check_type

RESULTS: Mapping[Mark | None, str] = {Mark.X: "1-0", Mark.O: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
_HEADER = re.compile(r'\[([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\]')
_NUMBER = re.compile(r"[0-9]+\.+")
_FIRST_LINE = re.compile(r"Piskvorky ([0-9]{1,4})x([0-9]{1,4}), *[0-9]+:[0-9]+, *([01])")
_MOVE = re.compile(r"([0-9]{1,4}),([0-9]{1,4})(?:,-?[0-9]+)?")
_FIVE = 5


@dataclass(frozen=True)
class Record:
    """One game: its rules, plies, headers and result.

    The headers X and O name the players. result is 1-0, 0-1, 1/2-1/2, or * for an unfinished game; by default, it comes
    from the board. A game may end before the board is decided, by resignation or agreement.

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

    Raises IllegalMove: a ply is not legal.
    Raises ValueError: the result isn't one of the four, or differs from the board's; or a header's name isn't a word,
    is Rules or Result, or its value isn't one printable line.
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
            raise ValueError(f"the result on the board is {known}, not {self.result}")
        if not self.result:
            object.__setattr__(self, "result", known or UNFINISHED)
        check_type(self.headers, Mapping)
        for name, value in self.headers.items():
            check_type(name, str)
            check_type(value, str)
            if name in ("Rules", "Result") or not re.fullmatch(r"[A-Za-z]\w*", name) or not value.isprintable():
                raise ValueError(f"not a valid header: {name!r} with the value {value!r}")

    @classmethod
    def of(cls, board: Board, result: str = "", **headers: str) -> "Record":
        """Return a record of the game on a board."""
        check_type(board, Board)
        return cls(board.rules, tuple(board.plies), headers, result)

    @cached_property
    def board(self) -> Board:
        """The board after all plies."""
        return Board.replay(self.rules, self.plies)

    def to_text(self) -> str:
        """Return the game as text, without a newline at the end."""
        rules = self.rules
        headers = {**self.headers, "Rules": f"{rules.m},{rules.n},{rules.k}", "Result": self.result}
        escaped = {name: re.sub(r'([\\"])', r"\\\1", value) for name, value in headers.items()}
        lines = [f'[{name} "{value}"]' for name, value in escaped.items()]
        words = [f"{ply // 2 + 1}. " * (ply % 2 == 0) + cell.to_text() for ply, cell in enumerate(self.plies)]
        return "\n".join([*lines, "", textwrap.fill(" ".join([*words, self.result]), 80)])

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Return the game that a text describes, in the format of to_text.

        Raises ValueError: the text isn't in that format. The message says where.
        """
        check_type(text, str)
        headers: dict[str, str] = {}
        words: list[str] = []
        for line in map(str.strip, text.splitlines()):
            if header := _HEADER.fullmatch(line):
                headers[header[1]] = re.sub(r"\\(.)", r"\1", header[2])
            else:
                words += [word for word in line.split() if not _NUMBER.fullmatch(word)]
        sides = re.fullmatch(r"([0-9]{1,9}),([0-9]{1,9}),([0-9]{1,9})", headers.pop("Rules", ""))
        if not sides:
            raise ValueError('expected a header with m, n and k, such as [Rules "3,3,3"]')
        result = headers.pop("Result", "")
        if words and words[-1] in (UNFINISHED, *RESULTS.values()):
            last = words.pop()
            if result not in ("", last):
                raise ValueError(f"the Result header is {result}, but the moves end with {last}")
            result = last
        m, n, k = map(int, sides.groups())
        return cls(Rules(m, n, k), tuple(map(Cell.from_text, words)), headers, result)

    def to_psq(self) -> str:
        """Return the game as a .psq file.

        Raises ValueError: k is not 5.
        """
        rules = self.rules
        if rules.k != _FIVE:
            raise ValueError(f".psq files are for five in a row, not {rules.k}")
        lines = [f"Piskvorky {rules.n}x{rules.m}, 0:0, 0"]
        lines += [f"{col + 1},{row + 1},0" for row, col in self.plies]
        return "\n".join([*lines, *(self.headers.get(mark.name, mark.name) for mark in Mark), "-1"])

    @classmethod
    def from_psq(cls, text: str) -> "Record":
        """Return the game in a .psq file. Its result comes from the board.

        Raises ValueError: the text isn't a .psq file.
        Raises IllegalMove: a move is not legal, such as a move after six in a row in a game where only exactly five
        win.
        """
        check_type(text, str)
        lines = [line.strip() for line in text.splitlines()]
        first = _FIRST_LINE.fullmatch(lines[0]) if lines else None
        if not first:
            raise ValueError("expected a first line such as Piskvorky 15x15, 11:11, 0")
        rest = iter(lines[1:])
        plies: list[Cell] = []
        names: list[str] = []
        for line in rest:
            if not (move := _MOVE.fullmatch(line)):
                names = [line, *rest][:-1]  # the last line isn't a name
                break
            plies.append(Cell(int(move[2]) - 1, int(move[1]) - 1))
        began = int(first[3])  # the index of the player who moved first
        headers = {"X": names[began], "O": names[1 - began]} if len(names) > 1 else {}
        return cls(Rules(int(first[2]), int(first[1]), _FIVE), tuple(plies), headers)
