"""Which interactions are carried out: each once, and none that Discord has stopped waiting for."""

from collections import OrderedDict, deque
from collections.abc import Callable
from datetime import timedelta

from bot import deadlines

REMEMBERED = 4096  # more than the loop can carry out while Discord waits for an answer
FEWEST = 5  # arrivals in a minute, below which nothing follows from how many were late

_MILLISECONDS = 22  # the bits of an id below its time: reference.mdx, Snowflakes
_MINUTE = 60


class Arrivals:
    """Remembers which interactions have arrived, and tells how old each is by Discord's own clock.

    An id says when Discord made it. Our clock may be wrong by any amount, so only differences count: the quickest
    arrival tells how far the two clocks are apart, and any other is older by as much as it took longer.

    An id may lie in the future, so an arrival is the quickest only if the one before it was as quick. And if all
    arrivals have been late for a while, not they but the comparison is wrong, and it starts again.
    """

    def __init__(self, clock: Callable[[], float], *, remembered: int = REMEMBERED) -> None:
        """Compare with clock, which counts seconds."""
        self._clock = clock
        self._limit = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
        self._distrust = deadlines.CLOCK_DISTRUST.total_seconds()
        self._remembered = remembered
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._quickest: float | None = None
        self._previous = 0.0
        self._late_since: float | None = None
        self._recent: deque[tuple[float, bool]] = deque(maxlen=remembered)  # when, and whether late

    def is_repeated(self, interaction: int) -> bool:
        """Note an arrival; return whether it is not the first of its interaction."""
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        if len(self._ids) > self._remembered:
            self._ids.popitem(last=False)
        return False

    def age(self, interaction: int) -> timedelta:
        """Return how long before its arrival, which is now, an interaction was made."""
        now = self._clock()
        # The clocks drift apart, so the comparison loosens with time.
        took = now * (1 - deadlines.CLOCK_DRIFT) - (interaction >> _MILLISECONDS) / 1000
        quickest = took if self._quickest is None else min(self._quickest, max(took, self._previous))
        if took - quickest <= self._limit:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = now
        elif now - self._late_since > self._distrust:
            quickest, self._late_since = took, None
        self._quickest, self._previous = quickest, took
        age = timedelta(seconds=max(took - quickest, 0))
        self._recent.append((now, self.is_late(age)))
        return age

    def is_late(self, age: timedelta) -> bool:
        """Return whether Discord has stopped waiting for an answer at that age: it may change nothing now."""
        return age.total_seconds() > self._limit

    @property
    def is_deaf(self) -> bool:
        """Whether at least half of the last minute's arrivals were late."""
        since = self._clock() - _MINUTE
        late = [late for at, late in self._recent if at > since]
        return len(late) >= FEWEST and 2 * sum(late) >= len(late)
