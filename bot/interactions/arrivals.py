"""What becomes of an interaction that arrives a second time, or so late that its user has been told it failed."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta

from bot import deadlines

REMEMBERED = 4096  # more than the loop can carry out while Discord waits for an answer

_MILLISECONDS = 22  # the bits of an id below its time: reference.mdx, Snowflakes


class Arrivals:
    """Remembers which interactions have arrived, and tells how old one is by Discord's own clock.

    An id says when Discord made it. The clock of this machine may be wrong by any amount and is never asked for the
    time of day: the quickest arrival so far tells how far apart the two clocks are, and however late another one is,
    it is late by comparison. Clocks drift apart, so the comparison loosens with time. clock counts seconds.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        answer: timedelta = deadlines.FIRST_ANSWER,
        allowance: timedelta = deadlines.CLOCK_ALLOWANCE,
        remembered: int = REMEMBERED,
    ) -> None:
        self._clock = clock
        self._limit = answer + allowance
        self._remembered = remembered
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._apart: float | None = None  # seconds of our clock beyond Discord's, that of the quickest arrival
        self._seen = 0.0

    def is_repeated(self, interaction: int) -> bool:
        """Note an arrival; return whether it is not the first of its interaction."""
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        if len(self._ids) > self._remembered:
            self._ids.popitem(last=False)
        return False

    def age(self, interaction: int) -> timedelta:
        """Return how long ago an interaction was made."""
        now = self._clock()
        apart = now - (interaction >> _MILLISECONDS) / 1000
        usual = apart if self._apart is None else self._apart + (now - self._seen) * deadlines.CLOCK_DRIFT
        if apart <= usual:
            self._apart, self._seen = apart, now
        return timedelta(seconds=max(apart - usual, 0))

    def is_late(self, age: timedelta) -> bool:
        """Return whether Discord has stopped waiting for an answer at that age: it may change nothing now."""
        return age > self._limit
