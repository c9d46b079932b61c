"""The review of a game: the moves that changed its result with best play, with proofs of the results before and after.

Without such proofs, the review has moves that missed a forced win, and moves that allowed one although another cell
would have stopped it.
"""

from collections import Counter
from enum import Enum
from typing import NamedTuple

from engine.board import Board
from engine.coach.findings import Moment, Proven, Stop
from engine.rules import Cell, Mark, Rules

MOMENTS = 3


class Aim(Enum):
    """What a look searches for."""

    QUICK = "wins in up to QUICK_MOVES, and whether the next move stopped one"
    VALUE = "the result with best play"
    WIN = "forced wins only"
    STOP = "whether another cell would have stopped the win that the last move allowed"


QUICK_MOVES = 2
# The nodes per position in each round. Forced wins are quicker to find than exact values, those in one or two moves
# quickest. On large boards, only forced wins can be found.
ROUNDS = (
    (500, Aim.QUICK), (2_000, Aim.VALUE), (15_000, Aim.VALUE), (40_000, Aim.WIN), (60_000, Aim.VALUE),
    (120_000, Aim.WIN),
)  # fmt: skip
ROUNDS_BEFORE_STOPS = 3  # most wins that a move allowed are known by then
TRIES, MOST_STOPPED = 3, 5  # cells to try, and the most moves in the win that they may stop
STOP_NODES = 100_000  # per cell, about enough for a win in 5
CHECK_NODES = 2_000  # to find out whether the win goes on, before it counts as missed
COUNT_NODES = 40_000  # to find the fewest moves in which the win comes


class Look(NamedTuple):
    """A position to judge: the one after number plies.

    With a cell, that cell replaces the last ply, and the question is whether it stops all wins of up to moves moves.
    """

    number: int
    nodes: int
    aim: Aim = Aim.VALUE
    cell: Cell | None = None
    moves: int = 0


