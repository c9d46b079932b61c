"""The periodic work of the process: sweep the clocks, test that the database accepts writes, purge data."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bot.database.errors import StoreFailed, StoreLost
from bot.deadlines import Times
from bot.registry.privacy import Privacy

log = logging.getLogger(__name__)

PURGE_INTERVAL = timedelta(days=1)
FIRST_PURGE = timedelta(hours=1)  # after the start; by then the bot knows its servers


@dataclass(eq=False)
class Chores:
    """Runs the chores of a process."""

    write: Callable[[datetime], Awaitable[None]]  # saves an instant, as a test
    privacy: Privacy
    times: Times
    sweep: Callable[[], object]  # starts a sweep of the clocks
    solo: timedelta | None  # how long finished games against the computer are kept; None means forever
    write_failure: str | None = None  # why the last test write failed

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the chores during the block. If the database is lost, cancel the block and raise StoreLost."""
        owner = asyncio.current_task()
        assert owner is not None
        work, sweeps = asyncio.create_task(self._keep_probing(owner)), asyncio.create_task(self._keep_sweeping())
        try:
            yield
        except asyncio.CancelledError:
            if work.done() and (error := work.exception()):
                raise error from None
            raise
        finally:
            for task in (work, sweeps):
                task.cancel()
            await asyncio.wait({work, sweeps})

    async def _keep_sweeping(self) -> None:
        while True:
            self.sweep()
            await asyncio.sleep(self.times.sweeping.total_seconds())

    async def _keep_probing(self, owner: asyncio.Task[Any]) -> None:
        purge_at = self.times.timer() + FIRST_PURGE.total_seconds()  # a wall clock may jump
        while True:
            try:
                await self.probe()
            except StoreLost:
                owner.cancel()
                raise
            if self.times.timer() >= purge_at:
                purge_at = self.times.timer() + PURGE_INTERVAL.total_seconds()
                try:
                    await self.privacy.purge(self.solo)
                except StoreFailed as failed:
                    log.warning("could not purge data: %s", failed)
            await asyncio.sleep(self.times.probing.total_seconds())

    async def probe(self) -> None:
        """Write to the database, and remember why if it fails. Raises StoreLost."""
        try:
            await self.write(self.times.now())
        except StoreLost:
            raise
        except StoreFailed as failed:
            if self.write_failure is None:
                log.warning("the database accepts no writes: %s", failed)
            self.write_failure = str(failed)
        else:
            self.write_failure = None
