"""Wins by threats alone: every move threatens to complete a line, so every reply is forced (fours, if k is 5)."""

from engine.budget import Budget
from engine.expert.position import BUILD, THREAT, Position


class Threats:
    """Searches for a win by continuous threats of the side to move, and caches the positions without one."""

    __slots__ = ("_budget", "_failed", "_position", "_stop")

    def __init__(self, position: Position, budget: Budget) -> None:
        self._position = position
        self._budget = budget
        self._failed: dict[int, int] = {}
        self._stop = 0  # the node count at which the current call ends

    def find(self, depth: int, nodes: int) -> list[int] | None:
        """Return a winning line with at most depth threats, or None if there is none or the nodes don't suffice.

        The places belong to the attacker and the defender in turn. The last one completes a line.

        Raises Spent: the budget of the whole search is spent. Marks of this call may be left on the position.
        """
        self._stop = self._budget.nodes + nodes
        return self._search(depth)

    def _search(self, depth: int) -> list[int] | None:
        position, budget = self._position, self._budget
        side = position.turn
        live = position.live
        if wins := live[side] & position.completions:
            return [position.first(wins)]
        threats = live[side] & position.threats
        if not threats or not depth or self._failed.get(position.hash, -1) >= depth:
            return None
        for place in self._candidates(threats):
            if budget.nodes >= self._stop:
                return None
            budget.spend()
            position.make(place)
            line = self._follow(place, side, depth)
            position.unmake()
            if line:
                return line
        if budget.nodes < self._stop:
            self._failed[position.hash] = depth
        return None

    def _candidates(self, threats: int) -> list[int]:
        """Return the places to try, best first. Against a threat, only a place that stops it.

        The list is empty if there is a single pair of cells to threaten with, and it leads to no further threat.
        """
        position = self._position
        own, other = position.live[position.turn], position.live[3 - position.turn]
        if must := other & position.completions:
            places = position.places(must)
            return places if len(places) == 1 and position.lane(threats, places[0]) else []
        places = sorted(position.places(threats), key=lambda place: -position.lane(own, place))
        return places if len(places) > 2 or position.lane(own, places[0]) >= THREAT + BUILD else []

    def _follow(self, place: int, side: int, depth: int) -> list[int] | None:
        """Return the winning line that begins with the threat on place, which is already made, or None."""
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
