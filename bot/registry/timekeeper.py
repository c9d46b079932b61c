"""All clocks at once: ends on time, allowance for outages, reminders, and each user's games."""

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

COMPLAINING = timedelta(days=1)  # how often the same damage is logged


class Timekeeper:
    """Sweeps the clocks of the games that a process looks after."""

    def __init__(self, channels: Channels, store: Store, arbiter: Arbiter, shards: Shards | None = None) -> None:
        self._channels = channels
        self._store = store
        self._arbiter = arbiter
        self._shards = shards or Shards()
        self._complained: dict[GameId, datetime] = {}  # when a damaged game was last logged

    def tell_of_ends(self, tell: Callable[[Update], None]) -> None:
        """Have `tell` called with each game that ends on time."""
        self._channels.when_timed_out = tell

    async def sweep(self) -> None:
        """Make allowance for an outage, if there was one, and end every game whose time is over."""
        now = self._arbiter.clock()
        while number := await self._store.sweep(self._shards, now, self._arbiter.outage):
            log.info("after an outage the players of %d games have a quarter of their time again", number)
        self._arbiter.note_sweep(now)
        for game, channel in await self._store.out_of_time(self._shards, now - self._arbiter.on_its_way):
            await self._try(game, channel, self._channels.on_time)

    async def agenda(self, user: UserId) -> Agenda:
        """Return a user's games everywhere, and the challenges that wait for the user's answer."""
        now = self._arbiter.clock()
        games = await self._store.open_games(user)
        if late := [game for game in games if game.deadline is not None and game.deadline <= now]:
            for game in late:
                if not self._channels.is_held(game.place.channel):  # otherwise that request ends the game
                    await self._try(game.id, game.place.channel, self._channels.on_time)
            games = await self._store.open_games(user)
        shown = (replace(game, message=self._channels.newest_board(game.id, game.message)) for game in games)
        challenges = await self._store.challenges_to(user, now - CHALLENGE_LASTS)
        return Agenda(tuple(sorted(filter(_is_listed, shown), key=_urgency)), tuple(challenges))

    async def reminders(self) -> AsyncGenerator[Game]:
        """Yield each game whose player is due a reminder; that it was sent is saved first."""
        now = self._arbiter.clock()
        for game, channel in await self._store.to_remind(self._shards, now):
            if reminded := await self._try(game, channel, partial(self._reminded, now)):
                yield reminded

    async def _try(self, game: GameId, channel: ChannelId, look: Callable[[GameId], Awaitable[T]]) -> T | None:
        """Look after a game while its channel is held; None if other requests or damage prevent it."""
        try:
            async with self._channels.held(channel):
                return await look(game)
        except WaitedTooLong:
            log.info("channel %d was locked for too long to look after game %d", channel, game)
        except Damaged as damaged:
            now = self._arbiter.clock()
            if now - self._complained.get(game, now - COMPLAINING) >= COMPLAINING:
                self._complained[game] = now
                log.warning("game %d can't be read, so no clock ends it: %s", game, damaged)
        return None

    async def _reminded(self, now: datetime, game: GameId) -> Game | None:
        live = await self._channels.on_time(game)
        if live is None or live.result or live.clock is None:
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
    """Sort key: games that wait for the user first, then by deadline."""
    return not game.waits, game.deadline or datetime.max.replace(tzinfo=UTC), game.touched
