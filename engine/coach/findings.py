"""What the coach finds: values without the searches that find them, which take memory to load."""

from enum import Enum
from typing import NamedTuple

from engine.rules import Cell, Mark


class Proven(NamedTuple):
    """How a position ends with best play on both sides: who wins, None for a draw.

    moves of the winner are enough, the one that completes the line included; 0 where the number isn't known. line is a
    way to play on from here, cell by cell: all of a win by force, with a long defence; else one cell that keeps the
    value, or nothing.
    """

    winner: Mark | None
    moves: int = 0
    line: tuple[Cell, ...] = ()


class Why(Enum):
    """Why a cell is hinted at. All but the last three are proven."""

    WINS_NOW = "completes a line"
    BLOCKS = "the only cell that stops a line"
    WINS = "wins by force"
    ONLY_DRAW = "the only move that doesn't lose"
    ONLY = "every other move loses"
    DRAWS = "holds the draw"
    DEAD = "nobody can complete a line any more"
    LOSES = "every move loses"
    TAKES_X = "X wins, and may be taken"  # whose cell it is
    STOPS_OPEN = "stops a row with two open ends"
    EVEN = "gives neither side much, as X may be taken"
    BEST = "judged best"


class Hint(NamedTuple):
    """A cell for the side to move. number is of moves where it wins or loses, of marks where it stops a row, else 0."""

    cell: Cell
    why: Why
    number: int = 0


class Stop(NamedTuple):
    """A win by force in so many moves that a move let in, and a cell that would have stopped it.

    After that cell the other side has no such win, as far as it takes no more moves.
    """

    cell: Cell
    moves: int


class Moment(NamedTuple):
    """A move that made a game worse for its side, with what was proven of the position before it and after it.

    number counts plies from 1. after is None where a win by force was left aside for a move of which nothing is proven,
    before where a win was let in that might have come anyway, though not so soon. Then stop says how.
    """

    number: int
    cell: Cell
    mark: Mark
    before: Proven | None
    after: Proven | None
    stop: Stop | None = None

    @property
    def line(self) -> tuple[Cell, ...]:
        """The better line, as far as it is known."""
        return self.before.line if self.before else ()

    @property
    def drop(self) -> int:
        """How much the move cost: 1 for a win that became a draw or a draw that became a loss, 2 for all of it.

        0 where that isn't known.
        """
        return _worth(self.before, self.mark) - _worth(self.after, self.mark) if self.before and self.after else 0


def _worth(proven: Proven, mark: Mark) -> int:
    return 1 if proven.winner is None else 2 if proven.winner is mark else 0


class Answer(NamedTuple):
    """O's reply to a move of a puzzle, and how many moves X still needs; 0 where it stops X in the moves left."""

    reply: Cell
    moves: int
