"""Does side 1 win by force? A search for yes or no in the game itself."""

from engine.expert.limits import Limits, Spent
from engine.expert.position import Position
from engine.expert.threats import Threats

THREATS = 8  # how many threats in a row are tried before the plain search
THREAT_NODES = 2_000
STAKE = 1024  # what one of the sum over windows weighs against side 2's lines in the order of moves: measured
DEEPEST = 150  # plies, three calls each: Python allows a thousand, and nothing so deep is ever solved


class Proof:
    """Searches one position of Kind.STRONG for a forced win of side 1.

    Source of the cut by the sum over windows: Erdos & Selfridge, On a combinatorial game, J. Comb. Theory A 14 (1973).
    """

    __slots__ = ("_deepest", "_is_cut", "_known", "_limits", "_loss", "_made", "_position", "_threats", "place")

    def __init__(self, position: Position, k: int, limits: Limits, deepest: int = DEEPEST) -> None:
        self._position = position
        self._limits = limits
        self._deepest = deepest  # plies; series of threats may go beyond
        self._is_cut = False  # was something deeper left out, so that a no is none?
        self._loss = (0, 1 << k - 1, 1 << k)  # below that sum side 1 can't win, by the side to move
        self._known: dict[int, int] = {}
        self._threats = Threats(position, limits)
        self._made = len(position)
        self.place: int | None = None  # where the side to move keeps what it has, once that is known

    def plies_to_win(self) -> int:
        """Return in how many plies at most side 1 wins by force, 0 when it does not.

        Raises
        ------
        Spent
            The limits are reached, or no win was found and deeper lines were left out; the position is as it was before
            the call.
        """
        try:
            plies = self._search()
        finally:
            self._position.rewind(self._made)
        if not plies and self._is_cut:
            raise Spent
        return plies

    def safe(self, favourite: int, nodes: int) -> int:
        """Return a place for side 2 after which side 1 has no forced win: the favourite, if it is one.

        Each try may cost so many nodes more; when nothing is found to be safe, or it is late, the favourite has to do.
        """
        for place in (favourite, *(() if self.place is None else (self.place,)), *self._moves()):
            self._limits.renew(nodes)
            try:
                if not self._after(place) and not self._is_cut:
                    return place
            except Spent:
                self._position.rewind(self._made)
        return favourite

    def _search(self) -> int:
        position = self._position
        self._limits.spend()
        side = position.turn
        own, other = position.live[side], position.live[3 - side]
        if own & position.completes:
            return 1 if side == 1 else 0
        if position.score < self._loss[side] or not position.live[1]:
            return 0
        if len(position) - self._made > self._deepest:
            self._is_cut = True
            return 0
        if must := other & position.completes:
            return self._forced(must, side)
        key = min(position.hashes())
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._attack() if side == 1 else self._defend()
        return known

    def _forced(self, must: int, side: int) -> int:
        """Answer a threat; two of them decide the game."""
        position = self._position
        place = position.first(must)
        if must & must - 1 and len(position.places(must)) > 1:
            return 2 if side == 2 else 0
        return self._after(place)

    def _after(self, place: int) -> int:
        self._position.make(place)
        plies = self._search()
        self._position.unmake()
        return plies and plies + 1

    def _attack(self) -> int:
        position = self._position
        moves = self._moves()
        if moves and position.live[1] & position.threatens:
            line = self._threats.find(THREATS, THREAT_NODES)
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
        if len(self._position) == self._made:
            self.place = place

    def _moves(self) -> list[int]:
        """Return the places on a live window, most promising first; for side 1 only those that leave it hope.

        What a cell adds to the sum over windows counts, and what it is worth to side 2.
        """
        position = self._position
        stakes = position.lanes(position.stakes)
        least = self._loss[2] - position.score if position.turn == 1 else 0
        worth = [STAKE * stake + own for stake, own in zip(stakes, position.lanes(position.live[2]), strict=True)]
        places = [place for place, value in enumerate(worth) if value and stakes[place] >= least]
        places.sort(key=lambda place: -worth[place])
        return places
