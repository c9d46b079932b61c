"""Wins by force: an unbroken series of threats, each answered by the only cell that stops it (fours, when k is 5)."""

from collections.abc import Callable

from engine.expert.position import BUILD, THREAT, Position

PATIENCE = 16  # nodes between two looks at the clock: some milliseconds on the largest view, and no cost to speak of


class Spent(Exception):
    """The nodes or the time of a search ran out before it was done."""


class Limits:
    """Counts the nodes of one search, and ends it when they or the time run out.

    The clock is looked at with the first node and with every PATIENCE-th after it.
    """

    __slots__ = ("_budget", "_is_late", "_next_look", "nodes")

    def __init__(self, budget: int, is_late: Callable[[], bool] | None = None) -> None:
        self._budget = budget
        self._is_late = is_late
        self._next_look = 1
        self.nodes = 0

    @property
    def left(self) -> int:
        """How many nodes are left."""
        return max(0, self._budget - self.nodes)

    def renew(self, nodes: int) -> None:
        """Allow so many nodes from here on."""
        self._budget = self.nodes + nodes
        self._next_look = self.nodes + 1

    def spend(self) -> None:
        """Count one more node.

        Raises
        ------
        Spent
            It is one too many, or it is late.
        """
        self.nodes += 1
        if self.nodes >= self._next_look:
            if self.nodes > self._budget or (self._is_late and self._is_late()):
                raise Spent
            self._next_look = min(self.nodes + PATIENCE, self._budget + 1)


class Threats:
    """Looks for a win by continuous threats of the side to move; positions that failed are remembered."""

    __slots__ = ("_failed", "_limits", "_position", "_stop")

    def __init__(self, position: Position, limits: Limits) -> None:
        self._position = position
        self._limits = limits
        self._failed: dict[int, int] = {}
        self._stop = 0  # at how many nodes the present call ends

    def find(self, depth: int, nodes: int) -> list[int] | None:
        """Return the winning line, attacker's and defender's places in turn, the last of them completes k.

        It holds at most depth threats; None when there is none, or none was found within so many nodes.

        Raises
        ------
        Spent
            The limits of the whole search are reached; marks made by this call may be left on the position.
        """
        self._stop = self._limits.nodes + nodes
        return self._search(depth)

    def _search(self, depth: int) -> list[int] | None:
        position, limits = self._position, self._limits
        side = position.turn
        live = position.live
        if wins := live[side] & position.completions:
            return [position.first(wins)]
        threats = live[side] & position.threats
        if not threats or not depth or self._failed.get(position.hash, -1) >= depth:
            return None
        for place in self._candidates(threats):
            if limits.nodes >= self._stop:
                return None
            limits.spend()
            position.make(place)
            line = self._follow(place, side, depth)
            position.unmake()
            if line:
                return line
        if limits.nodes < self._stop:
            self._failed[position.hash] = depth
        return None

    def _candidates(self, threats: int) -> list[int]:
        """Return the places worth a try, best first; against a threat only one that answers it.

        None where the only threat leads to no other: it has two cells, and no window through them gets one short of a
        threat by it.
        """
        position = self._position
        own, other = position.live[position.turn], position.live[3 - position.turn]
        if must := other & position.completions:
            places = position.places(must)
            return places if len(places) == 1 and position.lane(threats, places[0]) else []
        places = sorted(position.places(threats), key=lambda place: -position.lane(own, place))
        return places if len(places) > 2 or position.lane(own, places[0]) >= THREAT + BUILD else []

    def _follow(self, place: int, side: int, depth: int) -> list[int] | None:
        """Return the winning line from the attacker's threat on place, now made, if it leads to one."""
        position = self._position
        if position.live[3 - side] & position.completions:
            return None
        stops = position.places(position.live[side] & position.completions)
        if len(stops) > 1:
            return [place, *stops[:2]]
        position.make(stops[0])
        rest = self._search(depth - 1)
        position.unmake()
        return [place, stops[0], *rest] if rest else None
