"""The entrance of all commands, buttons and forms: drops repeated ones, counts and times the others."""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from cachetools import FIFOCache

from bot import deadlines
from bot.counts import Counts, InteractionResult
from bot.game.errors import ComputerThinking, ShuttingDown, TooMuchAtOnce
from bot.game.games import UserId
from bot.interactions import boards, failures
from bot.interactions.answers import Interaction
from bot.interactions.requests import REQUEST, Handler, Request, Services

log = logging.getLogger(__name__)


REMEMBERED_IDS = 4096  # more than arrive between two deliveries of an interaction
MAX_IN_FLIGHT = 10  # requests per user


def age(created_at: datetime, now: datetime) -> timedelta:
    """Return the age of an interaction, from nothing to as long as Discord waits, because a clock may be wrong."""
    return min(max(now - created_at, timedelta(0)), deadlines.FIRST_ANSWER)


class Entrance:
    """Runs each request from its arrival to its end, and refuses new ones while the bot shuts down.

    A request that has arrived before is dropped. The others are counted and timed. timer counts seconds.
    """

    def __init__(self, services: Services, counts: Counts, timer: Callable[[], float]) -> None:
        self.is_closing = False
        self._known: FIFOCache[int, None] = FIFOCache(REMEMBERED_IDS)
        self._in_flight: Counter[UserId] = Counter()
        self._services = services
        self._counts = counts
        self._timer = timer

    async def admit(self, interaction: Interaction) -> Request | None:
        """Track the request of an interaction in the current task; return None if it was refused or repeats another.

        Refused requests are tracked, too, because the bot must not stop before their answers are sent.
        """
        if interaction.id in self._known:
            log.info("interaction %d arrived twice, dropped", interaction.id)
            return None
        self._known[interaction.id] = None
        interaction.extras[REQUEST] = request = Request(interaction, self._services, self._timer)
        task = asyncio.current_task()
        assert task is not None
        self._services.tasks.adopt(task)
        self._in_flight[request.user] += 1
        task.add_done_callback(partial(self._record_end, request))
        request.age = age(interaction.created_at, self._services.core.times.now())
        if request.age == deadlines.FIRST_ANSWER:
            log.info("interaction %d arrived too late to be answered, or the system's clock is ahead", request.id)
        has_too_many = self._in_flight[request.user] > MAX_IN_FLIGHT
        refusal = ShuttingDown() if self.is_closing else TooMuchAtOnce() if has_too_many else None
        if refusal:
            await failures.answer(request, refusal)
        return None if refusal else request

    async def fail(self, request: Request, error: Exception) -> None:
        """Answer the error of a request.

        If users see an outdated board, show the game instead. If it is the computer's turn, let it move: the bot may
        have been stopped while the computer was thinking.
        """
        try:
            if await failures.show_instead(request, error):
                return
        except Exception as another:  # noqa: BLE001 - as in handle
            error = another
        await failures.answer(request, error)
        if isinstance(error, ComputerThinking):
            self._services.tasks.start(boards.let_computer_move(self._services, error.game))

    async def handle(self, interaction: Interaction, handler: Handler) -> None:
        """Handle the request of an interaction, and answer any error."""
        if request := await self.admit(interaction):
            try:
                await handler(request)
            except Exception as error:  # noqa: BLE001 - the only handler of bugs
                await self.fail(request, error)

    async def close(self, within: timedelta) -> None:
        """Refuse new requests, let the running ones finish, and cancel the late ones."""
        self.is_closing = True
        log.info("shutting down, %d requests in flight", len(self._services.tasks))
        if late := await self._services.tasks.finish(within):
            log.warning("canceled %d requests that took too long", late)

    def _record_end(self, request: Request, task: asyncio.Task[Any]) -> None:
        self._in_flight[request.user] -= 1
        if not self._in_flight[request.user]:
            del self._in_flight[request.user]
        is_answered = request.interaction.response.is_done()  # perhaps by discord.py, if our autocomplete failed
        default = InteractionResult.OK if is_answered else InteractionResult.FAILED
        result = InteractionResult.LOST if task.cancelled() else request.result or default
        self._counts.interaction(request.name, result, request.answer.latency)