class Review:
    """A review in progress: look returns the next position to judge, learn and learn_stop record the results.

    Each round goes backward from the end of the game, where proofs are easiest, with more nodes than the round before.
    most is the largest number of moments, None for any number.
    """

    def __init__(self, rules: Rules, plies: tuple[Cell, ...], most: int | None = MOMENTS) -> None:
        self.rules = rules
        self.plies = plies
        self.most = most
        self._proven: dict[int, Proven] = {}
        self._stops: dict[int, Stop] = {}
        self._judged: set[int] = set()  # the numbers of plies after which more than a quick look was made
        self._counted: set[int] = set()  # the plies for which a COUNT_NODES look was made
        self._tried = Counter[int]()  # cells tried, by the number of the ply that allowed a win
        self._next = 0  # the number of looks made in the rounds
        self._all = len(ROUNDS) * (len(plies) + 1)  # of these looks, without those for stops
        self._numbers = range(1, len(plies) + 1)

    @property
    def progress(self) -> float:
        """The part of the review that is done, from 0 to 1."""
        return self._next / self._all

    def look(self) -> Look | None:
        """Return the next position to judge, or None if the review is complete."""
        if number := next(filter(self._may_miss_win, self._numbers), 0):
            return Look(number, CHECK_NODES, Aim.WIN)
        if self._next >= ROUNDS_BEFORE_STOPS * (len(self.plies) + 1) and (look := self._stop()):
            return look
        while self._next < self._all:
            done, back = divmod(self._next, len(self.plies) + 1)
            self._next += 1
            number = len(self.plies) - back
            if number not in self._proven:
                return Look(number, *ROUNDS[done])
        return None

    def _stop(self) -> Look | None:
        """Return the next look at what would have stopped a win, among the cells that the players took later."""
        for number in reversed(self._numbers):
            if moves := self.allowed(number):
                if number not in self._counted:
                    self._counted.add(number)
                    return Look(number, COUNT_NODES, Aim.WIN)
                tried = self._tried[number]
                if moves <= MOST_STOPPED and tried < min(TRIES, len(self.plies) - number):
                    self._tried[number] += 1
                    return Look(number, STOP_NODES, Aim.STOP, self.plies[number + tried], moves)
        return None

    def learn(self, look: Look, proven: Proven | None) -> None:
        """Record the result of a look, None if nothing was proven."""
        if look.aim is not Aim.QUICK:
            self._judged.add(look.number)
        if not proven:
            return
        known = self._proven.get(look.number)
        if known is None or proven.moves < known.moves:
            self._proven[look.number] = proven
        before = look.number - 1
        if before >= 0 and proven.winner is _mover(before):
            self._proven.setdefault(before, Proven(proven.winner, proven.moves + 1))

    def learn_stop(self, number: int, stop: Stop) -> None:
        """Record a cell that would have stopped the win that a ply allowed."""
        self._stops[number] = stop

    def board(self, look: Look) -> Board:
        """Return the position to judge."""
        if look.cell:
            return Board.replay(self.rules, (*self.plies[: look.number - 1], look.cell))
        return Board.replay(self.rules, self.plies[: look.number])

    @property
    def moments(self) -> list[Moment]:
        """The costliest moves, in the order they were played.

        Proven drops rank before missed wins, and those before allowed wins.
        """
        moments = [moment for number in self._numbers if (moment := self._moment(number))]
        moments.sort(key=_rank)
        return sorted(moments[: self.most], key=lambda moment: moment.number)

    def __repr__(self) -> str:
        return f"<Review of {len(self.plies)} plies, {self.progress:.0%} done: {self.moments}>"

    @property
    def unknown(self) -> int:
        """The number of moves that may have changed the result without a proof."""
        return sum(number - 1 not in self._proven or number not in self._proven for number in self._numbers)

    @property
    def certain(self) -> int | None:
        """The number of plies after which the final winner's win was certain, as far back as proofs go without a gap.

        None if the last position isn't won, or if only the last ply won it.
        """
        winner, first = self.winner, len(self.plies)
        if winner is None:
            return None
        while (before := self._proven.get(first - 1)) and before.winner is winner:
            first -= 1
        return first if first < len(self.plies) else None

    @property
    def winner(self) -> Mark | None:
        """The winner of the last position with best play, None for a draw or if it isn't known."""
        end = self._proven.get(len(self.plies))
        return end and end.winner

    def _moment(self, number: int) -> Moment | None:
        before, after, mover = self._proven.get(number - 1), self._proven.get(number), _mover(number - 1)
        moment = Moment(number, self.plies[number - 1], mover, before, after)
        if not before:
            return moment._replace(stop=stop) if (stop := self._stops.get(number)) else None
        is_missed_win = after is None and before.winner is mover and before.line and number in self._judged
        return moment if (after and moment.drop > 0) or is_missed_win else None

    def _may_miss_win(self, number: int) -> bool:
        """Return whether a ply may have missed a win, and only a quick look was made after it."""
        before = self._proven.get(number - 1)
        is_winning = before is not None and before.winner is _mover(number - 1)
        return is_winning and number not in self._proven and number not in self._judged

    def allowed(self, number: int) -> int:
        """Return the moves of the forced win that a ply allowed, or 0 if it allowed none."""
        after = self._proven.get(number)
        if after is None or not number or number - 1 in self._proven or number in self._stops:
            return 0
        return after.moves if after.winner is _mover(number) else 0


def _mover(number: int) -> Mark:
    """Return the side to move after this many plies."""
    return Mark.O if number % 2 else Mark.X


def _rank(moment: Moment) -> tuple[int, bool, bool, int]:
    """Return the sort key of a moment: the costliest moves come first."""
    if moment.before:
        return -moment.drop if moment.after else 0, False, not moment.line, moment.before.moves
    return 0, True, False, moment.stop.moves if moment.stop else 0
