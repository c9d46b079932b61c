"""The data of users and servers: exports, deletion on request, and deletion after a time."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial

from bot.clockwork import for_each
from bot.database.privacy import PrivacyStore
from bot.game.errors import ExportedLately, ExportRunning
from bot.game.games import UserId
from bot.game.puzzles import day_of
from bot.game.requests import ExportPart
from bot.registry.channels import Channels
from bot.registry.preferences import People

KEPT_AFTER_LEAVING = timedelta(days=30)  # the data of a server that has removed the bot
PAUSE = timedelta(milliseconds=10)  # between steps, so that other requests can read and write
MAX_EXPORTED_MOVES = 1_000_000  # so that the file fits into a message
EXPORT_AGAIN = timedelta(minutes=10)  # a user may export their data this often


class Privacy:
    """Exports and deletes the data of users and servers."""

    def __init__(
        self,
        channels: Channels,
        people: People,
        store: PrivacyStore,
        *,
        now: Callable[[], datetime],
        pause: timedelta = PAUSE,
    ) -> None:
        self._channels = channels
        self._people = people
        self._store = store
        self._now = now
        self._pause = pause
        self._forgetting = asyncio.Lock()  # one user at a time, so that other requests can write
        self._is_exporting = False
        self._exported: dict[UserId, datetime] = {}  # when users may export again

    @contextmanager
    def exporting(self, user: UserId) -> Generator[None]:
        """Reserve the only export slot until the file is sent. If the export fails, the user may try again at once.

        Raises ExportedLately, ExportRunning.
        """
        now = self._now()
        self._exported = {user: again for user, again in self._exported.items() if again > now}
        if user in self._exported:
            raise ExportedLately(self._exported[user])
        if self._is_exporting:
            raise ExportRunning
        self._exported[user] = now + EXPORT_AGAIN
        self._is_exporting = True
        try:
            yield
        except BaseException:
            self._exported.pop(user, None)
            raise
        finally:
            self._is_exporting = False

    async def export(self, user: UserId) -> AsyncGenerator[ExportPart]:
        """Yield all data about a user, games newest first, with pauses for other requests. Call it within exporting."""
        for part, name in enumerate(self._store.EXPORT_PARTS):
            start, has_more = 0, True
            while has_more:
                rows = await self._store.export_others(user, part, start)
                yield ExportPart(name, rows)
                start, has_more = start + len(rows), bool(rows)
                await self._rest()
        number, left = await self._store.games_of(user)
        yield ExportPart("games", [])
        exported = moves = 0
        while left and moves < MAX_EXPORTED_MOVES:
            page, left = await self._store.export_games(user, left)
            yield ExportPart("games", page)
            exported, moves = exported + len(page), moves + sum(len(game["moves"]) for game in page)
            await self._rest()
        omitted = max(0, number - exported)
        yield ExportPart("older_games_left_out", [{"number": omitted}] if omitted else [])

    async def forget(self, user: UserId) -> None:
        """Delete all data about a user, with pauses for other requests. Their live games end without a result.

        The clockwork continues an interrupted deletion.
        """
        await self._store.start_forgetting(user)
        await self._forget(user)

    async def resume(self) -> None:
        """Continue the deletions that a restart or a failure interrupted."""
        await for_each(await self._store.being_forgotten(), self._forget)

    async def _forget(self, user: UserId) -> None:
        has_more = True
        async with self._forgetting:
            while has_more:
                has_more = await self._store.forget_some(user, self._now())
                await self._rest()
        self._channels.cache.clear()
        self._people.cache.drop(user)

    async def purge(self, solo: timedelta) -> None:
        """Delete expired data. Finished games against the computer expire after solo."""
        now = self._now()
        steps = partial(self._purge_games, now, solo), partial(self._purge_attempts, now)
        await for_each(steps, lambda step: step())

    async def _purge_games(self, now: datetime, solo: timedelta) -> None:
        """Delete expired games, challenges and data of servers."""
        start: int | None = 0
        while start is not None:
            start = await self._store.purge_some(start, now - KEPT_AFTER_LEAVING, now - solo)
            await self._rest()

    async def _purge_attempts(self, now: datetime) -> None:
        user: UserId | None = UserId(0)
        while user is not None:
            user = await self._store.purge_attempts(user, day_of(now))
            await self._rest()

    async def _rest(self) -> None:
        """Let other requests read and write."""
        await asyncio.sleep(self._pause.total_seconds())
