"""The daily puzzle in the channels of servers that want it: best effort, once a day."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot import deadlines
from bot.game.games import GuildId, Place
from bot.game.puzzles import Day
from bot.interactions.background.tasks import Tasks
from bot.interactions.payloads import Buttons
from bot.interactions.sending import NOT_DELIVERED
from bot.messages import puzzles
from bot.messages.translator import Translator
from bot.registry.puzzles import Puzzles
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)


async def send(channel: discord.PartialMessageable, tr: Translator, day: Day) -> None:
    """Post the puzzle of a day in a channel."""
    draft = puzzles.post(tr, day)
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
        speaks: Callable[[GuildId], Awaitable[Translator]],
        tasks: Tasks,
    ) -> None:
        self._puzzles = puzzles
        self._find_channel = find_channel
        self._serves = serves
        self._speaks = speaks
        self._tasks = tasks
        self._done: Day | None = None
        self._is_posting = False

    def start(self) -> None:
        """Post what is due today, unless that is done or being done."""
        if not self._is_posting and self._puzzles.today != self._done:
            self._is_posting = True
            self._tasks.start(self._post())

    async def _post(self) -> None:
        today = self._puzzles.today
        try:
            await self.post_due()
            self._done = today
        except StoreFailed as failed:  # tried again when somebody starts it again
            log.warning("could not look where puzzles are to be posted: %s", failed)
        finally:
            self._is_posting = False

    async def post_due(self) -> None:
        """Post today's puzzle where it has not been posted.

        Raises
        ------
        StoreFailed
        """
        for where in await self._puzzles.due():
            if not self._serves(where.guild) or not await self._puzzles.claim(where.guild):
                continue
            tr = await self._speaks(where.guild)
            try:
                await send(self._find_channel(Place(where.channel, where.guild)), tr, self._puzzles.today)
            except NOT_DELIVERED as error:
                log.info("could not post the puzzle in channel %d: %s", where.channel, error)
                await self._puzzles.note_failed(where.guild)
