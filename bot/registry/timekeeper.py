"""What is done about all clocks at once: games whose time is over end, outages are made up for, players reminded."""

import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TypeVar

from bot.database.clocks import Shards
from bot.database.errors import Damaged
from bot.database.store import Store
from bot.game.agenda import Agenda, OpenGame
from bot.game.challenges import CHALLENGE_LASTS
from bot.game.errors import GameOver, OldBoard, WaitedTooLong
from bot.game.games import ChannelId, Game, GameId, UserId
from bot.game.requests import Update
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels

log = logging.getLogger(__name__)

T = TypeVar("T")

COMPLAINING = timedelta(days=1)  # how often the same damage is told


class Timekeeper:
    """Sweeps the clocks of the games that a process looks after."""

    def __init__(self, channels: Channels, store: Store, arbiter: Arbiter, shards: Shards | None = None) -> None:
        self._channels = channels
        self._store = store
        self._arbiter = arbiter
        self._shards = shards or Shards()
        self._complained: dict[GameId, datetime] = {}  # when it was last told that a game can't be read

    def tell_of_ends(self, tell: Callable[[Update], None]) -> None:
        """Have somebody told of each game that time ends, whoever touched it."""
        self._channels.when_timed_out = tell

    async def sweep(self) -> None:
        """Make up for an outage, if there was one, and end every game whose time is over."""
        now = self._arbiter.clock()
        while number := await self._store.sweep(self._shards, now, self._arbiter.outage):
            log.info("after an outage the players of %d games have a quarter of their time again", number)
        self._arbiter.note_sweep(now)
        for game, channel in await self._store.out_of_time(self._shards, now - self._arbiter.on_its_way):
            await self._try(game, channel, self._channels.live)

    async def agenda(self, user: UserId) -> Agenda:
        """Return what somebody plays anywhere, and which challenges wait for them."""
        now = self._arbiter.clock()
        games = await self._store.open_games(user)
        if late := [game for game in games if game.deadline is not None and game.deadline <= now]:
            for game in late:
                if not self._channels.is_held(game.place.channel):  # else that request finds the game over
                    await self._try(game.id, game.place.channel, self._channels.live)
            games = await self._store.open_games(user)
        shown = (replace(game, message=self._channels.newest_board(game.id, game.message)) for game in games)
        challenges = await self._store.challenges_to(user, now - CHALLENGE_LASTS)
        return Agenda(tuple(sorted(filter(_is_listed, shown), key=_urgency)), tuple(challenges))

    async def reminders(self) -> AsyncGenerator[Game]:
        """Yield each game whose player is to be reminded, once: that is saved before."""
        now = self._arbiter.clock()
        for game, channel in await self._store.to_remind(self._shards, now):
            if reminded := await self._try(game, channel, partial(self._reminded, game, now)):
                yield reminded

    async def _try(self, game: GameId, channel: ChannelId, look: Callable[[ChannelId], Awaitable[T]]) -> T | None:
        """Look after a game while its channel is held; None if other requests or the game itself don't let it."""
        try:
            async with self._channels.held(channel):
                return await look(channel)
        except WaitedTooLong:
            log.info("channel %d was locked for too long to look after game %d", channel, game)
        except Damaged as damaged:
            now = self._arbiter.clock()
            if now - self._complained.get(game, now - COMPLAINING) >= COMPLAINING:
                self._complained[game] = now
                log.warning("game %d can't be read, so no clock ends it: %s", game, damaged)
        return None

    async def _reminded(self, game: GameId, now: datetime, channel: ChannelId) -> Game | None:
        live = await self._channels.live(channel)
        if live is None or live.id != game or live.clock is None:
            return None
        due = live.clock.remind_at(live.moves)
        if due is None or due > now:
            return None
        after = live.noted(clock=replace(live.clock, reminded=live.moves))
        try:
            return await self._channels.save(live, after, live.interaction)
        except (GameOver, OldBoard):  # another process was quicker
            return None


def _is_listed(game: OpenGame) -> bool:
    return game.waits or not game.is_over


def _urgency(game: OpenGame) -> tuple[bool, datetime, datetime]:
    """Order what waits for somebody before what does not, and what ends first before what ends later or not at all."""
    return not game.waits, game.deadline or datetime.max.replace(tzinfo=UTC), game.touched
