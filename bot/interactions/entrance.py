"""The entrance of all commands, buttons and forms: drops late and repeated ones, counts and times the others."""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from math import inf
from typing import Any

from cachetools import FIFOCache

from bot import deadlines
from bot.counts import Counts, InteractionResult
from bot.game.errors import ComputerThinking, ShuttingDown, TooMuchAtOnce
from bot.game.games import UserId
from bot.interactions import boards, failures
from bot.interactions.answers import Interaction
from bot.interactions.requests import REQUEST, Handler, Request, Services

log = logging.getLogger(__name__)


REMEMBERED_IDS = 4096  # more than the bot can handle while Discord waits for an answer
MIN_ARRIVALS = 5  # per minute; with fewer, the share of late arrivals means nothing

_TIMESTAMP_SHIFT = 22  # bits of an id below its milliseconds: reference.mdx, Snowflakes
_MINUTE = 60


class Arrivals:
    """Recognizes repeated interactions, and computes the age of new ones by Discord's clock.

    An id contains the time at which Discord made it. Our clock may be wrong by any amount, so the fastest arrival
    measures the difference between the clocks. The age of an interaction is its delay compared to the fastest.

    Because an id may be from the future, an arrival counts as the fastest only if the one before it was as fast, and
    only for a few minutes. If all arrivals have been late for a while, the measure must be wrong, and starts again.
    """

    def __init__(self, clock: Callable[[], float], *, size: int = REMEMBERED_IDS) -> None:
        """Start without any arrivals. clock counts seconds."""
        self._clock = clock
        self._limit = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
        self._distrust = deadlines.CLOCK_DISTRUST.total_seconds()
        self._window = deadlines.CLOCK_WINDOW.total_seconds()
        self._ids: FIFOCache[int, None] = FIFOCache(size)
        self._fastest = inf  # of this window and the one before
        self._fastest_now = inf  # of this window
        self._in_window = 0
        self._window_since = 0.0
        self._previous = -inf
        self._late_since: float | None = None
        self._recent: deque[tuple[float, bool]] = deque(maxlen=size)  # time of arrival, and whether late

    def is_repeated(self, interaction: int) -> bool:
        """Return whether an interaction has arrived before, and remember it."""
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        return False

    def age(self, interaction: int) -> timedelta:
        """Return the age of an interaction that has just arrived."""
        now = self._clock()
        # Allow for drift between the clocks, which grows with time.
        delay = now * (1 - deadlines.CLOCK_DRIFT) - (interaction >> _TIMESTAMP_SHIFT) / 1000
        self._rotate_window(now)
        confirmed = max(delay, self._previous)
        self._fastest_now = min(self._fastest_now, confirmed)
        fastest = min(self._fastest, confirmed)
        if delay - fastest <= self._limit:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = now
        elif now - self._late_since > self._distrust:
            fastest = self._fastest_now = delay
            self._late_since = None
        self._fastest, self._previous = fastest, delay
        age = timedelta(seconds=max(delay - fastest, 0))
        self._recent.append((now, self.is_late(age)))
        return age

    def _rotate_window(self, now: float) -> None:
        """Start a new window if this one is over and had enough arrivals."""
        if now - self._window_since > self._window and self._in_window >= MIN_ARRIVALS:
            self._fastest, self._fastest_now = self._fastest_now, inf
            self._window_since, self._in_window = now, 0
        self._in_window += 1

    def is_late(self, age: timedelta) -> bool:
        """Return whether Discord no longer waits for the answer to an interaction of this age."""
        return age.total_seconds() > self._limit

    @property
    def is_lagging(self) -> bool:
        """Whether at least half of the last minute's arrivals were late."""
        since = self._clock() - _MINUTE
        late = [late for at, late in self._recent if at > since]
        return len(late) >= MIN_ARRIVALS and 2 * sum(late) >= len(late)


MAX_IN_FLIGHT = 10  # requests per user


class Entrance:
    """Runs each request from its arrival to its end, and refuses new ones while the bot shuts down.

    A request that has arrived before, or whose answer Discord no longer waits for, is dropped. The others are counted
    and timed. clock counts seconds.
    """

    def __init__(self, services: Services, counts: Counts, clock: Callable[[], float]) -> None:
        self.is_closing = False
        self.arrivals = Arrivals(clock)
        self._in_flight: Counter[UserId] = Counter()
        self._services = services
        self._counts = counts
        self._clock = clock

    async def admit(self, interaction: Interaction) -> Request | None:
        """Track the request of an interaction in the current task; return None if it was refused or dropped.

        Refused requests are tracked, too, because the bot must not stop before their answers are sent.
        """
        if self.arrivals.is_repeated(interaction.id):
            log.info("interaction %d arrived twice, dropped", interaction.id)
            return None
        interaction.extras[REQUEST] = request = Request(interaction, self._services, self._clock)
        task = asyncio.current_task()
        assert task is not None
        self._services.tasks.adopt(task)
        self._in_flight[request.user] += 1
        task.add_done_callback(partial(self._record_end, request))
        request.age = self.arrivals.age(request.id)
        if self.arrivals.is_late(request.age):
            log.warning("interaction %d arrived too late to be answered, dropped", request.id)
            request.result = InteractionResult.LOST
            return None
        has_too_many = self._in_flight[request.user] > MAX_IN_FLIGHT
        refusal = ShuttingDown() if self.is_closing else TooMuchAtOnce() if has_too_many else None
        if refusal:
            await failures.answer(request, refusal)
        return None if refusal else request

    async def fail(self, request: Request, error: Exception) -> None:
        """Answer the error of a request.

        If users see an outdated board, show the game instead. If it is the computer's turn, let it move: the bot may
        have been stopped while the computer was thinking.
        """
        try:
            if await failures.show_instead(request, error):
                return
        except Exception as another:  # noqa: BLE001 - as in handle
            error = another
        await failures.answer(request, error)
        if isinstance(error, ComputerThinking):
            self._services.tasks.start(boards.let_computer_move(self._services, error.game))

    async def handle(self, interaction: Interaction, handler: Handler) -> None:
        """Handle the request of an interaction, and answer any error."""
        if request := await self.admit(interaction):
            try:
                await handler(request)
            except Exception as error:  # noqa: BLE001 - the only handler of bugs
                await self.fail(request, error)

    async def close(self, within: timedelta) -> None:
        """Refuse new requests, let the running ones finish, and cancel the late ones."""
        self.is_closing = True
        log.info("shutting down, %d requests in flight", len(self._services.tasks))
        if late := await self._services.tasks.finish(within):
            log.warning("canceled %d requests that took too long", late)

    def _record_end(self, request: Request, task: asyncio.Task[Any]) -> None:
        self._in_flight[request.user] -= 1
        if not self._in_flight[request.user]:
            del self._in_flight[request.user]
        is_answered = request.interaction.response.is_done()  # perhaps by discord.py, if our autocomplete failed
        default = InteractionResult.OK if is_answered else InteractionResult.FAILED
        result = InteractionResult.LOST if task.cancelled() else request.result or default
        self._counts.interaction(request.name, result, request.answer.latency)
