"""What happens without a request: games that end on time, reminders, deleted threads. Best effort."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import discord

from bot import deadlines
from bot.database.errors import Damaged, StoreFailed
from bot.game.choices import Reminders
from bot.game.errors.base import WaitedTooLong
from bot.game.games import ChannelId, Game, GuildId, Human, Place, UserId
from bot.game.requests import Update
from bot.interactions import boards
from bot.interactions.context import Services
from bot.interactions.sending import NOT_DELIVERED
from bot.messages import texts
from bot.messages.translator import translator

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
            boards.post(self._services, update)

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


class Clocks:
    """Sweeps the clocks, and shows what comes of it one message after the other, as Discord limits the rate anyway."""

    def __init__(self, services: Services, deletions: Deletions) -> None:
        self._services = services
        self._deletions = deletions
        self._ended: deque[Update] = deque()
        self._is_sweeping = self._is_showing = self._is_reminding = False
        services.core.timekeeper.tell_of_ends(self._end)

    def start_sweep(self) -> asyncio.Task[object] | None:
        """End the games whose time is over, then remind players whose time runs out, unless that is being done."""
        if self._is_sweeping:
            return None
        self._is_sweeping = True
        return self._services.tasks.start(self._sweep())

    async def _sweep(self) -> None:
        try:
            await self._services.core.timekeeper.sweep()
        except StoreFailed as failed:
            log.warning("could not sweep the clocks: %s", failed)
            return
        finally:
            self._is_sweeping = False
        if not self._is_reminding:
            await self._remind()

    def _end(self, update: Update) -> None:
        self._ended.append(update)
        if not self._is_showing:
            self._is_showing = True
            self._services.tasks.start(self._show())

    async def _show(self) -> None:
        try:
            while self._ended:  # in tasks of their own, so that one that fails holds up no other
                end = boards.show_end(self._services, self._ended.popleft())
                await asyncio.wait({self._services.tasks.start(end)})
        finally:
            self._is_showing = False

    async def _remind(self) -> None:
        self._is_reminding = True
        try:
            async for game in self._services.core.timekeeper.reminders():
                await self._send_reminder(game)
        except StoreFailed as failed:
            log.warning("could not remind everybody: %s", failed)
        finally:
            self._is_reminding = False

    async def _wants_none(self, user: UserId) -> bool:
        return (await self._services.core.people.preferences(user)).reminders is Reminders.OFF

    async def _send_reminder(self, game: Game) -> None:
        """Send a reminder that was saved as sent: one that Discord refuses or that a crash prevents is lost."""
        assert isinstance(game.turn, Human)
        if await self._wants_none(game.turn.id):
            return
        pings = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(game.turn.id)])
        try:
            await self._services.find_channel(game.place).send(
                texts.reminder(translator(game.locale), game), allowed_mentions=pings
            )
        except NOT_DELIVERED as error:
            log.info("could not remind the player of game %d: %s", game.id, error)
            if is_unknown_channel(error):
                await self._deletions.end_game(game.place.channel)
