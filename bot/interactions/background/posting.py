"""The daily puzzle in the channels of servers that want it: best effort, once a day."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

import discord

from bot import deadlines
from bot.game.games import GuildId, Place
from bot.game.puzzles import Day
from bot.interactions.payloads import Buttons
from bot.interactions.sending import NOT_DELIVERED
from bot.messages.coaching import puzzles
from bot.registry.puzzles import Puzzles
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)

RETRY = timedelta(minutes=5)  # after an outage of the database
SLACK = timedelta(seconds=1)  # after midnight: clocks and timers differ a little


async def send(channel: discord.PartialMessageable, day: Day) -> None:
    """Post the puzzle of a day in a channel."""
    draft = puzzles.post(day)
    async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
        await channel.send(draft.content, view=Buttons(draft), allowed_mentions=discord.AllowedMentions.none())


class Posting:
    """Posts the puzzles of the servers that this process serves.

    A server is claimed before its puzzle is sent: rather none is posted than two.
    """

    def __init__(
        self,
        puzzles: Puzzles,
        find_channel: Callable[[Place], discord.PartialMessageable],
        serves: Callable[[GuildId | None], bool],
    ) -> None:
        self._puzzles = puzzles
        self._find_channel = find_channel
        self._serves = serves
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to post what is due, now and at every midnight, if that has not begun."""
        if self._task is None:
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Post nothing more."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _run(self) -> None:
        while True:
            wait = RETRY
            try:
                await self.post_due()
                wait = self._puzzles.rest_of_day + SLACK
            except StoreFailed as failed:
                log.warning("could not look where puzzles are to be posted: %s", failed)
            await asyncio.sleep(wait.total_seconds())

    async def post_due(self) -> None:
        """Post today's puzzle where it has not been posted.

        Raises
        ------
        StoreFailed
        """
        for where in await self._puzzles.due():
            if not self._serves(where.guild) or not await self._puzzles.claim(where.guild):
                continue
            try:
                await send(self._find_channel(Place(where.channel, where.guild)), self._puzzles.today)
            except NOT_DELIVERED as error:
                log.info("could not post the puzzle in channel %d: %s", where.channel, error)
                await self._puzzles.note_failed(where.guild)
