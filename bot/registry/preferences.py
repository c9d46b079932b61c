"""Users' preferences and blocks, and servers' settings, cached for a few minutes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from cachetools import FIFOCache

from bot import deadlines
from bot.database.errors import StoreFailed
from bot.database.preferences import PreferenceStore
from bot.game.errors import CannotBlock, NotBlocked, TooManyBlocked, WhyNotBlocked
from bot.game.games import Game, GuildId, Human, Player, UserId
from bot.game.preferences import (
    DEFAULT_PREFERENCES,
    DEFAULT_SETTINGS,
    MAX_BLOCKED,
    Changes,
    Preferences,
    ServerSettings,
)

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

TTL = timedelta(minutes=10)


async def within_deadline(query: Awaitable[V], consequence: str) -> V | None:
    """Return the result of a query; if it fails or takes too long, log the consequence and return None."""
    try:
        async with asyncio.timeout(deadlines.PREFERENCES.total_seconds()):
            return await query
    except (StoreFailed, TimeoutError) as failed:
        log.warning("%s: %r", consequence, failed, extra={"may_flood": True})
        return None


class TtlCache(Generic[K, V]):
    """A bounded cache of values from the database. Values older than TTL aren't fresh, but can still be read.

    timer counts seconds; default is the value of keys that aren't cached.
    """

    def __init__(self, timer: Callable[[], float], size: int, default: V) -> None:
        self._timer = timer
        self._default = default
        self._values: FIFOCache[K, tuple[float, V]] = FIFOCache(size)  # when it was cached, and the value

    def is_fresh(self, key: K) -> bool:
        """Return whether the value of a key is younger than TTL."""
        entry = self._values.get(key)
        return entry is not None and self._timer() - entry[0] < TTL.total_seconds()

    def get(self, key: K) -> V:
        """Return the cached value of a key, however old; the default if there is none."""
        entry = self._values.get(key)
        return entry[1] if entry else self._default

    def note(self, key: K, value: V) -> None:
        """Cache the value of a key; evict the oldest value if the cache is full."""
        self._values[key] = self._timer(), value

    def renewal(self, keys: Collection[K]) -> Callable[[Mapping[K, V]], None]:
        """Return a function that caches the result of a query begun now, except for keys that change meanwhile."""
        before = {key: self._values.get(key) for key in keys}

        def renew(loaded: Mapping[K, V]) -> None:
            for key, old in before.items():
                if self._values.get(key) is old:
                    self.note(key, loaded.get(key, self._default))

        return renew

    def drop(self, key: K) -> None:
        """Remove the value of a key."""
        self._values.pop(key, None)


PEOPLE_CACHED = 20_000  # people; each takes about 200 bytes


class People:
    """The preferences and blocks of users.

    Preferences are cached, so that a move doesn't query them. A change takes effect at once in this process, and within
    TTL in others. timer counts seconds.
    """

    def __init__(self, store: PreferenceStore, *, timer: Callable[[], float], size: int = PEOPLE_CACHED) -> None:
        self._store = store
        self.cache: TtlCache[UserId, Preferences] = TtlCache(timer, size, DEFAULT_PREFERENCES)

    async def preferences(self, user: UserId) -> Preferences:
        """Return a user's preferences from the database. Raises StoreFailed."""
        return (await self._load([user])).get(user, DEFAULT_PREFERENCES)

    async def prefer(self, user: UserId, changes: Changes) -> Preferences:
        """Change some preferences of a user, and return all preferences. Raises StoreFailed."""
        saved = await self._store.prefer(user, changes)
        self.cache.note(user, saved)
        return saved

    async def preferences_of(self, game: Game) -> tuple[Preferences, Preferences]:
        """Return the preferences of a game's players, X first; the defaults for the computer.

        If the database doesn't answer in time, the last known preferences or the defaults apply.
        """
        if stale := [user for user in game.humans if not self.cache.is_fresh(user)]:
            await within_deadline(self._load(stale), "showing a board without preferences")
        return self._cached(game.x), self._cached(game.o)

    async def block(self, user: UserId, blocked: UserId, at: datetime, *, is_bot: bool = False) -> None:
        """Block a user: neither of the two can challenge the other, or accept or join the other's challenges.

        Raises CannotBlock, TooManyBlocked, StoreFailed.
        """
        if blocked == user:
            raise CannotBlock(WhyNotBlocked.SELF)
        if is_bot:
            raise CannotBlock(WhyNotBlocked.BOT)
        if not await self._store.block(user, blocked, at, MAX_BLOCKED):
            raise TooManyBlocked

    async def unblock(self, user: UserId, blocked: UserId) -> None:
        """Unblock a user. Raises NotBlocked, StoreFailed."""
        if not await self._store.unblock(user, blocked):
            raise NotBlocked(blocked)

    # -- private

    async def _load(self, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        renew = self.cache.renewal(users)
        loaded = await self._store.preferences(users)
        renew(loaded)
        return loaded

    def _cached(self, player: Player) -> Preferences:
        return self.cache.get(player.id) if isinstance(player, Human) else DEFAULT_PREFERENCES


SERVERS_CACHED = 5_000  # servers; each takes about 300 bytes


class Servers:
    """The settings of servers, cached like preferences.

    A change takes effect at once, because only one process serves a server. timer counts seconds.
    """

    def __init__(self, store: PreferenceStore, *, timer: Callable[[], float], size: int = SERVERS_CACHED) -> None:
        self._store = store
        self._cache: TtlCache[GuildId, ServerSettings] = TtlCache(timer, size, DEFAULT_SETTINGS)

    async def settings(self, guild: GuildId) -> ServerSettings:
        """Return the settings of a server from the database. Raises StoreFailed."""
        renew = self._cache.renewal([guild])
        loaded = await self._store.server_settings(guild)
        renew({guild: loaded})
        return loaded

    async def change(self, guild: GuildId, changes: Changes, by: UserId) -> ServerSettings:
        """Change some settings of a server, log who did it, and return all settings. Raises StoreFailed."""
        saved = await self._store.change_server(guild, changes)
        self._cache.note(guild, saved)
        log.info("user %d changed settings of server %d: %s", by, guild, changes)
        return saved

    async def cached_settings(self, guild: GuildId | None) -> ServerSettings:
        """Return the settings of a server, perhaps cached; the defaults in direct messages or if none load in time."""
        if guild is None:
            return DEFAULT_SETTINGS
        if not self._cache.is_fresh(guild):
            await within_deadline(self.settings(guild), "continuing a request without its server's settings")
        return self._cache.get(guild)
