"""How long a search may go on."""

from collections.abc import Callable

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
