"""The basic types: rules, marks, cells, outcomes, values."""

import operator
import re
from dataclasses import dataclass
from enum import Enum, IntEnum
from types import UnionType
from typing import NamedTuple

# Possessive quantifiers, because backtracking takes O(length^4) time: 3 s for two numbers and 400 spaces.
_NUMBER = r"(-?+\d{1,9}+)"
_BETWEEN = r"(?:\s*+[,;.:/x×]\s*+|\s++-\s++|\s++|-\s*+)"
_PAIR = re.compile(rf"\s*+[(\[]?+\s*+{_NUMBER}{_BETWEEN}{_NUMBER}\s*+[)\]]?+\s*+", re.IGNORECASE)
_NAMED = re.compile(rf"\s*+r(?:ow)?+\s*+{_NUMBER}\s*+,?+\s*+c(?:ol(?:umn)?+)?+\s*+{_NUMBER}\s*+", re.IGNORECASE)
_WIDE = {ord(char) + 0xFEE0: char for char in "()[],;.:/-xXrRcC"}  # full-width, as typed on East Asian keyboards
_DASHES = "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
_COMMAS = "\N{IDEOGRAPHIC COMMA}\N{ARABIC COMMA}"
_PLAIN = str.maketrans(_WIDE | dict.fromkeys(_DASHES, "-") | dict.fromkeys(_COMMAS, ","))
_NAME = re.compile(r"\s*+([a-zA-Z]{1,6}+)([1-9][0-9]{0,8}+)\s*+")
_INTEGER_FORMATS = ("b", "c", "d", "n", "o", "x", "X")


class Mark(IntEnum):
    """A side: X is Player 1 and begins, O is Player 2."""

    X = 1
    O = 2

    @property
    def other(self) -> "Mark":
        """The other side."""
        return Mark.O if self is Mark.X else Mark.X

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.value if spec[-1:] in _INTEGER_FORMATS else self.name, spec)


class Cell(NamedTuple):
    """A cell of the board: row from the top, column from the left, both counted from 0.

    As text, the column is letters and the row counts from 1, as in a spreadsheet: a1 is the top left corner.

    >>> Cell(2, 1).to_text(), Cell.from_text("b3"), Cell.from_text("2,1")
    ('b3', Cell(row=2, col=1), Cell(row=2, col=1))
    """

    row: int
    col: int

    @classmethod
    def from_text(cls, text: str) -> "Cell":
        """Return the cell that a text names: b3, or row and column, such as 2,1 or (2, 1) or 2x1 or r2 c1.

        Digits of any script work. Cost: O(length) time.

        Raises ValueError: the text isn't a cell.
        """
        check_type(text, str)
        plain = text if text.isascii() else text.translate(_PLAIN)
        if numbers := _PAIR.fullmatch(plain) or _NAMED.fullmatch(plain):
            if not any(number.startswith("-") and int(number) == 0 for number in numbers.groups()):
                return cls(*map(int, numbers.groups()))
        elif name := _NAME.fullmatch(plain):
            col = 0
            for letter in name[1].lower():
                col = 26 * col + ord(letter) - ord("a") + 1
            return cls(int(name[2]) - 1, col - 1)
        raise ValueError(f"expected a cell such as b3 or 2,1, not {text!r}")

    def to_text(self) -> str:
        """Return the name of the cell, such as b3.

        Raises ValueError: the row or the column is negative, so the cell is on no board.
        """
        if self.row < 0 or self.col < 0:
            raise ValueError(f"({self.row}, {self.col}) is on no board")
        letters, rest = "", self.col + 1
        while rest:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return f"{letters}{self.row + 1}"


class Outcome(NamedTuple):
    """How a game ended: the winner, None for a draw, and the winning line, at least k cells."""

    winner: Mark | None
    line: tuple[Cell, ...] = ()


class Knowledge(Enum):
    """How the value of a position is known."""

    EVIDENT = "evident from the rules"
    PAIRING = "a pairing of cells"
    COMPUTED = "computed by this engine"
    PUBLISHED = "a published proof"


class Value(NamedTuple):
    """How a game ends with best play: the winner, None for a draw, and in how many plies at most.

    plies is None for a draw, and if the number isn't known. source cites a publication, or is empty.
    """

    winner: Mark | None
    plies: int | None = None
    knowledge: Knowledge = Knowledge.COMPUTED
    source: str = ""


class Solution(NamedTuple):
    """The value of a position, None if it wasn't found, and the number of nodes searched.

    cell is a move that keeps the value. It is None if the side to move loses, or if the search found no such move.
    """

    value: Value | None
    nodes: int
    cell: Cell | None = None


class IllegalMove(ValueError):
    """The move is against the rules. The message says why."""


def check_type(value: object, kind: type | UnionType) -> None:
    """Raise TypeError, with a clear message, if a caller's value isn't of this kind."""
    if not isinstance(value, kind):
        raise TypeError(f"expected a value of type {getattr(kind, '__name__', kind)}, not {value!r}")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game: m rows, n columns, k or more marks in a row win.

    k may be larger than both m and n. Then neither side can win, and the game ends in a draw.

    Raises TypeError: m, n or k is not an int. A bool doesn't count as one.
    Raises ValueError: m, n or k is below 1.

    Source: m,n,k-game, Uiterwijk & van den Herik, The advantage of the initiative, Inf. Sci. 122 (2000).
    """

    m: int
    n: int
    k: int

    def __post_init__(self) -> None:
        if {type(self.m), type(self.n), type(self.k)} != {int}:  # also rejects bool
            raise TypeError(f"m, n and k must be whole numbers, not {self.m!r}, {self.n!r}, {self.k!r}")
        if self.m < 1 or self.n < 1 or self.k < 1:
            raise ValueError(f"m, n and k must be at least 1, not {self.m}, {self.n}, {self.k}")

    def index(self, cell: tuple[int, int]) -> int:
        """Return the number of a cell, counted from 0 along the rows.

        >>> Rules(3, 4, 3).index(Cell(1, 2)), Rules(3, 4, 3).cell(6)
        (6, Cell(row=1, col=2))

        Raises IndexError: the cell is off the board.
        Raises TypeError: cell isn't a row and a column.
        """
        try:
            row, col = cell
            if 0 <= row < self.m and 0 <= col < self.n:
                return operator.index(row * self.n + col)
        except (TypeError, ValueError):
            raise TypeError(f"expected a row and a column, such as Cell(1, 2), not {cell!r}") from None
        raise IndexError(f"({row}, {col}) is off the board of {self.m} rows and {self.n} columns")

    def cell(self, index: int) -> Cell:
        """Return the cell with this number: the inverse of index.

        Raises IndexError: there is no such cell.
        """
        index = operator.index(index)
        if not 0 <= index < self.m * self.n:
            raise IndexError(f"the board has {self.m * self.n} cells, numbered from 0, so none is {index}")
        return Cell(*divmod(index, self.n))
