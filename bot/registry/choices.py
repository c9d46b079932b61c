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
    """Return what the database says; None where it doesn't soon, and log what happens without it."""
    try:
        async with asyncio.timeout(deadlines.PREFERENCES.total_seconds()):
            return await asked
    except (StoreFailed, TimeoutError) as failed:
        log.warning("%s: %r", otherwise, failed)
        return None


class Remembered(Generic[K, V]):
    """What the database said last, of so many keys; it is fresh for LASTS. clock counts seconds."""

    def __init__(self, clock: Callable[[], float], room: int) -> None:
        self._clock = clock
        self._room = room
        self._lasts = LASTS.total_seconds()
        self._known: OrderedDict[K, tuple[float, V]] = OrderedDict()  # since when, and what

    def is_fresh(self, key: K) -> bool:
        """Return whether the database said lately what a key has."""
        known = self._known.get(key)
        return known is not None and self._clock() - known[0] < self._lasts

    def get(self, key: K) -> V | None:
        """Return what a key had when the database was last asked, however long ago."""
        known = self._known.get(key)
        return known[1] if known else None

    def note(self, key: K, value: V) -> None:
        """Note what a key has, in place of the key that was noted longest ago if it is too much."""
        self.drop(key)
        self._known[key] = self._clock(), value
        if len(self._known) > self._room:
            self._known.popitem(last=False)

    def renew(self, key: K, value: V, was: V | None) -> None:
        """Note what the database says a key has, unless it was changed since: was is what get returned before."""
        if self.get(key) is was:
            self.note(key, value)

    def drop(self, key: K) -> None:
        """Forget what a key has."""
        self._known.pop(key, None)


PEOPLE_CACHED = 20_000  # people; each takes about 200 bytes


class Question:
    """What people prefer, asked of the database: remembered once it is answered, unless they changed it meanwhile."""

    def __init__(self, known: Remembered[UserId, Preferences], users: Collection[UserId]) -> None:
        self._known = known
        self._were = {user: known.get(user) for user in users}

    def answered(self, found: Mapping[UserId, Preferences]) -> None:
        """Remember the answer: what they prefer, as far as they have chosen anything."""
        for user, was in self._were.items():
            self._known.renew(user, found.get(user, DEFAULT_PREFERENCES), was)


class People:
    """Knows what people prefer.

    It is remembered, so that a move needs no query for it. What somebody changes counts at once in this process, and in
    others as soon as they ask the database anew. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = PEOPLE_CACHED) -> None:
        self._store = store
        self._known: Remembered[UserId, Preferences] = Remembered(clock, remembered)

    async def preferences(self, user: UserId) -> Preferences:
        """Return what somebody prefers, as the database has it.

        Raises StoreFailed.
        """
        asked = self.question([user])
        found = await self._store.preferences([user])
        asked.answered(found)
        return found.get(user, DEFAULT_PREFERENCES)

    async def prefer(self, user: UserId, changes: Changes) -> Preferences:
        """Save what somebody prefers from now on, and return all that they prefer.

        Raises StoreFailed.
        """
        saved = await self._store.prefer(user, changes)
        self._known.note(user, saved)
        return saved

    async def of_players(self, game: Game) -> tuple[Preferences, Preferences]:
        """Return what the players of a game prefer, X first; the computer prefers nothing.

        A board can be shown without it: what the database doesn't tell soon is as it was, or as if nobody had chosen.
        """
        if unknown := [user for user in game.humans if not self._known.is_fresh(user)]:
            await self._load(unknown)
        return self._of(game.x), self._of(game.o)

    def question(self, users: Collection[UserId]) -> Question:
        """Return a question that the database is about to be asked, to be told its answer."""
        return Question(self._known, users)

    async def block(self, user: UserId, blocked: UserId, at: datetime, *, is_bot: bool = False) -> None:
        """Block somebody: from now on neither of the two can challenge the other, nor accept or join.

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
        """Return whom somebody has blocked, newest first."""
        return await self._store.blocked_by(user)

    def forget(self, user: UserId) -> None:
        """Drop what is remembered of somebody."""
        self._known.drop(user)

    # -- within

    async def _load(self, users: Sequence[UserId]) -> None:
        asked = self.question(users)
        found = await soon(self._store.preferences(users), "a board is shown without the preferences of its players")
        if found is not None:
            asked.answered(found)

    def _of(self, player: Player) -> Preferences:
        return (self._known.get(player.id) if isinstance(player, Human) else None) or DEFAULT_PREFERENCES


SERVERS_CACHED = 5_000  # servers; each takes about 300 bytes


class Servers:
    """Knows what servers prefer.

    It is remembered as what people prefer. A change counts at once in this process, which is the one that serves the
    server. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = SERVERS_CACHED) -> None:
        self._store = store
        self._known: Remembered[GuildId, ServerSettings] = Remembered(clock, remembered)

    async def settings(self, guild: GuildId) -> ServerSettings:
        """Return what a server prefers, as the database has it.

        Raises StoreFailed.
        """
        was = self._known.get(guild)
        found = await self._store.server_settings(guild)
        self._known.renew(guild, found, was)
        return found

    async def change(self, guild: GuildId, changes: Changes, by: UserId) -> ServerSettings:
        """Save what a server prefers from now on, log who said so, and return all that it prefers.

        Raises StoreFailed.
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


class Choices(NamedTuple):
    """What people and servers prefer."""

    people: People
    servers: Servers
