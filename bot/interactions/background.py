"""What the bot does besides its answers: tasks that outlive a request, and edits of old messages."""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine
from datetime import timedelta
from typing import Any

import discord

from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.answers import NOT_DELIVERED

log = logging.getLogger(__name__)


class Tasks:
    """Owns tasks until they end: each of them may finish before the bot closes."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Run a coroutine in a task of its own; an error that it raises is logged, as there is nobody to answer."""
        task = asyncio.create_task(work)
        task.add_done_callback(_log_failure)
        self.own(task)
        return task

    def own(self, task: asyncio.Task[Any]) -> None:
        """Take over a task that somebody else has started."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, within: timedelta) -> int:
        """Wait for all tasks, also for those that are added meanwhile; cancel the late ones and return how many."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within.total_seconds()):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        late = len(self._tasks)
        while self._tasks:  # one that is cancelled may still start another
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        return late


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("a task failed", exc_info=error)


FEW = 3  # tasks at once, requests among them; with more there are people who wait
EDITS_A_SECOND = 40  # a bot may make 50 requests a second besides its answers: topics/rate-limits.mdx


class EditLimit:
    """Limits edits to one turn at a time in a channel, and to a number of turns a second in all.

    Discord bans bots that keep exceeding its rate limits, and discord.py queues in memory what it has to hold back.
    """

    def __init__(self, clock: Callable[[], float], a_second: int = EDITS_A_SECOND) -> None:
        self._clock = clock
        self._a_second = a_second
        self._left = float(a_second)
        self._filled = clock()
        self._channels: set[ChannelId] = set()

    def claim(self, channel: ChannelId) -> bool:
        """Return whether a channel gets a turn now; it lasts until the release."""
        if channel in self._channels or not self._take():
            return False
        self._channels.add(channel)
        return True

    def release(self, channel: ChannelId) -> None:
        """End the turn of a channel."""
        self._channels.discard(channel)

    def _take(self) -> bool:
        now = self._clock()
        self._left = min(self._left + (now - self._filled) * self._a_second, self._a_second)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Tidying:
    """Tidies old messages in tasks of their own."""

    def __init__(
        self,
        find_message: Callable[[Place, MessageId], discord.PartialMessage],
        tasks: Tasks,
        limit: EditLimit,
        few: int = FEW,
    ) -> None:
        self._find = find_message
        self._tasks = tasks
        self._limit = limit
        self._few = few

    def take_buttons(self, place: Place, boards: Collection[MessageId]) -> None:
        """Take the buttons from old boards, unless many wait or the limit is reached: a press is refused anyway."""
        if boards and len(self._tasks) <= self._few and self._limit.claim(place.channel):
            self._tasks.start(self._take_buttons(place, boards))

    async def _take_buttons(self, place: Place, boards: Collection[MessageId]) -> None:
        try:
            for board in boards:
                await self._edit(place, board, None)
        finally:
            self._limit.release(place.channel)

    def close(self, place: Place, question: MessageId, sentence: str) -> None:
        """Replace a question and its buttons with what became of it."""
        self._tasks.start(self._edit(place, question, sentence))

    async def _edit(self, place: Place, message: MessageId, sentence: str | None) -> None:
        old = self._find(place, message)
        try:
            if sentence is None:
                await old.edit(view=None)
            else:
                await old.edit(content=sentence, view=None, allowed_mentions=discord.AllowedMentions.none())
        except NOT_DELIVERED as error:
            log.debug("could not tidy message %s: %s", message, error)
