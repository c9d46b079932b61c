"""Wins by force: an unbroken series of threats, each answered by the only cell that stops it (fours, when k is 5)."""

from engine.expert.lanes import Lanes


class Threats:
    """Looks for a win by continuous threats of the side to move; positions that failed are remembered."""

    __slots__ = ("_failed", "_lanes", "_left", "nodes")

    def __init__(self, lanes: Lanes) -> None:
        self._lanes = lanes
        self._failed: dict[int, int] = {}
        self._left = 0
        self.nodes = 0

    def find(self, depth: int, nodes: int) -> list[int] | None:
        """Return the winning line, attacker's and defender's places in turn, the last of them completes k.

        It holds at most depth threats; None when there is none, or none was found within so many nodes.
        """
        self._left = nodes
        return self._search(depth)

    def _search(self, depth: int) -> list[int] | None:
        lanes = self._lanes
        side = lanes.turn
        live = lanes.live
        if wins := live[side] & lanes.completes:
            return [lanes.first(wins)]
        threats = live[side] & lanes.threatens
        if not threats or not depth or self._failed.get(lanes.hash, -1) >= depth:
            return None
        for place in self._candidates(threats):
            if self._left <= 0:
                return None
            self._left -= 1
            self.nodes += 1
            lanes.make(place)
            line = self._follow(place, side, depth)
            lanes.unmake()
            if line:
                return line
        if self._left > 0:
            self._failed[lanes.hash] = depth
        return None

    def _candidates(self, threats: int) -> list[int]:
        """Return the places worth a try, best first; against a threat only one that answers it."""
        lanes = self._lanes
        own, other = lanes.live[lanes.turn], lanes.live[3 - lanes.turn]
        if must := other & lanes.completes:
            places = lanes.places(must)
            return places if len(places) == 1 and lanes.at(threats, places[0]) else []
        return sorted(lanes.places(threats), key=lambda place: -lanes.at(own, place))

    def _follow(self, place: int, side: int, depth: int) -> list[int] | None:
        """Return the winning line from the attacker's threat on place, now made, if it leads to one."""
        lanes = self._lanes
        if lanes.live[3 - side] & lanes.completes:
            return None
        stops = lanes.places(lanes.live[side] & lanes.completes)
        if len(stops) > 1:
            return [place, *stops[:2]]
        lanes.make(stops[0])
        rest = self._search(depth - 1)
        lanes.unmake()
        return [place, stops[0], *rest] if rest else None
