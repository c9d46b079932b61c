"""Work that is done every half minute, best effort."""

import asyncio
from collections import deque

from bot.game.games import Game, Human
from bot.game.preferences import Switch
from bot.game.requests import Update
from bot.interactions import boards
from bot.interactions.answers import best_effort, message_of
from bot.interactions.puzzles import Posting
from bot.interactions.requests import Services
from bot.interactions.tasks import despite_outage
from bot.messages import lobby, texts
from bot.messages.drafts import Draft
from bot.messages.translator import translator


class PeriodicWork:
    """Starts each kind of periodic work, unless it is still running."""

    def __init__(self, services: Services, posting: Posting) -> None:
        self._services = services
        self._posting = posting
        self._ended: deque[Update] = deque()
        services.core.channels.on_timeout = self._queue_end

    def start(self) -> asyncio.Task[object] | None:
        """Start the work that isn't running; return the sweep of the clocks, or None if one is still running."""
        boards.retry_stalled(self._services)
        self._services.tasks.start_once(self._posting.post_today)
        self._services.tasks.start_once(self._close_expired)
        return self._services.tasks.start_once(self._sweep)

    async def _close_expired(self) -> None:
        with despite_outage("expire challenges"):
            for challenge in await self._services.core.lobby.expire():
                if challenge.message is not None:
                    content = lobby.challenge(challenge).content
                    self._services.old_messages.close_question(challenge.offer.place, challenge.message, content)

    async def _sweep(self) -> asyncio.Task[object] | None:
        """Sweep the clocks, then start to remind players; return that task, which may outlast the next sweep."""
        with despite_outage("sweep the clocks"):
            await self._services.core.clocks.sweep()
            return self._services.tasks.start_once(self._remind)
        return None

    def _queue_end(self, update: Update) -> None:
        self._ended.append(update)
        self._services.tasks.start_once(self._show_ends)

    async def _show_ends(self) -> None:
        """Show ends one by one because of rate limits, each in its own task so that a failure doesn't stop the rest."""
        while self._ended:
            end = boards.show_end(self._services, self._ended.popleft())
            await asyncio.wait({self._services.tasks.start(end)})

    async def _remind(self) -> None:
        with despite_outage("send the reminders"):
            async for game in self._services.core.clocks.reminders():
                await self._send_reminder(game)

    async def _send_reminder(self, game: Game) -> None:
        """Send a reminder that is already saved as sent. If Discord refuses it or the bot crashes, it is lost."""
        assert isinstance(game.turn, Human)
        player = game.turn.id
        if (await self._services.core.people.preferences(player)).reminders is Switch.OFF:
            return
        draft = Draft(texts.reminder(translator(game.locale), game), pings=(player,))
        sending = self._services.find_channel(game.place).send(**message_of(draft))
        error = await best_effort(f"remind the player of game {game.id}", sending)
        if error and boards.is_unknown_channel(error):
            await boards.end_deleted_game(self._services, game.place.channel)
