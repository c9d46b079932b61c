"""Does side 1 win by force? A search for yes or no, in the game itself or in the weak one, where only side 1 has lines.

A no in the weak game is a no in the game itself, since the lines of side 2 only help side 2.
"""

from collections.abc import Callable

from engine.expert.lanes import STAKES, Kind, Lanes
from engine.expert.threats import Threats

THREATS = 8  # how many threats in a row are tried before the plain search
THREAT_NODES = 2_000
STAKE = 1024  # what one of the sum over windows weighs against side 2's lines in the order of moves: measured
DEEPEST = 150  # plies, three calls each: Python allows a thousand, and nothing so deep is ever solved
PATIENCE = 1024  # nodes between two looks at the clock


class GaveUp(Exception):
    """The nodes or the time ran out before there was an answer."""


class Proof:
    """Searches one position for a forced win of side 1.

    Source of the cut by the sum over windows: Erdos & Selfridge, On a combinatorial game, J. Comb. Theory A 14 (1973).
    """

    __slots__ = ("_budget", "_is_late", "_known", "_lanes", "_loss", "_made", "_nodes", "_threats", "place")

    def __init__(self, lanes: Lanes, k: int, budget: int, is_late: Callable[[], bool] | None = None) -> None:
        self._lanes = lanes
        self._loss = (0, 1 << k - 1, 1 << k)  # below that sum side 1 can't win, by the side to move
        self._budget = budget
        self._is_late = is_late
        self._known: dict[int, int] = {}
        self._threats = Threats(lanes)
        self._nodes = 0
        self._made = len(lanes)
        self.place: int | None = None  # where the side to move keeps what it has, once that is known

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return self._nodes + self._threats.nodes

    def plies_to_win(self) -> int:
        """Return in how many plies at most side 1 wins by force, 0 when it does not.

        Raises
        ------
        GaveUp
            The budget is used up, it is late, or the lines are too long; the position is as it was before the call.
        """
        try:
            return self._search()
        finally:
            self._lanes.rewind(self._made)

    def safe(self, favourite: int, nodes: int) -> int:
        """Return a place for side 2 after which side 1 has no forced win: the favourite, if it is one.

        Each try may cost so many nodes more; when nothing is found to be safe, the favourite has to do.
        """
        for place in (favourite, *(() if self.place is None else (self.place,)), *self._moves()):
            self._budget = self.nodes + nodes
            try:
                if not self._after(place):
                    return place
            except GaveUp:
                self._lanes.rewind(self._made)
        return favourite

    def _search(self) -> int:
        lanes = self._lanes
        self._nodes += 1
        if self.nodes > self._budget or (self._nodes % PATIENCE == 0 and self._is_late and self._is_late()):
            raise GaveUp
        if len(lanes) - self._made > DEEPEST:
            raise GaveUp
        side = lanes.turn
        own, other = lanes.live[side], lanes.live[3 - side]
        if own & lanes.completes:
            return 1 if side == 1 else 0
        if lanes.score < self._loss[side] or not lanes.live[1]:
            return 0
        if must := other & lanes.completes:
            return self._forced(must, side)
        key = lanes.key()
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._attack() if side == 1 else self._defend()
        return known

    def _forced(self, must: int, side: int) -> int:
        """Answer a threat; two of them decide the game."""
        lanes = self._lanes
        place = lanes.first(must)
        if must & must - 1 and len(lanes.places(must)) > 1:
            return 2 if side == 2 else 0
        return self._after(place)

    def _after(self, place: int) -> int:
        self._lanes.make(place)
        plies = self._search()
        self._lanes.unmake()
        return plies and plies + 1

    def _attack(self) -> int:
        lanes = self._lanes
        moves = self._moves()
        if moves and lanes.live[1] & lanes.threatens:
            line = self._threats.find(THREATS, min(THREAT_NODES, self._budget - self.nodes))
            if line:
                self._keep(line[0])
                return len(line)
        for place in moves:
            if plies := self._after(place):
                self._keep(place)
                return plies
        return 0

    def _defend(self) -> int:
        longest = 0
        for place in self._moves():
            plies = self._after(place)
            if not plies:
                self._keep(place)
                return 0
            longest = max(longest, plies)
        return longest

    def _keep(self, place: int) -> None:
        if len(self._lanes) == self._made:
            self.place = place

    def _moves(self) -> list[int]:
        """Return the places on a live window, most promising first; for side 1 only those that leave it hope.

        What a cell adds to the sum over windows counts, and in the game itself what it is worth to side 2.
        """
        lanes = self._lanes
        stakes = worth = lanes.worth(lanes.live[STAKES])
        least = self._loss[2] - lanes.score if lanes.turn == 1 else 0
        if lanes.kind is Kind.STRONG:
            worth = [STAKE * stake + other for stake, other in zip(stakes, lanes.worth(lanes.live[2]), strict=True)]
        places = [place for place, value in enumerate(worth) if value and stakes[place] >= least]
        places.sort(key=lambda place: -worth[place])
        return places
