"""The terms of the game: rules, marks, cells, outcomes, values."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

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
    """A place on the board: row from the top, column from the left, both from 0."""

    row: int
    col: int


class Outcome(NamedTuple):
    """How a finished game ended: winner None is a draw; line holds the winner's run, at least k cells."""

    winner: Mark | None
    line: tuple[Cell, ...] = ()


class Knowledge(Enum):
    """How the value of a position is known."""

    EVIDENT = "evident from the rules"
    PAIRING = "a pairing of cells"
    COMPUTED = "computed by this engine"
    PUBLISHED = "a published proof"


class Value(NamedTuple):
    """How a game ends with best play from here on: who wins, None for a draw, and in how many plies at most.

    plies is None in a draw, and where the number isn't known. source names what was published, else it is empty.
    """

    winner: Mark | None
    plies: int | None = None
    knowledge: Knowledge = Knowledge.COMPUTED
    source: str = ""


class IllegalMove(ValueError):
    """A move that the rules refuse; the message says why."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game: m rows, n columns, k marks in a row (or more) win.

    A k larger than both sides is legal: nobody can win, and the game ends in a draw.

    Raises
    ------
    TypeError
        One of them is no whole number; True and False are none.
    ValueError
        One of them is below 1.

    Source: m,n,k-game, Uiterwijk & van den Herik, The advantage of the initiative, Inf. Sci. 122 (2000).
    """

    m: int
    n: int
    k: int

    def __post_init__(self) -> None:
        if {type(self.m), type(self.n), type(self.k)} != {int}:  # a bool is none
            raise TypeError(f"m, n and k must be whole numbers, not {self.m!r}, {self.n!r}, {self.k!r}")
        if self.m < 1 or self.n < 1 or self.k < 1:
            raise ValueError(f"m, n and k must be at least 1, not {self.m}, {self.n}, {self.k}")
