"""Sweeps over all clocks: timeouts, extensions after outages, and reminders; and the list of a user's games."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from bot.clockwork import for_each
from bot.database.clocks import Shards
from bot.database.errors import Damaged
from bot.database.store import Store
from bot.game.errors import GameOver, OldBoard, WaitedTooLong
from bot.game.games import ChannelId, Game, GameId, UserId
from bot.game.lobby import CHALLENGE_LASTS
from bot.game.requests import ActiveGame, ActiveGames
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels

log = logging.getLogger(__name__)

T = TypeVar("T")

LOG_AGAIN = timedelta(days=1)  # how often a damaged game is logged


class Clocks:
    """Sweeps the clocks of the games that this process serves."""

    def __init__(self, channels: Channels, store: Store, arbiter: Arbiter, shards: Shards | None = None) -> None:
        self._channels = channels
        self._store = store
        self._arbiter = arbiter
        self._shards = shards or Shards()
        self._logged: dict[GameId, datetime] = {}  # when a damaged game was last logged

    async def sweep(self) -> None:
        """Extend the clocks after an outage, then end every game in which a player ran out of time.

        Raises StoreFailed, SomeFailed.
        """
        now = self._arbiter.clock()
        while number := await self._store.sweep(self._shards, now, self._arbiter.times.outage):
            log.info("after an outage, extended the clocks of %d games to a quarter of their pace", number)
        self._arbiter.swept = now
        overdue = await self._store.out_of_time(self._shards, now - self._arbiter.times.on_its_way)
        await for_each(overdue, lambda due: self._hold(*due, self._channels.load_adjudicated))

    async def active_games(self, user: UserId) -> ActiveGames:
        """Return a user's games in all channels, and the challenges that await the user's answer."""
        now = self._arbiter.clock()
        games = await self._store.active_games(user)
        if late := [game for game in games if game.deadline is not None and game.deadline <= now]:
            for game in late:
                if not self._channels.is_held(game.place.channel):  # else the request that holds it ends the game
                    await self._hold(game.id, game.place.channel, self._channels.load_adjudicated)
            games = await self._store.active_games(user)
        updated = (replace(game, message=self._channels.unsaved_boards.newest(game.id, game.message)) for game in games)
        challenges = await self._store.challenges_to(user, now - CHALLENGE_LASTS)
        listed = (game for game in updated if game.awaits_user or not game.is_over)
        return ActiveGames(tuple(sorted(listed, key=_urgency)), tuple(challenges))

    async def due_reminders(self) -> list[tuple[GameId, ChannelId]]:
        """Return the games whose players may be due a reminder."""
        return await self._store.to_remind(self._shards, self._arbiter.clock())

    async def claim_reminder(self, game: GameId, channel: ChannelId) -> Game | None:
        """Save that a reminder was sent, and return its game; None if it isn't due, or another process has sent it."""
        return await self._hold(game, channel, self._mark_reminded)

    async def _hold(self, game: GameId, channel: ChannelId, action: Callable[[GameId], Awaitable[T]]) -> T | None:
        """Run an action on a game while its channel is held; return None if other requests or damage prevent it."""
        try:
            async with self._channels.held(channel):
                return await action(game)
        except WaitedTooLong:
            log.info("skipped game %d because channel %d was locked for too long", game, channel)
        except Damaged as damaged:
            now = self._arbiter.clock()
            if now - self._logged.get(game, now - LOG_AGAIN) >= LOG_AGAIN:
                self._logged[game] = now
                log.warning("game %d can't be read, so it can't end by timeout: %s", game, damaged)
        return None

    async def _mark_reminded(self, game: GameId) -> Game | None:
        now, live = self._arbiter.clock(), await self._channels.load_adjudicated(game)
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


def _urgency(game: ActiveGame) -> tuple[bool, datetime, datetime]:
    """Sort games that await the user first, then by deadline."""
    return not game.awaits_user, game.deadline or datetime.max.replace(tzinfo=UTC), game.touched
