"""Worker processes for work that would block the event loop: searches and pictures."""

import asyncio
import os
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

if TYPE_CHECKING:
    from pebble import ProcessFuture, ProcessPool

LOOK = timedelta(seconds=1)  # between two looks whether the workers still run

T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")


class WorkerLost(Exception):
    """A worker hung or died before its work was done."""


class Workers:
    """A fixed number of worker processes, which start with the first work and are replaced when they die.

    Nice workers run when other processes leave the processor idle, as far as the operating system can tell.
    """

    def __init__(self, count: int, *, niceness: int = 0) -> None:
        self._count = count
        self._niceness = niceness
        self._pool: ProcessPool | None = None

    async def run(self, work: Callable[[*Arguments], T], *arguments: *Arguments, within: timedelta) -> T:
        """Return the result of a function, called in a worker, which is killed if it takes too long.

        First come, first served. A worker imports the function by its name, and gets copies of the arguments.

        Raises
        ------
        WorkerLost
            The worker hung, died or could not be started. An error of the function is raised here, too.
        """
        # Imported here: many bots never need a worker, and the modules take memory.
        from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415

        from pebble import ProcessExpired  # noqa: PLC0415

        pool = await self._running()
        try:
            running = pool.schedule(work, args=arguments, timeout=within.total_seconds())
        except (OSError, BrokenProcessPool) as error:  # not all workers could be started: no file is left to open
            await self.close()
            raise WorkerLost(repr(error)) from error
        try:
            return await _answer(running, pool)
        except (TimeoutError, ProcessExpired, BrokenProcessPool) as error:
            raise WorkerLost(repr(error)) from error

    async def _running(self) -> "ProcessPool":
        """Return the pool; replace it if all its workers died while idle."""
        if self._pool and not self._pool.active:
            await self.close()
        if not self._pool:
            import multiprocessing  # noqa: PLC0415

            from pebble import ProcessPool  # noqa: PLC0415

            spawn: Any = multiprocessing.get_context("spawn")  # any context will do, its type hint knows but one
            self._pool = ProcessPool(self._count, context=spawn, initializer=_begin, initargs=(self._niceness,))
        return self._pool

    async def close(self) -> None:
        """Kill every worker, even in the middle of its work."""
        pool, self._pool = self._pool, None
        if pool:
            pool.stop()
            await asyncio.to_thread(pool.join)


async def _answer(running: "ProcessFuture[T]", pool: "ProcessPool") -> T:
    """Wait for a result; a pool that breaks just when it takes a task forgets the task.

    Raises WorkerLost.
    """
    answer = asyncio.wrap_future(running)
    try:
        while pool.active or running.done():
            done, _ = await asyncio.wait([answer], timeout=LOOK.total_seconds())
            if done:
                return answer.result()
    finally:
        answer.cancel()
    raise WorkerLost("the pool broke")


def _begin(niceness: int) -> None:
    if niceness and hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
