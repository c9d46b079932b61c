"""What the coach finds. The searches are elsewhere, so that these values are quick to load."""

from enum import Enum
from typing import NamedTuple

from engine.rules import Cell, Mark


class Proven(NamedTuple):
    """How a position ends with best play on both sides: who wins, None for a draw.

    moves: in how many moves the winner wins at most, the last one included; 0 if unknown.
    line: how to play on, cell by cell: all of a forced win, against a long defense; else one cell that keeps the value,
    or nothing.
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
    """A cell for the side to move, and why.

    number: in how many moves it wins or loses, or how many marks the row that it stops has; else 0."""

    cell: Cell
    why: Why
    number: int = 0


class Stop(NamedTuple):
    """A forced win, in so many moves, that a move let in, and a cell that would have stopped it.

    After that cell there may be a win in more moves.
    """

    cell: Cell
    moves: int


class Moment(NamedTuple):
    """A move that made a game worse for its side, with what is proven of the positions before and after it.

    number: counts plies from 1.
    after: None if the move missed a forced win and nothing is proven of the position after it.
    before: None if the move let in a forced win; then stop says what would have stopped it.
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
