"""Shows which games ended by timeout, and reminds players whose time is running out, best effort."""

import asyncio
from collections import deque
from functools import partial

from bot.clockwork import for_each
from bot.game.games import ChannelId, Game, GameId, Human
from bot.game.preferences import Switch
from bot.game.requests import Update
from bot.interactions import boards
from bot.interactions.requests import Services
from bot.interactions.tasks import Delivery
from bot.messages import texts
from bot.messages.drafts import Draft
from bot.messages.translator import translator


class Ends:
    """The ends of games by timeout that are still to be shown, the first of which is being shown."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._ends: deque[Update] = deque()

    def show(self, end: Update) -> None:
        """Show an end after those before it, one by one because of rate limits."""
        self._ends.append(end)
        if len(self._ends) == 1:
            self._services.tasks.start(self._show_all())

    async def _show_all(self) -> None:
        """Show each end in its own task, so that a failure doesn't stop the rest."""
        while self._ends:
            await asyncio.wait({self._services.tasks.start(boards.show_end(self._services, self._ends[0]))})
            self._ends.popleft()


async def remind(services: Services) -> None:
    """Remind the players who are due a reminder. Raises StoreFailed, SomeFailed."""
    await for_each(await services.core.clocks.due_reminders(), partial(_remind, services))


async def _remind(services: Services, due: tuple[GameId, ChannelId]) -> None:
    if game := await services.core.clocks.claim_reminder(*due):
        await _send_reminder(services, game)


async def _send_reminder(services: Services, game: Game) -> None:
    """Send a reminder that is already saved as sent. If Discord refuses it or the bot crashes, it is lost."""
    assert isinstance(game.turn, Human)
    player = game.turn.id
    if (await services.core.people.preferences(player)).reminders is Switch.OFF:
        return
    draft = Draft(texts.reminder(translator(game.locale), game), pings=(player,))

    async def is_due() -> bool:
        current = await services.core.channels.load(game.id)
        return current is not None and current.moves == game.moves and current.result is None

    send, refused = partial(services.post, game.place, draft), partial(boards.end_if_deleted, services, game.place)
    await services.outbox.deliver(Delivery(f"remind the player of game {game.id}", send, refused, is_due))
