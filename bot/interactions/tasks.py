"""The tasks of the bot that outlive the function that started them."""

import asyncio
import contextlib
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any


class Tasks:
    """Owns tasks until they end: each of them may finish before the bot closes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Run a coroutine in a task of its own."""
        self.own(asyncio.create_task(work))

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
        late = list(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return len(late)
