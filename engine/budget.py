"""How long a search may take: the caller's limit, and the budget that the searches spend."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

UNLIMITED = 1 << 40  # nodes: weeks
CHECK_INTERVAL = 16  # nodes between two checks of the clock: a few milliseconds on the largest view, at negligible cost


@dataclass(frozen=True)
class Limit:
    """How long a search may take: a time in seconds, a number of nodes, or both, whichever runs out first.

    A node is one position searched, about 10 to 50 us of processor time. With nodes alone and a seeded Random, results
    are the same on every machine.

    Raises ValueError: neither time nor nodes is given, or one is negative.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.time, self.nodes) if limit is not None]
        if not given or min(given) < 0:
            raise ValueError(f"expected time, nodes or both, at least 0, not {self}")

    def begin(self) -> "Budget":
        """Return a budget whose time starts now."""
        nodes = UNLIMITED if self.nodes is None else self.nodes
        if self.time is None:
            return Budget(nodes)
        end = monotonic() + self.time
        return Budget(nodes, lambda: monotonic() > end)


class Spent(Exception):
    """A search ran out of nodes or time before it finished."""


class Budget:
    """The nodes and the time for one call. All its searches count their nodes here.

    is_late is called at the first node of each search and every CHECK_INTERVAL nodes after it.
    """

    __slots__ = ("_is_late", "_next_check", "_stop", "nodes", "total")

    def __init__(self, total: int, is_late: Callable[[], bool] = lambda: False) -> None:
        self.total = self._stop = total
        self.nodes = 0  # spent so far
        self._is_late = is_late
        self._next_check = 1

    @property
    def left(self) -> int:
        """How many nodes are left."""
        return max(0, self.total - self.nodes)

    @property
    def is_over(self) -> bool:
        """Whether the nodes or the time are used up."""
        return not self.left or self._is_late()

    def part(self, nodes: int) -> "Budget":
        """Return a separate budget of nodes with the same time limit."""
        return Budget(nodes, self._is_late)

    def allow(self, nodes: int) -> None:
        """Let the next search spend this many nodes, even if fewer are left."""
        self._stop = self.nodes + nodes
        self._next_check = self.nodes + 1

    def spend(self) -> None:
        """Count one more node.

        Raises Spent: the allowed nodes or the time are used up.
        """
        self.nodes += 1
        if self.nodes >= self._next_check:
            if self.nodes > self._stop or self._is_late():
                raise Spent
            self._next_check = min(self.nodes + CHECK_INTERVAL, self._stop + 1)
