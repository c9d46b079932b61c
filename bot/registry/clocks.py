"""Sweeps over all clocks: timeouts, extensions after outages, and reminders."""

import logging
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import datetime
from functools import partial

from bot.database.clocks import ClockStore
from bot.game.errors import GameOver, OldBoard
from bot.game.games import Game, GameId
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels

log = logging.getLogger(__name__)


class Clocks:
    """Sweeps the clocks of the games that this process serves."""

    def __init__(self, channels: Channels, store: ClockStore, arbiter: Arbiter) -> None:
        self._channels = channels
        self._store = store
        self._arbiter = arbiter
        self._outages = arbiter.outages

    async def sweep(self) -> None:
        """Extend the clocks after an outage, then end every game in which a player ran out of time."""
        now, outages, outage = self._arbiter.now(), self._outages, self._arbiter.times.outage
        shards_back, servers_back = set(outages.shards.back), frozenset(outages.servers.back)
        for shard in outages.connected:
            is_back = not shards_back.isdisjoint(shard.ids)
            while number := await self._store.sweep(shard, now, outage, servers_back, is_back=is_back):
                log.info("after an outage, extended the clocks of %d games to a quarter of their pace", number)
        outages.shards.back -= shards_back
        outages.servers.back -= servers_back
        self._arbiter.swept = now
        for game, channel in await self._store.out_of_time(outages.playable, now - self._arbiter.times.on_its_way):
            await self._channels.try_held(game, channel, self._channels.load_adjudicated)

    async def reminders(self) -> AsyncGenerator[Game]:
        """Yield each game whose player is due a reminder, after saving that it was sent."""
        now = self._arbiter.now()
        for game, channel in await self._store.to_remind(self._outages.playable, now):
            if reminded := await self._channels.try_held(game, channel, partial(self._mark_reminded, now)):
                yield reminded

    async def _mark_reminded(self, now: datetime, game: GameId) -> Game | None:
        live = await self._channels.load_adjudicated(game)
        if live is None or live.result or live.clock is None:
            return None
        due = live.clock.remind_at(live.moves)
        if due is None or due > now:
            return None
        after = live.with_changes(clock=replace(live.clock, reminded=live.moves))
        try:
            return await self._channels.save(live, after, live.interaction)
        except (GameOver, OldBoard):  # another process was faster
            return None
