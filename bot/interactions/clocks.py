"""What happens without a request: games that end on time, reminders. Best effort."""

import asyncio
import logging
from collections import deque

import discord

from bot.database.errors import StoreFailed
from bot.game.choices import Switch
from bot.game.games import Game, Human, UserId
from bot.game.requests import Update
from bot.interactions import boards
from bot.interactions.answers import NOT_DELIVERED
from bot.interactions.requests import Services
from bot.messages import texts
from bot.messages.translator import translator

log = logging.getLogger(__name__)


class Clocks:
    """Sweeps the clocks, and shows what comes of it one message after the other, as Discord limits the rate anyway."""

    def __init__(self, services: Services) -> None:
        self._services = services
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
        return (await self._services.core.people.preferences(user)).reminders is Switch.OFF

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
            if boards.is_unknown_channel(error):
                await boards.end_deleted(self._services, game.place.channel)
