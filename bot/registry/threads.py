"""The threads that the bot has opened: archived once their games have ended; and what it means if one is deleted."""

import logging
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from bot.database.clocks import Shards
from bot.database.errors import Damaged
from bot.game import playing
from bot.game.errors.playing import GameOver, OldBoard
from bot.game.games import ChannelId, Game, GameId, Place
from bot.game.requests import Event, Update
from bot.registry.channels import Channels

log = logging.getLogger(__name__)

THREAD_LASTS = timedelta(hours=1)  # after the end of its game
# Whether the place of a game is still there is looked up once a day if the game has rested, for few games a sweep.
RESTS, LOOKED_UP, FEW = timedelta(hours=1), timedelta(days=1), 10


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

    async def resting(self, shards: Shards, by: datetime, after: ChannelId, most: int) -> list[Place]:
        """Return where in servers games are on that nobody has touched since an instant, in the order of the channels.

        Shapes: after is the channel after which to begin.
        """
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
        self._next_look = datetime.min.replace(tzinfo=UTC)
        self._looked_up = ChannelId(0)  # up to here, in the present round

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

    async def to_look_up(self) -> list[Place]:
        """Return the next few places that may have been deleted while nobody told the bot, each once a day.

        Discord tells of a deleted thread only while it is connected, and of a deleted channel not in a way that needs
        no memory of all channels.
        """
        now = self._clock()
        if now < self._next_look:
            return []
        found = await self._store.resting(self._shards, now - RESTS, self._looked_up, FEW)
        if len(found) == FEW:
            self._looked_up = found[-1].channel
        else:  # that was the last of this round
            self._looked_up, self._next_look = ChannelId(0), now + LOOKED_UP
        return found

    async def deleted(self, channel: ChannelId) -> Update | None:
        """End the game in a thread, post or channel that is no more: nobody could play on, nor end it.

        Shapes: None if no game is on there.

        Raises WaitedTooLong, StoreFailed, Damaged.
        """
        async with self._channels.held(channel):
            while live := await self._channels.live(channel):
                try:
                    ended = await self._channels.save(live, playing.deleted(live, self._clock()), live.interaction)
                except (GameOver, OldBoard):  # another process was quicker, and is looked at again
                    log.info("game %d changed while channel %d was deleted", live.id, channel)
                else:
                    log.info("game %d ended, as channel %d was deleted", live.id, channel)
                    return Update(live, ended, Event.PLAYED, live.humans[0])
        return None
