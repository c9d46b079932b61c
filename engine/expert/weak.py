"""The weak game, in which only side 1 has lines: does the Maker complete one, or does the Breaker hold?

A Breaker who holds draws the game itself, since there the lines of side 2 only help side 2. Sets of cells are integers
with one bit a place. Sources of what cuts the search short: the sum over windows, Erdos & Selfridge, On a combinatorial
game, J. Comb. Theory A 14 (1973); pairings and zones, Hsu et al., On solving the 7,7,5-game and the 8,8,5-game, Theor.
Comput. Sci. 815 (2020).
"""

from typing import NamedTuple

from engine.expert.geometry import symmetries
from engine.expert.known.pairing import Pairings
from engine.expert.limits import Limits, Spent
from engine.expert.position import Position
from engine.expert.threats import Threats
from engine.rules import Rules

THREATS, THREAT_NODES = 8, 2_000
DEEPEST = 150  # plies, three calls each: Python allows a thousand


class _Known(NamedTuple):
    plies: int
    zone: int
    image: int  # the symmetry under which the position had the key


class WeakProof:
    """Searches one position of Kind.WEAK for a win of side 1, the Maker.

    When the Breaker holds, the search knows a zone: cells such that the Breaker would hold even if the Maker had all
    empty cells outside it. A move of the Maker outside the zone of another one is refuted with it.
    """

    __slots__ = (
        "_images", "_inverses", "_known", "_limits", "_loss", "_made", "_marks", "_pairings", "_position", "_threats",
        "place", "zone",
    )  # fmt: skip

    def __init__(self, position: Position, rules: Rules, limits: Limits) -> None:
        self._position = position
        self._limits = limits
        self._loss = (0, 1 << rules.k - 1, 1 << rules.k)  # below that sum side 1 can't win, by the side to move
        self._pairings = Pairings(rules)
        self._images = symmetries(rules.m, rules.n)
        self._inverses = [[image.index(place) for place in range(len(image))] for image in self._images]
        self._known: dict[int, _Known] = {}
        self._threats = Threats(position, limits)
        self._made = len(position)
        self._marks = [0, *(sum(1 << at for at, mark in enumerate(position.marks) if mark == side) for side in (1, 2))]
        self.zone = 0  # of the position searched last, if the Breaker holds there
        self.place: int | None = None  # where the side to move keeps what it has, once that is known

    def plies_to_win(self) -> int:
        """Return in how many plies at most the Maker wins, 0 when the Breaker holds.

        Raises
        ------
        Spent
            The limits are reached, or the lines are too long; the position is as it was before the call.
        """
        marks = list(self._marks)
        try:
            return self._search()
        finally:
            self._position.rewind(self._made)
            self._marks = marks

    def safe(self, favourite: int, nodes: int) -> int:
        """Return a place for the Breaker after which it holds: the favourite, if it is one.

        Each try may cost so many nodes more; when nothing is found to be safe, or it is late, the favourite has to do.
        """
        marks = list(self._marks)
        for place in (favourite, *(() if self.place is None else (self.place,)), *self._replies()):
            self._limits.renew(nodes)
            try:
                if not self._after(place):
                    return place
            except Spent:
                self._position.rewind(self._made)
                self._marks = list(marks)
        return favourite

    def _search(self) -> int:
        position = self._position
        self._limits.spend()
        if len(position) - self._made > DEEPEST:
            raise Spent
        side, live = position.turn, position.live[1]
        wins = live & position.completes
        if side == 1 and wins:
            return 1
        if position.score < self._loss[side] or not live:
            self.zone = self._pairings.live(self._marks[1], self._marks[2])
            return 0
        if wins:
            place = position.first(wins)
            return 2 if len(position.places(wins)) > 1 else self._after(place)
        return self._remembered(side)

    def _remembered(self, side: int) -> int:
        """Search the position unless an image of it is known."""
        hashes = self._position.hashes()
        key = min(hashes)
        image = hashes.index(key)
        if side == 2:
            key = ~key
        known = self._known.get(key)
        if known:
            self.zone = known.zone if known.image == image else self._moved(known.zone, known.image, image)
            return known.plies
        pairing = self._pairings.pairing(self._marks[1], self._marks[2])
        if pairing is None:
            plies = self._attack() if side == 1 else self._defend()
        else:
            plies, self.zone = 0, sum(pairing)
        self._known[key] = _Known(plies, self.zone, image)
        return plies

    def _moved(self, zone: int, image: int, to: int) -> int:
        """Return a zone of the position that had its key under one symmetry, for the one that has it under another."""
        there, back = self._images[image], self._inverses[to]
        moved = 0
        while zone:
            cell = zone & -zone
            zone ^= cell
            moved |= 1 << back[there[cell.bit_length() - 1]]
        return moved

    def _after(self, place: int) -> int:
        side, cell = self._position.turn, 1 << place
        self._marks[side] ^= cell
        self._position.make(place)
        plies = self._search()
        self._position.unmake()
        self._marks[side] ^= cell
        if plies:
            return plies + 1
        if side == 2:
            self.zone |= cell
        return 0

    def _attack(self) -> int:
        """Try the Maker's moves, and gather the zone of the Breaker if all fail."""
        position = self._position
        if position.live[1] & position.threatens and (line := self._threats.find(THREATS, THREAT_NODES)):
            self._keep(line[0])
            return len(line)
        stakes = position.lanes(position.stakes)
        least = self._loss[2] - position.score  # a move at a lower stake is refuted by the sum over windows
        zone, open_cells = 0, -1
        for place in sorted(range(len(stakes)), key=stakes.__getitem__, reverse=True):
            if not stakes[place] or stakes[place] < least:
                break
            if open_cells >> place & 1:
                if plies := self._after(place):
                    self._keep(place)
                    return plies
                zone |= self.zone
                open_cells &= self.zone
        if any(0 < stake < least and open_cells >> place & 1 for place, stake in enumerate(stakes)):
            zone |= self._pairings.live(self._marks[1], self._marks[2])
        self.zone = zone
        return 0

    def _defend(self) -> int:
        longest = 0
        for place in self._replies():
            plies = self._after(place)
            if not plies:
                self._keep(place)
                return 0
            longest = max(longest, plies)
        return longest

    def _keep(self, place: int) -> None:
        if len(self._position) == self._made:
            self.place = place

    def _replies(self) -> list[int]:
        """Return the places on a live window, most promising first."""
        stakes = self._position.lanes(self._position.stakes)
        places = sorted(range(len(stakes)), key=stakes.__getitem__, reverse=True)
        del places[len(stakes) - stakes.count(0) :]
        return places
