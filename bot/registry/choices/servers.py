"""What servers have chosen, remembered for a while."""

import logging
from collections.abc import Callable

from bot.game.choices import DEFAULT_SETTINGS, ServerChanges, ServerSettings
from bot.game.games import GuildId, UserId
from bot.registry.choices.remembered import Remembered, soon
from bot.registry.store import Store

log = logging.getLogger(__name__)

REMEMBERED = 5_000  # servers; each takes about 300 bytes


class Servers:
    """Knows what servers prefer.

    It is remembered as what people prefer. A change counts at once in this process, which is the one that serves the
    server. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = REMEMBERED) -> None:
        self._store = store
        self._known: Remembered[GuildId, ServerSettings] = Remembered(clock, remembered)

    async def settings(self, guild: GuildId) -> ServerSettings:
        """Return what a server prefers, as the database has it.

        Raises
        ------
        StoreFailed
        """
        was = self._known.get(guild)
        found = await self._store.server_settings(guild)
        self._known.renew(guild, found, was)
        return found

    async def change(self, guild: GuildId, changes: ServerChanges, by: UserId) -> ServerSettings:
        """Save what a server prefers from now on, log who said so, and return all that it prefers.

        Raises
        ------
        StoreFailed
        """
        saved = await self._store.change_server(guild, changes)
        self._known.note(guild, saved)
        log.info("user %d changed settings of server %d: %s", by, guild, changes)
        return saved

    async def of(self, guild: GuildId | None) -> ServerSettings:
        """Return what a server prefers; outside of servers, and where the database doesn't tell soon, the default."""
        if guild is None:
            return DEFAULT_SETTINGS
        if not self._known.is_fresh(guild):
            await soon(self.settings(guild), "a request goes on without the settings of its server")
        return self._known.get(guild) or DEFAULT_SETTINGS
