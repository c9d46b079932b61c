"""Threads that the bot has opened are archived once their games have ended."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot import deadlines
from bot.database.errors import StoreFailed
from bot.game.games import ChannelId, Place
from bot.interactions.sending import NOT_DELIVERED
from bot.interactions.tidying import Tasks
from bot.registry.threads import Threads

log = logging.getLogger(__name__)

FAILURES = 3  # after so many Discord is in trouble, and the rest waits for the next time

Fetch = Callable[[ChannelId], Awaitable[object]]


class Archiving:
    """Archives what is due, one thread after the other, and tries again what Discord could not do just then."""

    def __init__(self, threads: Threads, fetch_channel: Fetch, tasks: Tasks) -> None:
        self._threads = threads
        self._fetch_channel = fetch_channel
        self._tasks = tasks
        self._is_archiving = False

    def start(self) -> None:
        """Archive what is due, unless that is being done."""
        if not self._is_archiving:
            self._is_archiving = True
            self._tasks.start(self._archive())

    async def _archive(self) -> None:
        failed = 0
        try:
            async for game, thread in self._threads.to_archive():
                if await self._is_settled(thread):
                    await self._threads.archived(game)
                elif (failed := failed + 1) == FAILURES:
                    return
        except StoreFailed as error:  # tried again when somebody starts it again
            log.warning("could not look which threads are to be archived: %s", error)
        finally:
            self._is_archiving = False

    async def _is_settled(self, thread: Place) -> bool:
        """Archive a thread; return whether there is nothing more to try: Discord has done it, or never will."""
        try:
            async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
                channel = await self._fetch_channel(thread.channel)  # discord.py has no other public way to edit it
                if isinstance(channel, discord.Thread) and not channel.archived:
                    await channel.edit(archived=True)
        except NOT_DELIVERED as error:
            log.info("could not archive thread %d: %s", thread.channel, error)
            return isinstance(error, discord.HTTPException) and error.status != 429 and error.status < 500
        except discord.InvalidData as error:
            log.warning("thread %d is of a kind that discord.py doesn't know: %s", thread.channel, error)
        return True
