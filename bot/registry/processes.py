"""Other processes of the bot, which share the database, and whose shards must fit those of this process."""

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from secrets import token_hex

from bot.database.clocks import ClockStore
from bot.database.errors import StoreFailed
from bot.game.outages import Outages, conflict, unserved

log = logging.getLogger(__name__)

PATIENCE = 6  # looks, three minutes: processes start one after the other
EXPIRED = timedelta(days=1)  # the row of a killed process is deleted after this time


class Processes:
    """Notices running processes with another SHARD_COUNT or with a shard of this process, and shards without a process.

    Another process runs if its row changes between two looks, so a killed one is never noticed.
    """

    def __init__(self, store: ClockStore, outages: Outages, now: Callable[[], datetime]) -> None:
        self._store = store
        self._outages = outages
        self._now = now
        self._id = token_hex(4)
        self._name = ""
        self._seen: Mapping[str, datetime] = {}
        self._gaps = 0  # looks in a row at which a shard had no process
        self.conflict = ""  # in one sentence, while there is one

    async def look(self) -> None:
        """Save that this process runs, and look for a conflict with another. Raises StoreFailed."""
        now, self._name = self._now(), f"{self._outages.process.name}#{self._id}"
        rows = await self._store.note_process(self._name, now, now - EXPIRED)
        running = [name for name, at in rows.items() if name != self._name and self._seen.get(name, at) != at]
        self._seen = rows
        missing = unserved([self._name, *running])
        self._gaps = self._gaps + 1 if missing else 0
        late = missing if self._gaps >= PATIENCE else ""
        mistake = next(filter(None, (conflict(self._name, name) for name in running)), late)
        if mistake and not self.conflict:
            log.warning("%s", mistake)
        self.conflict = mistake

    async def close(self) -> None:
        """Save that this process no longer runs, best effort."""
        try:
            await self._store.forget_process(self._name)
        except StoreFailed as failed:
            log.info("could not record the end of this process: %s", failed)
