"""Does side 1 win by force? Two searches for a yes or no: of the game itself, and of the weak game.

In the weak game, also called Maker-Breaker, only side 1, the Maker, has lines. If the Breaker holds it, side 2 holds
the game itself, since its own lines can only help it. Sets of cells are integers with one bit per place.

Sources: pruning by the sum over windows, Erdos & Selfridge, On a combinatorial game, J. Comb. Theory A 14 (1973);
pairings and zones, Hsu et al., On solving the 7,7,5-game and the 8,8,5-game, Theor. Comput. Sci. 815 (2020).
"""

from abc import ABC, abstractmethod
from typing import NamedTuple

from engine.budget import Budget, Spent
from engine.expert.pairing import Pairings
from engine.expert.position import Position
from engine.expert.threats import Threats
from engine.geometry import symmetries
from engine.rules import Rules

THREATS, THREAT_NODES = 8, 2_000  # the most threats in a row, and the most nodes to find them
STAKE = 1024  # the weight of the sum over windows in the move order, against the value to side 2: measured
DEEPEST = 150  # plies with at most four nested calls each: Python allows a thousand, and no proof is this deep


class Proof(ABC):
    """Searches one position for a forced win of side 1. Another call resumes the search."""

    __slots__ = ("_budget", "_is_cut", "_loss", "_made", "_position", "_threats", "place")

    def __init__(self, position: Position, rules: Rules, budget: Budget) -> None:
        self._position = position
        self._budget = budget
        self._loss = (0, 1 << rules.k - 1, 1 << rules.k)  # by the side to move: with a lower score, side 1 can't win
        self._threats = Threats(position, budget)
        self._made = len(position)
        self._is_cut = False  # whether deeper lines were left out, so that a no proves nothing
        self.place: int | None = None  # the side to move's winning or holding move, once known

    def plies_to_win(self) -> int:
        """Return in how many plies, at most, side 1 wins by force, or 0 if it doesn't.

        Raises Spent: the budget is spent, or deeper lines were left out. The position is unchanged.
        """
        try:
            plies = self._search()
        finally:
            self._position.rewind(self._made)
        if not plies and self._is_cut:
            raise Spent
        return plies

    def safe(self, favorite: int, nodes: int) -> int:
        """Return a place for side 2 after which side 1 has no forced win, if possible the favorite.

        Each attempt may take the given number of nodes, if so many are left. Without a proof of safety it returns the
        favorite.
        """
        for place in (favorite, *(() if self.place is None else (self.place,)), *self._moves()):
            self._budget.allow(min(nodes, self._budget.left))
            try:
                if not self._after(place) and not self._is_cut:
                    return place
            except Spent:
                self._position.rewind(self._made)
        return favorite

    @abstractmethod
    def _search(self) -> int:
        """Return in how many plies, at most, side 1 wins from here, or 0 if it doesn't."""

    @abstractmethod
    def _moves(self) -> list[int]:
        """Return the places on a live window, most promising first."""

    def _after(self, place: int) -> int:
        """Return the result of the search after a mark of the side to move, counted from before that mark."""
        self._position.make(place)
        plies = self._search()
        self._position.unmake()
        return plies and plies + 1

    def _forced(self, threats: int) -> int:
        """Return the result of the search after the forced reply. Two threats at once decide the game."""
        position = self._position
        if len(position.places(threats)) > 1:
            return 2 if position.turn == 2 else 0
        return self._after(position.first(threats))

    def _win_by_threats(self) -> int:
        """Return in how many plies side 1, to move, wins by threats alone, or 0 if no such win is found."""
        line = self._position.live[1] & self._position.threats and self._threats.find(THREATS, THREAT_NODES)
        if not line:
            return 0
        self._note_first_move(line[0])
        return len(line)

    def _defend(self) -> int:
        longest = 0
        for place in self._moves():
            plies = self._after(place)
            if not plies:
                self._note_first_move(place)
                return 0
            longest = max(longest, plies)
        return longest

    def _note_first_move(self, place: int) -> None:
        if len(self._position) == self._made:
            self.place = place


