"""The coach's results. The searches are in other modules, so that these types are quick to import."""

from enum import Enum
from typing import NamedTuple

from engine.rules import Cell, Mark


class Proven(NamedTuple):
    """The proven result of a position with best play: the winner, None for a draw.

    moves: the most moves that the winner needs, including the last one, or 0 if unknown.
    line: the whole line of a forced win against a long defense; otherwise, one cell that keeps the result, if known.
    """

    winner: Mark | None
    moves: int = 0
    line: tuple[Cell, ...] = ()


class Why(Enum):
    """The reason for a hint. All but the last three are proven."""

    WINS_NOW = "completes a line"
    BLOCKS = "the only cell that stops a line"
    WINS = "wins by force"
    ONLY_DRAW = "the only move that doesn't lose"
    ONLY = "every other move loses"
    DRAWS = "holds the draw"
    DEAD = "nobody can complete a line anymore"
    LOSES = "every move loses"
    TAKES_X = "X wins, and may be taken"  # the cell is that of X's first mark
    STOPS_OPEN = "stops a row with two open ends"
    EVEN = "gives neither side much, as X may be taken"
    BEST = "judged best"


class Hint(NamedTuple):
    """A cell for the side to move, and the reason.

    number: the moves to the win or loss, or the number of marks in the row that the cell stops, else 0.
    """

    cell: Cell
    why: Why
    number: int = 0


class Stop(NamedTuple):
    """A cell that would have stopped a forced win, and the win's number of moves. A longer win may remain after it."""

    cell: Cell
    moves: int


class MomentKind(Enum):
    """What was wrong with a move."""

    MISSED_WIN = "missed win"  # the side that moved could force a win before, but no longer
    MISTAKE = "mistake"  # the other side can force a win since then, which another move would have prevented


class Moment(NamedTuple):
    """A move that worsened its side's position, with the proven results before and after it.

    number: the number of the ply, from 1.
    after: None if the move missed a forced win and the result after it isn't known.
    before: None if the result isn't known. The move allowed a forced win, and stop has a cell that prevents it.
    """

    number: int
    cell: Cell
    mark: Mark
    before: Proven | None
    after: Proven | None
    stop: Stop | None = None

    @property
    def line(self) -> tuple[Cell, ...]:
        """The better line, as far as known."""
        return self.before.line if self.before else ()

    @property
    def kind(self) -> MomentKind:
        """Whether the move missed a win or is a mistake. A move from win to loss missed a win."""
        return MomentKind.MISSED_WIN if self.before and self.before.winner is self.mark else MomentKind.MISTAKE

    @property
    def drop(self) -> int:
        """What the move cost: 1 from win to draw or from draw to loss, 2 from win to loss. Unknown counts as a draw."""
        return _worth(self.before, self.mark) - _worth(self.after, self.mark)


def _worth(proven: Proven | None, mark: Mark) -> int:
    return 1 if proven is None or proven.winner is None else 2 if proven.winner is mark else 0


class Answer(NamedTuple):
    """O's reply to a puzzle move, and how many moves X still needs, or 0 if X can't win in the moves left."""

    reply: Cell
    moves: int
