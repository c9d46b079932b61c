"""The clockwork: starts everything that the process repeats, and survives failures."""

import asyncio
import logging
import traceback
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from bot.database.errors import StoreFailed, StoreLost

log = logging.getLogger(__name__)

T = TypeVar("T")

OUTAGE = 3  # failures of the database in a row, after which it counts as down


@dataclass(frozen=True)
class Part:
    """Something that the clockwork does at each tick, or less often.

    name completes the sentence "could not ...". may_run: whether the part may run now. The first run is due `first`
    after the start, and each other run `every` after the last success.
    """

    name: str
    run: Callable[[], Awaitable[object]]
    may_run: Callable[[], bool] = lambda: True
    first: timedelta = timedelta(0)
    every: timedelta = timedelta(0)


class Clockwork:
    """Starts the parts that are due, each in a task that start creates, so that no part waits for another.

    A part runs at most once at a time. failures has the error of each part whose last run failed.
    """

    def __init__(
        self,
        parts: Sequence[Part],
        start: Callable[[Coroutine[Any, Any, None]], asyncio.Task[object]],
        tick: timedelta,
        timer: Callable[[], float],
    ) -> None:
        self.failures: dict[str, Exception] = {}
        self._start = start
        self._tick = tick.total_seconds()
        self._timer = timer  # a wall clock may jump
        self._due_at = {part: timer() + part.first.total_seconds() for part in parts}
        self._running: set[Part] = set()
        self._in_a_row: Counter[Part] = Counter()
        self._logged: set[tuple[object, ...]] = set()  # the errors whose traceback was logged
        self._lost: asyncio.Queue[StoreLost] = asyncio.Queue()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the clockwork during the block. If the database is lost, cancel the block and raise StoreLost.

        Parts that are still running at the end belong to the owner of their tasks.
        """
        owner = asyncio.current_task()
        assert owner is not None
        loop = asyncio.create_task(self._keep_ticking())
        loop.add_done_callback(lambda loop: None if loop.cancelled() else owner.cancel())
        try:
            yield
        except asyncio.CancelledError:
            if loop.done() and (error := loop.exception()):
                raise error from None
            raise
        finally:
            loop.cancel()
            await asyncio.wait({loop})

    async def _keep_ticking(self) -> None:
        while True:
            self.start_due()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._tick):
                    raise await self._lost.get()

    def start_due(self) -> list[asyncio.Task[object]]:
        """Start the parts that are due and not running, and return their tasks."""
        now = self._timer()
        due = [part for part, at in self._due_at.items() if at <= now and part not in self._running]
        self._running.update(due)
        return [self._start(self._run(part)) for part in due]

    async def _run(self, part: Part) -> None:
        try:
            if part.may_run():
                await part.run()
                self._note_success(part)
        except Exception as error:  # noqa: BLE001 - logged, and shown by /healthz
            self._note_failure(part, error.exceptions if isinstance(error, SomeFailed) else [error])
        finally:
            self._running.discard(part)

    def _note_success(self, part: Part) -> None:
        self._due_at[part] = self._timer() + part.every.total_seconds()
        self.failures.pop(part.name, None)
        if number := self._in_a_row.pop(part, 0):
            log.info("was able to %s again after %d failures", part.name, number)

    def _note_failure(self, part: Part, errors: Sequence[Exception]) -> None:
        """Log each new bug with its traceback; else only the first, second, fourth, eighth ... failure in a row."""
        for error in errors:
            if isinstance(error, StoreLost):
                self._lost.put_nowait(error)
        bugs = [error for error in errors if not isinstance(error, StoreFailed)]
        self.failures[part.name] = worst = (bugs or errors)[0]
        self._in_a_row[part] += 1
        number, level = self._in_a_row[part], logging.ERROR if bugs else logging.WARNING
        new = [error for error in bugs if self._is_new(part, error)]
        for error in new:
            log.error("could not %s", part.name, exc_info=error)
        if not new and number.bit_count() == 1:
            log.log(level, "could not %s, failure %d in a row: %r", part.name, number, worst)

    def _is_new(self, part: Part, error: Exception) -> bool:
        """Return whether a part fails for the first time with this type of error at this line of the code."""
        kind = (part.name, type(error), *traceback.format_tb(error.__traceback__, limit=-1))
        is_new = kind not in self._logged
        self._logged.add(kind)
        return is_new


class SomeFailed(ExceptionGroup[Exception]):
    """The failures of some items."""


async def for_each(items: Iterable[T], action: Callable[[T], Awaitable[object]]) -> None:
    """Do something with each item, even if it fails with others.

    If the database is down, the remaining items are left for the next run.

    Raises SomeFailed, with the failures, at the end.
    """
    failures: list[Exception] = []
    outages = 0
    for item in items:
        try:
            await action(item)
            outages = 0
        except Exception as error:  # noqa: BLE001 - raised below
            failures.append(error)
            outages = outages + 1 if isinstance(error, StoreFailed) else 0
            if outages == OUTAGE or isinstance(error, StoreLost):
                break
    if failures:
        raise SomeFailed("some items failed", failures)
