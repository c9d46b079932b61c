"""What is kept of people and servers: exported, forgotten, and deleted after a time."""

import asyncio
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

from bot.database.store import Store
from bot.game.agenda import Export
from bot.game.games import GuildId, UserId
from bot.registry.channels import Channels
from bot.registry.choices import People
from bot.registry.puzzles import Puzzles

KEPT_AFTER_LEAVING = timedelta(days=30)
PAUSE = timedelta(milliseconds=10)  # between two steps, so that others can write
PAGE = 200  # games read at once
MOVES = 1_000_000  # in an export, so that the file fits into a message


class Keeping:
    """Knows what is kept of whom, and until when."""

    def __init__(
        self,
        channels: Channels,
        people: People,
        store: Store,
        puzzles: Puzzles,
        *,
        clock: Callable[[], datetime],
        pause: timedelta = PAUSE,
    ) -> None:
        self._channels = channels
        self._people = people
        self._store = store
        self._puzzles = puzzles
        self._clock = clock
        self._pause = pause

    async def export(self, user: UserId) -> Export:
        """Return everything that is kept of somebody."""
        number, wanted = await self._store.games_of(user)
        rest = await self._store.export_rest(user)
        games: list[dict[str, Any]] = []
        moves = 0
        for start in range(0, len(wanted), PAGE):
            page = await self._store.export_games(user, wanted[start : start + PAGE])
            games += page
            moves += sum(len(game["moves"]) for game in page)
            if moves > MOVES:
                break
        left_out = max(0, number - len(games))
        return Export(user, self._clock(), games, left_out=left_out, **rest)

    async def forget(self, user: UserId) -> None:
        """Delete what is kept of somebody; their live games end without a result.

        The more they have played, the longer it takes; others can write in between. If it is interrupted, the next
        start continues.
        """
        await self._store.start_forgetting(user)
        await self._forget(user)

    async def resume(self) -> None:
        """Continue to forget whoever was being forgotten when the bot stopped."""
        for user in await self._store.being_forgotten():
            await self._forget(user)

    async def _forget(self, user: UserId) -> None:
        is_more = True
        while is_more:
            is_more = await self._store.forget_some(user, self._clock())
            await asyncio.sleep(self._pause.total_seconds())
        self._channels.forget()
        self._people.forget(user)

    async def serves(self, present: Collection[GuildId], is_ours: Callable[[GuildId], bool]) -> None:
        """Note which servers have the bot; is_ours tells those that this process would know of."""
        await self._store.note_guilds(present, is_ours, self._clock())

    async def joined(self, guild: GuildId) -> None:
        """Note that a server has the bot: nothing of it is deleted."""
        await self._store.note_guild(guild, None)

    async def left(self, guild: GuildId) -> None:
        """Note that a server removed the bot: what was played there is kept for KEPT_AFTER_LEAVING."""
        await self._store.note_guild(guild, self._clock())

    async def purge(self, solo: timedelta | None) -> None:
        """Delete what has been kept long enough.

        Shapes: solo is how long finished games against the computer are kept; None keeps them.
        """
        now, start = self._clock(), 0
        while start is not None:
            solo_before = None if solo is None else now - solo
            start = await self._store.purge_some(start, now - KEPT_AFTER_LEAVING, solo_before)
            await asyncio.sleep(self._pause.total_seconds())
        user: UserId | None = UserId(0)
        while user is not None:
            user = await self._puzzles.purge_some(user)
            await asyncio.sleep(self._pause.total_seconds())
