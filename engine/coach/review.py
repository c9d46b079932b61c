"""The review of a game: the moves that changed how it ends with best play, each proven before and after."""

from typing import NamedTuple

from engine.board import Board
from engine.coach.findings import Moment, Proven
from engine.rules import Cell, Mark, Rules

MOMENTS = 3
LOOKS = (2_000, 15_000, 60_000)  # nodes for a position in each round
LAST_LOOK = 120_000  # nodes for a win by force alone: more than LOOKS has for it, and quicker than the exact value


class Look(NamedTuple):
    """A position to judge, after so many plies, within so many nodes; the last ones are for wins by force alone."""

    number: int
    nodes: int
    solves: bool = True


class Review:
    """A review in progress: it says which position to judge next, and learns what is proven of it.

    It goes back from the end, since most is proven where little is left, and in rounds, each with more nodes.
    A position is known without a look where the move that was played is proven to win.
    """

    def __init__(self, rules: Rules, plies: tuple[Cell, ...]) -> None:
        self.rules = rules
        self.plies = plies
        self._proven: dict[int, Proven] = {}
        backwards = range(len(plies), -1, -1)
        self._looks = [Look(number, nodes) for nodes in LOOKS for number in backwards]
        self._looks += [Look(number, LAST_LOOK, solves=False) for number in backwards]
        self._next = 0

    @property
    def progress(self) -> float:
        """How much of the looks is done, from 0 to 1."""
        return self._next / len(self._looks)

    def look(self) -> Look | None:
        """Return the next position to judge, None when all is done."""
        while self._next < len(self._looks):
            look = self._looks[self._next]
            self._next += 1
            if look.number not in self._proven:
                return look
        return None

    def learn(self, look: Look, proven: Proven | None) -> None:
        """Take in what a look has found."""
        if not proven:
            return
        self._proven[look.number] = proven
        before = look.number - 1
        if before >= 0 and proven.winner is _mover(before):
            self._proven.setdefault(before, Proven(proven.winner))

    def board(self, look: Look) -> Board:
        """Return the position of a look."""
        return Board.replay(self.rules, self.plies[: look.number])

    @property
    def moments(self) -> list[Moment]:
        """The moves that cost most, at most MOMENTS of them, in the order they were played.

        Wins that were left aside for a move of which nothing is proven come after those that are proven to have cost
        something.
        """
        found = [moment for number in self._numbers if (moment := self._moment(number))]
        found.sort(key=lambda moment: (-moment.drop, not moment.before.line, moment.before.moves))
        return sorted(found[:MOMENTS])

    @property
    def unknown(self) -> int:
        """Of how many moves it can't tell whether they changed anything."""
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
        if not before:
            return None
        moment = Moment(number, self.plies[number - 1], mover, before, after)
        is_win_left_aside = after is None and before.winner is mover and before.line
        return moment if moment.drop > 0 or is_win_left_aside else None


def _mover(number: int) -> Mark:
    """Return who is to move after so many plies."""
    return Mark.O if number % 2 else Mark.X
