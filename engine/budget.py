"""How long a question may take: the limit that is set for it, and the budget that its searches spend."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

UNLIMITED = 1 << 40  # nodes: weeks
PATIENCE = 16  # nodes between two looks at the clock: some milliseconds on the largest view, and no cost to speak of


@dataclass(frozen=True)
class Limit:
    """How long to think: so many seconds, so many nodes, or until one of them is used up.

    A node is a position that a search looks at, 10 to 50 us of processor time each. With nodes alone, and a seeded
    Random, an answer is the same on every machine.

    Raises
    ------
    ValueError
        Neither is given, or one is negative.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.time, self.nodes) if limit is not None]
        if not given or min(given) < 0:
            raise ValueError(f"expected a time or nodes, 0 or more, not {self}")

    def begin(self) -> "Budget":
        """Return a budget whose time runs from now on."""
        nodes = UNLIMITED if self.nodes is None else self.nodes
        if self.time is None:
            return Budget(nodes)
        end = monotonic() + self.time
        return Budget(nodes, lambda: monotonic() > end)


class Spent(Exception):
    """The nodes or the time of a search ran out before it was done."""


class Budget:
    """The nodes and the time for one question. All its searches count their nodes here.

    is_late is asked with the first node of each search and with every PATIENCE-th after it.
    """

    __slots__ = ("_is_late", "_next_look", "_stop", "nodes", "total")

    def __init__(self, total: int, is_late: Callable[[], bool] = lambda: False) -> None:
        self.total = self._stop = total
        self.nodes = 0  # spent
        self._is_late = is_late
        self._next_look = 1

    @property
    def left(self) -> int:
        """How many nodes are left."""
        return max(0, self.total - self.nodes)

    @property
    def is_over(self) -> bool:
        """Whether the nodes or the time are used up."""
        return not self.left or self._is_late()

    def part(self, nodes: int) -> "Budget":
        """Return a budget of so many nodes for a part of the question, with the same time."""
        return Budget(nodes, self._is_late)

    def allow(self, nodes: int) -> None:
        """Let the next search spend so many nodes, whatever is left."""
        self._stop = self.nodes + nodes
        self._next_look = self.nodes + 1

    def spend(self) -> None:
        """Count one more node.

        Raises
        ------
        Spent
            It is one more than is allowed, or it is late.
        """
        self.nodes += 1
        if self.nodes >= self._next_look:
            if self.nodes > self._stop or self._is_late():
                raise Spent
            self._next_look = min(self.nodes + PATIENCE, self._stop + 1)
