"""Worker processes for work that would block the event loop: searches and pictures."""

import asyncio
import os
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from pebble import ProcessFuture, ProcessPool

POLL_INTERVAL = timedelta(seconds=1)  # how often to check that the workers are running

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class WorkerLost(Exception):
    """A worker hung, died or couldn't be started before its work was done."""


class Workers:
    """A fixed number of worker processes, started on first use and replaced when they die.

    niceness lowers their priority, where the operating system supports it.
    """

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        self._count = count
        self._niceness = niceness
        self._pool: ProcessPool | None = None

    async def run(self, work: Callable[[*Arguments], T], *arguments: *Arguments, within: timedelta) -> T:
        """Call a function in a worker and return its result; kill the worker if it takes too long.

        Calls run in order. The worker imports the function by its name, and gets copies of the arguments.

        Raises WorkerLost. Exceptions of the function are raised as they are.
        """
        # Imported here to save memory in bots that never need a worker.
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        from pebble import ProcessExpired  # noqa: PLC0415

        pool = await self._running_pool()
        try:
            future = pool.schedule(work, args=arguments, timeout=within.total_seconds())
        except (OSError, BrokenProcessPool) as error:  # some workers could not start: too many open files
            await self.close()
            raise WorkerLost(repr(error)) from error
        try:
            return await _result(future, pool)
        except (TimeoutError, ProcessExpired, BrokenProcessPool) as error:
            raise WorkerLost(repr(error)) from error

    async def _running_pool(self) -> "ProcessPool":
        """Return the pool, or a new one if all its workers died while idle."""
        if self._pool and not self._pool.active:
            await self.close()
        if not self._pool:
            import multiprocessing  # noqa: PLC0415

            from pebble import ProcessPool  # noqa: PLC0415

            spawn: Any = multiprocessing.get_context("spawn")  # the type hint allows only one kind of context
            self._pool = ProcessPool(
                self._count, context=spawn, initializer=_lower_priority, initargs=(self._niceness,)
            )
        return self._pool

    async def close(self) -> None:
        """Kill every worker, even in the middle of its work."""
        pool, self._pool = self._pool, None
        if pool:
            pool.stop()
            await asyncio.to_thread(pool.join)


async def _result(future: "ProcessFuture[T]", pool: "ProcessPool") -> T:
    """Wait for a result. Check the pool meanwhile: if it breaks while it accepts a task, the task never ends.

    Raises WorkerLost.
    """
    result = asyncio.wrap_future(future)
    try:
        while pool.active or future.done():
            done, _ = await asyncio.wait([result], timeout=POLL_INTERVAL.total_seconds())
            if done:
                return result.result()
    finally:
        result.cancel()
    raise WorkerLost("the pool broke")


def _lower_priority(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
