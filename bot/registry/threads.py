"""The threads that the bot has opened: archived once their games have ended, and what it means if one is deleted."""

import logging
from collections.abc import AsyncGenerator, Callable
from datetime import datetime, timedelta
from typing import Protocol

from bot.game.errors import GameOver, OldBoard
from bot.game.games import ChannelId, Ending, Game, GameId, Place, Result
from bot.game.shards import Shards
from bot.registry.channels import Channels
from bot.registry.store import Damaged

log = logging.getLogger(__name__)

THREAD_LASTS = timedelta(hours=1)  # after the end of its game


class ThreadStore(Protocol):
    """What is needed of a database, beside the store of the games; each call is one transaction, as there."""

    async def to_archive(self, shards: Shards, by: datetime) -> list[tuple[GameId, Place]]:
        """Return the games that ended by an instant in threads that are not archived, many at most, earliest first."""
        ...

    async def note_archived(self, game: GameId) -> None:
        """Remember that the thread of a game needs no more archiving."""
        ...

    async def latest_game(self, channel: ChannelId) -> Game | None:
        """Return the channel's live game, else the one that was opened last."""
        ...


class Threads:
    """Looks after the threads of the games that a process looks after."""

    def __init__(
        self,
        channels: Channels,
        store: ThreadStore,
        *,
        clock: Callable[[], datetime],
        shards: Shards | None = None,
        lasts: timedelta = THREAD_LASTS,
    ) -> None:
        self._channels = channels
        self._store = store
        self._clock = clock
        self._shards = shards or Shards()
        self._lasts = lasts

    async def to_archive(self) -> AsyncGenerator[tuple[GameId, Place]]:
        """Yield the threads whose time has come, each with its last game, until that is said to be archived.

        One with a newer game is left to that game, and one whose game can't be read to Discord, which archives it after
        a while.
        """
        for game, thread in await self._store.to_archive(self._shards, self._clock() - self._lasts):
            try:
                latest = await self._store.latest_game(thread.channel)
            except Damaged as damaged:
                log.warning("a game in thread %d can't be read, so it is not archived: %s", thread.channel, damaged)
                latest = None
            if latest is not None and latest.id == game:
                yield game, thread
            else:
                await self.archived(game)

    async def archived(self, game: GameId) -> None:
        """Note that the thread of a game needs no more archiving."""
        await self._store.note_archived(game)

    async def deleted(self, thread: ChannelId) -> None:
        """End the game in a thread or post that is no more: nobody could play on, nor end it.

        Raises
        ------
        WaitedTooLong, StoreFailed
        """
        async with self._channels.held(thread):
            try:
                while live := await self._channels.live(thread):
                    await self._end(live)
            except Damaged as damaged:
                log.warning("a game in deleted thread %d can't be read, so it is not ended: %s", thread, damaged)

    async def _end(self, live: Game) -> None:
        ended = live.noted(result=Result(None, Ending.STOPPED), touched=self._clock(), request=None)
        try:
            await self._channels.save(live, ended, live.interaction)
        except (GameOver, OldBoard):  # another process was quicker, and is looked at again
            log.info("game %d changed while its thread was deleted", live.id)
        else:
            log.info("game %d ended, as its thread was deleted", live.id)
