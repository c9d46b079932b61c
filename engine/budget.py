"""How long a search may take: the caller's limit, and the budget that the searches spend."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isfinite
from time import monotonic

from engine.rules import check_type

UNLIMITED = 1 << 40  # nodes: weeks
SHARE = 0.97  # of the time of a limit, for the search; the rest covers the interval between checks, and the answer
CHECK_INTERVAL = 16  # nodes between two checks of the clock: a few milliseconds on the largest view, at negligible cost


@dataclass(frozen=True)
class Limit:
    """How long a search may take: a time in seconds, a number of nodes, or both, whichever runs out first.

    A node is one position searched: 10 to 300 us of processor time, depending on the board. With nodes alone and a
    seeded Random, results are the same on every machine.

    Raises ValueError: neither time nor nodes is given, or one is negative or not finite.
    """

    time: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.time, self.nodes) if limit is not None]
        for limit in given:
            check_type(limit, float | int)
        if not given or not all(isfinite(limit) and limit >= 0 for limit in given):
            raise ValueError(f"expected time, nodes or both, at least 0, not {self}")
        check_type(self.nodes, int | None)

    def begin(self) -> "Budget":
        """Return a budget whose time starts now."""
        nodes = UNLIMITED if self.nodes is None else self.nodes
        return Budget(nodes, seconds=inf if self.time is None else self.time * SHARE)


class Spent(Exception):
    """A search ran out of nodes or time before it finished."""


class Budget:
    """The nodes and the time for one call. All its searches count their nodes here.

    The clock and is_late are checked at the first node of each search and every CHECK_INTERVAL nodes after it.
    """

    __slots__ = ("_end", "_is_late", "_next_check", "_parts", "_pause", "_seconds", "_stop", "nodes", "total")

    def __init__(self, total: int, is_late: Callable[[], bool] = lambda: False, seconds: float = inf) -> None:
        self.total = self._stop = total
        self.nodes = 0  # spent so far, without those of the parts
        self._parts: list[Budget] = []
        self._is_late = is_late
        self._seconds = seconds
        self._end = self._pause = monotonic() + seconds  # of the budget, and of the search that allow limited
        self._next_check = 0

    @property
    def left(self) -> int:
        """How many nodes are left, after those that parts of this budget spent."""
        return max(0, self.total - self._spent())

    @property
    def is_over(self) -> bool:
        """Whether the nodes or the time are used up."""
        return not self.left or self._is_past_end()

    def part(self, nodes: int, seconds: float = inf) -> "Budget":
        """Return a budget of nodes, as far as they are left, that ends at the same time at the latest."""
        part = Budget(min(nodes, self.left), self._is_past_end, seconds)
        self._parts.append(part)
        return part

    def share(self, part: float) -> "Budget":
        """Return a budget of a part of all nodes and of all the time, as far as they are left."""
        return self.part(int(self.total * part), self._seconds * part)

    def allow(self, nodes: int, part: float = 1) -> None:
        """Let the next search spend this many nodes, even if fewer are left, and a part of the time that is left."""
        self._stop = self.nodes + nodes
        self._next_check = self.nodes
        self._pause = self._end if part == 1 else (now := monotonic()) + (self._end - now) * part

    def _spent(self) -> int:
        return self.nodes + sum(part._spent() for part in self._parts)

    def _is_past_end(self) -> bool:
        return monotonic() > self._end or self._is_late()

    def spend(self) -> None:
        """Count one more node.

        Raises Spent: the allowed nodes or the time are used up.
        """
        if self.nodes >= self._next_check:
            if self.nodes >= self._stop or monotonic() > self._pause or self._is_late():
                raise Spent
            self._next_check = min(self.nodes + CHECK_INTERVAL, self._stop)
        self.nodes += 1
