"""Sweeps over all clocks: timeouts, extensions after outages, and reminders."""

import logging
from dataclasses import replace

from bot.clockwork import for_each
from bot.database.clocks import ClockStore
from bot.game.errors import GameOver, OldBoard
from bot.game.games import ChannelId, Game, GameId
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
        """Extend the clocks after an outage, then end every game in which a player ran out of time.

        Raises StoreFailed, SomeFailed.
        """
        now, outages, outage = self._arbiter.now(), self._outages, self._arbiter.times.outage
        shards_back, servers_back = set(outages.shards.back), frozenset(outages.servers.back)
        for shard in outages.connected:
            is_back = not shards_back.isdisjoint(shard.ids)
            while number := await self._store.sweep(shard, now, outage, servers_back, is_back=is_back):
                log.info("after an outage, extended the clocks of %d games to a quarter of their pace", number)
        outages.shards.back -= shards_back
        outages.servers.back -= servers_back
        self._arbiter.swept = now
        overdue = await self._store.out_of_time(outages.playable, now - self._arbiter.times.on_its_way)
        await for_each(overdue, lambda due: self._channels.try_held(*due, self._channels.load_adjudicated))

    async def due_reminders(self) -> list[tuple[GameId, ChannelId]]:
        """Return the games whose players may be due a reminder."""
        return await self._store.to_remind(self._outages.playable, self._arbiter.now())

    async def claim_reminder(self, game: GameId, channel: ChannelId) -> Game | None:
        """Save that a reminder was sent, and return its game; None if it isn't due, or another process has sent it."""
        return await self._channels.try_held(game, channel, self._mark_reminded)

    async def _mark_reminded(self, game: GameId) -> Game | None:
        now, live = self._arbiter.now(), await self._channels.load_adjudicated(game)
        if live is None or live.result or live.clock is None or self._arbiter.needs_sweep(live.clock.pace, now):
            return None
        due = live.clock.remind_at(live.moves)
        if due is None or due > now:
            return None
        after = live.with_changes(clock=replace(live.clock, reminded=live.moves))
        try:
            return await self._channels.save(live, after, live.interaction)
        except (GameOver, OldBoard):  # another process was faster
            return None
