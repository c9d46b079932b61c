"""Games end without a result when the thread or channel where they are played is deleted."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot import deadlines
from bot.game.errors.base import WaitedTooLong
from bot.game.games import ChannelId, GuildId, Place
from bot.interactions.context import Services
from bot.interactions.sending import NOT_DELIVERED
from bot.interactions.threads import results
from bot.registry.store import Damaged, StoreFailed

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003

Fetch = Callable[[ChannelId], Awaitable[object]]


class Deletions:
    """Ends the games of deleted threads and channels.

    Discord tells of a thread, but not while the bot is offline. So where a game has rested, the bot asks.
    """

    def __init__(self, services: Services, fetch_channel: Fetch, has_bot: Callable[[GuildId], bool]) -> None:
        self._services = services
        self._fetch_channel = fetch_channel
        self._has_bot = has_bot
        self._is_looking = False

    def start(self) -> None:
        """Look whether the next few places are still there, unless that is being done."""
        if not self._is_looking:
            self._is_looking = True
            self._services.tasks.start(self._look())

    async def end_game(self, channel: ChannelId) -> None:
        """End the game in a thread or channel that was deleted, and tell the channel of the thread."""
        try:
            update = await self._services.core.threads.deleted(channel)
        except (StoreFailed, WaitedTooLong, Damaged) as failed:
            log.warning("could not end the game of deleted channel %d: %s", channel, failed)
            return
        if update is not None:
            results.post(self._services, update)

    async def _look(self) -> None:
        try:
            for place in await self._services.core.threads.to_look_up():
                if await self._is_gone(place):
                    await self.end_game(place.channel)
        except StoreFailed as failed:  # tried again with the next sweep
            log.warning("could not look which games rest: %s", failed)
        finally:
            self._is_looking = False

    async def _is_gone(self, place: Place) -> bool:
        if place.guild is None or not self._has_bot(place.guild):  # there the bot sees no channel
            return False
        try:
            async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
                await self._fetch_channel(place.channel)
        except NOT_DELIVERED as error:
            return is_unknown_channel(error)
        except discord.InvalidData as error:
            log.warning("channel %d is of a kind that discord.py doesn't know: %s", place.channel, error)
        return False


def is_unknown_channel(error: Exception) -> bool:
    """Return whether Discord has refused something because the channel is no more."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL
