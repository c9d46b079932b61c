"""The preferences of users, their blocks and the settings of servers, cached for a while."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

from bot import deadlines
from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.game.choices import (
    DEFAULT_PREFERENCES,
    DEFAULT_SETTINGS,
    MOST_BLOCKED,
    Changes,
    Preferences,
    ServerSettings,
)
from bot.game.errors import CannotBlock, NotBlocked, TooManyBlocked, Unblockable
from bot.game.games import Game, GuildId, Human, Player, UserId

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

LASTS = timedelta(minutes=10)


async def soon(asked: Awaitable[V], otherwise: str) -> V | None:
    """Return the database's answer, or None if it doesn't come soon; then log what happens without it."""
    try:
        async with asyncio.timeout(deadlines.PREFERENCES.total_seconds()):
            return await asked
    except (StoreFailed, TimeoutError) as failed:
        log.warning("%s: %r", otherwise, failed)
        return None


class Remembered(Generic[K, V]):
    """A bounded cache of the database's answers, fresh for LASTS. clock counts seconds."""

    def __init__(self, clock: Callable[[], float], room: int) -> None:
        self._clock = clock
        self._room = room
        self._lasts = LASTS.total_seconds()
        self._known: OrderedDict[K, tuple[float, V]] = OrderedDict()  # since when, and the value

    def is_fresh(self, key: K) -> bool:
        """Return whether the value of a key was noted lately."""
        known = self._known.get(key)
        return known is not None and self._clock() - known[0] < self._lasts

    def get(self, key: K) -> V | None:
        """Return the last known value of a key, however old."""
        known = self._known.get(key)
        return known[1] if known else None

    def note(self, key: K, value: V) -> None:
        """Note the value of a key; evict the oldest value if the cache is full."""
        self.drop(key)
        self._known[key] = self._clock(), value
        if len(self._known) > self._room:
            self._known.popitem(last=False)

    def renew(self, key: K, value: V, was: V | None) -> None:
        """Note the database's value of a key, unless the value was changed since get returned `was`."""
        if self.get(key) is was:
            self.note(key, value)

    def drop(self, key: K) -> None:
        """Forget the value of a key."""
        self._known.pop(key, None)


PEOPLE_CACHED = 20_000  # people; each takes about 200 bytes


class Question:
    """A query for preferences whose answer is cached, unless the users changed them meanwhile."""

    def __init__(self, known: Remembered[UserId, Preferences], users: Collection[UserId]) -> None:
        self._known = known
        self._were = {user: known.get(user) for user in users}

    def answered(self, found: Mapping[UserId, Preferences]) -> None:
        """Cache the answer: the preferences of the users who have chosen any."""
        for user, was in self._were.items():
            self._known.renew(user, found.get(user, DEFAULT_PREFERENCES), was)


class People:
    """The preferences of users and whom they block.

    Preferences are cached, so that a move needs no query for them. A change takes effect at once in this process, in
    others when their cached value is no longer fresh. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = PEOPLE_CACHED) -> None:
        self._store = store
        self._known: Remembered[UserId, Preferences] = Remembered(clock, remembered)

    async def preferences(self, user: UserId) -> Preferences:
        """Return a user's preferences from the database.

        Raises StoreFailed.
        """
        question = self.question([user])
        loaded = await self._store.preferences([user])
        question.answered(loaded)
        return loaded.get(user, DEFAULT_PREFERENCES)

    async def prefer(self, user: UserId, changes: Changes) -> Preferences:
        """Save changed preferences of a user, and return all of them.

        Raises StoreFailed.
        """
        saved = await self._store.prefer(user, changes)
        self._known.note(user, saved)
        return saved

    async def of_players(self, game: Game) -> tuple[Preferences, Preferences]:
        """Return the preferences of a game's players, X first; the computer has none.

        A board can do without them: if the database doesn't answer soon, the last known preferences or the defaults
        apply.
        """
        if unknown := [user for user in game.humans if not self._known.is_fresh(user)]:
            await self._load(unknown)
        return self._of(game.x), self._of(game.o)

    def question(self, users: Collection[UserId]) -> Question:
        """Return a query to be answered with what the database says."""
        return Question(self._known, users)

    async def block(self, user: UserId, blocked: UserId, at: datetime, *, is_bot: bool = False) -> None:
        """Block a user: from now on neither of the two can challenge the other, accept or join.

        Raises CannotBlock, TooManyBlocked, StoreFailed.
        """
        if blocked == user:
            raise CannotBlock(Unblockable.SELF)
        if is_bot:
            raise CannotBlock(Unblockable.BOT)
        if not await self._store.block(user, blocked, at, MOST_BLOCKED):
            raise TooManyBlocked

    async def unblock(self, user: UserId, blocked: UserId) -> None:
        """Take a block back.

        Raises NotBlocked, StoreFailed.
        """
        if not await self._store.unblock(user, blocked):
            raise NotBlocked(blocked)

    async def blocked_by(self, user: UserId) -> list[UserId]:
        """Return the users whom a user has blocked, newest first."""
        return await self._store.blocked_by(user)

    def forget(self, user: UserId) -> None:
        """Drop the cached preferences of a user."""
        self._known.drop(user)

    # -- within

    async def _load(self, users: Sequence[UserId]) -> None:
        question = self.question(users)
        loaded = await soon(self._store.preferences(users), "a board is shown without the preferences of its players")
        if loaded is not None:
            question.answered(loaded)

    def _of(self, player: Player) -> Preferences:
        return (self._known.get(player.id) if isinstance(player, Human) else None) or DEFAULT_PREFERENCES


SERVERS_CACHED = 5_000  # servers; each takes about 300 bytes


class Servers:
    """The settings of servers, cached like preferences.

    A change takes effect at once in this process, the only one that serves the server. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = SERVERS_CACHED) -> None:
        self._store = store
        self._known: Remembered[GuildId, ServerSettings] = Remembered(clock, remembered)

    async def settings(self, guild: GuildId) -> ServerSettings:
        """Return the settings of a server from the database.

        Raises StoreFailed.
        """
        was = self._known.get(guild)
        loaded = await self._store.server_settings(guild)
        self._known.renew(guild, loaded, was)
        return loaded

    async def change(self, guild: GuildId, changes: Changes, by: UserId) -> ServerSettings:
        """Save changed settings of a server, log who changed them, and return all of them.

        Raises StoreFailed.
        """
        saved = await self._store.change_server(guild, changes)
        self._known.note(guild, saved)
        log.info("user %d changed settings of server %d: %s", by, guild, changes)
        return saved

    async def of(self, guild: GuildId | None) -> ServerSettings:
        """Return the settings of a server; the defaults in direct messages or without a quick answer."""
        if guild is None:
            return DEFAULT_SETTINGS
        if not self._known.is_fresh(guild):
            await soon(self.settings(guild), "a request goes on without the settings of its server")
        return self._known.get(guild) or DEFAULT_SETTINGS


class Choices(NamedTuple):
    """The preferences of users and the settings of servers."""

    people: People
    servers: Servers
