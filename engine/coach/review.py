"""The review of a game: the moves that changed how it ends with best play, each proven before and after.

If less is proven: moves that missed a forced win, and moves that let one in which another cell would have stopped.
"""

from collections import Counter
from enum import Enum
from typing import NamedTuple

from engine.board import Board
from engine.coach.findings import Moment, Proven, Stop
from engine.rules import Cell, Mark, Rules

MOMENTS = 3


class Aim(Enum):
    """What a look is for."""

    VALUE = "how the game ends with best play"
    WIN = "wins by force alone"
    STOP = "whether a cell would have stopped a win that the last move let in"


# The nodes for a position in each round. Forced wins are quicker to find than exact values, and on large boards all
# that can be found.
ROUNDS = ((2_000, Aim.VALUE), (15_000, Aim.VALUE), (40_000, Aim.WIN), (60_000, Aim.VALUE), (120_000, Aim.WIN))
ROUNDS_BEFORE_STOPS = 2  # by then most wins that a move let in are known
STOP_NODES = 100_000  # for each of so many cells, of a win in so many moves: it takes about as many nodes for 5
TRIES, MOST_STOPPED = 3, 5
COUNT_NODES = 40_000  # to find out in how few moves the win comes


class Look(NamedTuple):
    """A position to judge, after so many plies, within so many nodes.

    With a cell, that is set in place of the last of them: does it stop wins in so many moves?
    """

    number: int
    nodes: int
    aim: Aim = Aim.VALUE
    cell: Cell | None = None
    moves: int = 0


class Review:
    """A review in progress: look says which position to judge next, learn notes what is proven of it.

    It goes back from the end, where most can be proven, in rounds of ever more nodes.
    """

    def __init__(self, rules: Rules, plies: tuple[Cell, ...]) -> None:
        self.rules = rules
        self.plies = plies
        self._proven: dict[int, Proven] = {}
        self._stops: dict[int, Stop] = {}
        self._counted: set[int] = set()
        self._tried = Counter[int]()  # cells, by the number of the move that let a win in
        self._next = 0

    @property
    def progress(self) -> float:
        """How much of the looks is done, from 0 to 1."""
        return self._next / self._all

    def look(self) -> Look | None:
        """Return the next position to judge, None when all is done."""
        if self._next >= ROUNDS_BEFORE_STOPS * (len(self.plies) + 1) and (look := self._stop()):
            return look
        while self._next < self._all:
            done, back = divmod(self._next, len(self.plies) + 1)
            self._next += 1
            number = len(self.plies) - back
            if number not in self._proven:
                return Look(number, *ROUNDS[done])
        return None

    @property
    def _all(self) -> int:
        """How many looks there are but for those at stops."""
        return len(ROUNDS) * (len(self.plies) + 1)

    def _stop(self) -> Look | None:
        """Return whether to look for what would have stopped a win: at the cells that the players took later."""
        for number in reversed(self._numbers):
            if moves := self._let_in(number):
                if number not in self._counted:
                    self._counted.add(number)
                    return Look(number, COUNT_NODES, Aim.WIN)
                tried = self._tried[number]
                if moves <= MOST_STOPPED and tried < min(TRIES, len(self.plies) - number):
                    self._tried[number] += 1
                    return Look(number, STOP_NODES, Aim.STOP, self.plies[number + tried], moves)
        return None

    def learn(self, look: Look, proven: Proven | None) -> None:
        """Note what a look found."""
        if not proven:
            return
        known = self._proven.get(look.number)
        if known is None or proven.moves < known.moves:
            self._proven[look.number] = proven
        before = look.number - 1
        if before >= 0 and proven.winner is _mover(before):
            self._proven.setdefault(before, Proven(proven.winner, proven.moves + 1))

    def learn_stop(self, look: Look, *, is_stopped: bool) -> None:
        """Note whether a cell would have stopped a win that a move let in."""
        if look.cell and is_stopped:
            self._stops[look.number] = Stop(look.cell, look.moves)

    def board(self, look: Look) -> Board:
        """Return the position of a look."""
        if look.cell:
            return Board.replay(self.rules, (*self.plies[: look.number - 1], look.cell))
        return Board.replay(self.rules, self.plies[: look.number])

    @property
    def moments(self) -> list[Moment]:
        """The moves that cost most, at most MOMENTS of them, in the order they were played.

        Proven costs come first, then missed wins, then wins let in.
        """
        moments = [moment for number in self._numbers if (moment := self._moment(number))]
        moments.sort(key=_rank)
        return sorted(moments[:MOMENTS], key=lambda moment: moment.number)

    @property
    def unknown(self) -> int:
        """How many moves may have changed the value, for all that is proven."""
        return sum(number - 1 not in self._proven or number not in self._proven for number in self._numbers)

    @property
    def certain(self) -> int | None:
        """After how many plies the win of the last position was certain, as far as that is proven without a gap.

        None where the last position isn't won, or was not before the last ply.
        """
        end = self._proven.get(len(self.plies))
        if end is None or end.winner is None:
            return None
        first = len(self.plies)
        while (before := self._proven.get(first - 1)) and before.winner is end.winner:
            first -= 1
        return first if first < len(self.plies) else None

    @property
    def winner(self) -> Mark | None:
        """Who wins the last position, None for nobody and where that isn't known."""
        end = self._proven.get(len(self.plies))
        return end and end.winner

    @property
    def _numbers(self) -> range:
        return range(1, len(self.plies) + 1)

    def _moment(self, number: int) -> Moment | None:
        before, after, mover = self._proven.get(number - 1), self._proven.get(number), _mover(number - 1)
        moment = Moment(number, self.plies[number - 1], mover, before, after)
        if not before:
            return moment._replace(stop=stop) if (stop := self._stops.get(number)) else None
        is_win_left_aside = after is None and before.winner is mover and before.line
        return moment if moment.drop > 0 or is_win_left_aside else None

    def _let_in(self, number: int) -> int:
        """Return in how many moves the win comes that the last of so many plies let in, 0 if it let in none."""
        after = self._proven.get(number)
        if after is None or not number or number - 1 in self._proven or number in self._stops:
            return 0
        return after.moves if after.winner is _mover(number) else 0


def _mover(number: int) -> Mark:
    """Return who is to move after so many plies."""
    return Mark.O if number % 2 else Mark.X


def _rank(moment: Moment) -> tuple[int, bool, bool, int]:
    """Return what the moments are ordered by: those that cost most first."""
    if moment.before:
        return -moment.drop, False, not moment.line, moment.before.moves
    return 0, True, False, moment.stop.moves if moment.stop else 0
