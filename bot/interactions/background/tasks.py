"""The tasks of the bot that outlive the function that started them."""

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

log = logging.getLogger(__name__)


class Tasks:
    """Owns tasks until they end: each of them may finish before the bot closes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Run a coroutine in a task of its own; an error that it raises is logged, as there is nobody to answer."""
        task = asyncio.create_task(work)
        task.add_done_callback(_log_failure)
        self.own(task)
        return task

    def own(self, task: asyncio.Task[Any]) -> None:
        """Take over a task that somebody else has started."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, within: timedelta) -> int:
        """Wait for all tasks, also for those that are added meanwhile; cancel the late ones and return how many."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within.total_seconds()):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        late = len(self._tasks)
        while self._tasks:  # one that is cancelled may still start another
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        return late


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("a task failed", exc_info=error)