class StrongProof(Proof):
    """A proof for the game itself, in a position of Kind.STRONG."""

    __slots__ = ("_cache", "_deepest")

    def __init__(self, position: Position, rules: Rules, budget: Budget, deepest: int = DEEPEST) -> None:
        super().__init__(position, rules, budget)
        self._deepest = deepest  # plies; wins by threats may be deeper
        self._cache: dict[int, int] = {}

    def _search(self) -> int:
        position = self._position
        self._budget.spend()
        side = position.turn
        own, other = position.live[side], position.live[3 - side]
        if own & position.completions:
            return 1 if side == 1 else 0
        if position.score < self._loss[side] or not position.live[1]:
            return 0
        if len(position) - self._made > self._deepest:
            self._is_cut = True
            return 0
        if threats := other & position.completions:
            return self._forced(threats)
        key = min(position.hashes())
        plies = self._cache.get(key)
        if plies is None:
            plies = self._cache[key] = self._attack() if side == 1 else self._defend()
        return plies

    def _attack(self) -> int:
        moves = self._moves()
        if moves and (plies := self._win_by_threats()):
            return plies
        for place in moves:
            if plies := self._after(place):
                self._note_first_move(place)
                return plies
        return 0

    def _moves(self) -> list[int]:
        """Return the places on a live window, most promising first. For side 1, only places after which it may win.

        The order is by the cell's share in the sum over windows, and its value to side 2.
        """
        position = self._position
        stakes = position.lanes(position.stakes)
        least = self._loss[2] - position.score if position.turn == 1 else 0
        worth = [STAKE * stake + own for stake, own in zip(stakes, position.lanes(position.live[2]), strict=True)]
        places = [place for place, value in enumerate(worth) if value and stakes[place] >= least]
        places.sort(key=lambda place: -worth[place])
        return places


class _Entry(NamedTuple):
    plies: int
    zone: int
    image: int  # the symmetry that maps the searched position to the key


class WeakProof(Proof):
    """A proof for the weak game, in a position of Kind.WEAK.

    If the Breaker holds, the search returns a zone: the Breaker would hold even if the Maker owned all empty cells
    outside it. The zone of one failed move of the Maker also refutes every other move outside that zone.
    """

    __slots__ = ("_cache", "_images", "_inverses", "_pairings", "zone")

    def __init__(self, position: Position, rules: Rules, budget: Budget) -> None:
        super().__init__(position, rules, budget)
        self._pairings = Pairings(rules)
        self._images = symmetries(rules.m, rules.n)
        self._inverses = [[image.index(place) for place in range(len(image))] for image in self._images]
        self._cache: dict[int, _Entry] = {}
        self.zone = 0  # of the last position searched, if the Breaker holds it

    def _search(self) -> int:
        position = self._position
        self._budget.spend()
        if len(position) - self._made > DEEPEST:
            raise Spent
        side, live = position.turn, position.live[1]
        wins = live & position.completions
        if side == 1 and wins:
            return 1
        if position.score < self._loss[side] or not live:
            self.zone = self._pairings.live(*position.marks[1:])
            return 0
        return self._forced(wins) if wins else self._remembered(side)

    def _remembered(self, side: int) -> int:
        """Return the cached result of a symmetric position, or search this one."""
        position = self._position
        hashes = position.hashes()
        key = min(hashes)
        image = hashes.index(key)
        entry = self._cache.get(key)
        if entry:
            self.zone = entry.zone if entry.image == image else self._moved(entry.zone, entry.image, image)
            return entry.plies
        pairing = self._pairings.pairing(*position.marks[1:])
        if pairing is None:
            plies = self._attack() if side == 1 else self._defend()
        else:
            plies, self.zone = 0, sum(pairing)
        self._cache[key] = _Entry(plies, self.zone, image)
        return plies

    def _moved(self, zone: int, image: int, to: int) -> int:
        """Map a zone between two positions with the same key, which they have under the symmetries image and to."""
        there, back = self._images[image], self._inverses[to]
        moved = 0
        while zone:
            cell = zone & -zone
            zone ^= cell
            moved |= 1 << back[there[cell.bit_length() - 1]]
        return moved

    def _after(self, place: int) -> int:
        plies = super()._after(place)
        if not plies and self._position.turn == 2:
            self.zone |= 1 << place
        return plies

    def _attack(self) -> int:
        """Try the Maker's moves. If all of them fail, collect the Breaker's zone."""
        if plies := self._win_by_threats():
            return plies
        position = self._position
        stakes = position.lanes(position.stakes)
        least = self._loss[2] - position.score  # moves with lower stakes are refuted by the sum over windows
        zone, open_cells = 0, -1
        for place in self._moves():
            if not open_cells >> place & 1:
                continue
            if stakes[place] < least:
                zone |= self._pairings.live(*position.marks[1:])
                break
            if plies := self._after(place):
                self._note_first_move(place)
                return plies
            zone |= self.zone
            open_cells &= self.zone
        self.zone = zone
        return 0

    def _moves(self) -> list[int]:
        stakes = self._position.lanes(self._position.stakes)
        places = sorted(range(len(stakes)), key=stakes.__getitem__, reverse=True)
        del places[len(stakes) - stakes.count(0) :]
        return places
