"""The one entrance of commands, buttons and forms: on time, once, and counted."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import deadlines
from bot.counts import Counts, InteractionResult
from bot.game.errors import ComputerThinking, ShuttingDown, TooMuchAtOnce
from bot.game.games import UserId
from bot.interactions import answers, boards, failures, requests
from bot.interactions.answers import Interaction
from bot.interactions.requests import Handler, Request, Services

log = logging.getLogger(__name__)


class Timing:
    """Times requests until Discord has taken their first answers. Times are in seconds of clock."""

    def __init__(self, counts: Counts, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._counts = counts

    def start(self, request: Request) -> None:
        """Wait for the first answer to a request."""
        answers.when_answered(request.interaction, partial(self._answered, request))

    def end(self, request: Request, *, cancelled: bool) -> None:
        """Count a request whose task has ended."""
        answered = request.interaction.response.is_done()
        if answered:  # discord.py itself sends the choices of an autocomplete, as the last step of its task
            answers.note_answered(request.interaction)
        unless_failed = InteractionResult.OK if answered else InteractionResult.FAILED
        result = InteractionResult.LOST if cancelled else request.result or unless_failed
        self._counts.interaction(_name(request), result)

    def _answered(self, request: Request) -> None:
        self._counts.answered(_name(request), self.clock() - request.arrived)


def _name(request: Request) -> str:
    """Return the name of a command or button, one of a closed set; it is looked up once."""
    if request.name is None:
        request.name = _looked_up(request)
    return request.name


def _looked_up(request: Request) -> str:
    interaction = request.interaction
    match interaction.type:
        case discord.InteractionType.application_command:
            command = interaction.command
            if isinstance(command, app_commands.ContextMenu):
                return "challenge"
            return command.qualified_name.removeprefix("ttt ") if command else "unknown"
        case discord.InteractionType.autocomplete:
            return "autocomplete"
        case discord.InteractionType.modal_submit:
            return "sent_form"
        case _:
            return request.pressed.name if request.pressed else "unknown"


REMEMBERED = 4096  # more than the loop can carry out while Discord waits for an answer

_MILLISECONDS = 22  # the bits of an id below its time: reference.mdx, Snowflakes


class Arrivals:
    """Remembers which interactions have arrived, and tells how old one is by Discord's own clock.

    An id says when Discord made it. The clock of this machine may be wrong by any amount and is never asked for the
    time of day: the quickest arrival so far tells how far apart the two clocks are, and however late another one is,
    it is late by comparison. Clocks drift apart, so the comparison loosens with time. clock counts seconds.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        *,
        answer: timedelta = deadlines.FIRST_ANSWER,
        allowance: timedelta = deadlines.CLOCK_ALLOWANCE,
        remembered: int = REMEMBERED,
    ) -> None:
        self._clock = clock
        self._limit = answer + allowance
        self._remembered = remembered
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._apart: float | None = None  # seconds of our clock beyond Discord's, that of the quickest arrival
        self._seen = 0.0

    def is_repeated(self, interaction: int) -> bool:
        """Note an arrival; return whether it is not the first of its interaction."""
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        if len(self._ids) > self._remembered:
            self._ids.popitem(last=False)
        return False

    def age(self, interaction: int) -> timedelta:
        """Return how long ago an interaction was made."""
        now = self._clock()
        apart = now - (interaction >> _MILLISECONDS) / 1000
        usual = apart if self._apart is None else self._apart + (now - self._seen) * deadlines.CLOCK_DRIFT
        if apart <= usual:
            self._apart, self._seen = apart, now
        return timedelta(seconds=max(apart - usual, 0))

    def is_late(self, age: timedelta) -> bool:
        """Return whether Discord has stopped waiting for an answer at that age: it may change nothing now."""
        return age > self._limit


MOST_AT_ONCE = 10  # requests of one user


class Running:
    """Runs each request from its arrival to its end, and refuses new ones while the bot shuts down.

    A request that arrives again, or when Discord has stopped waiting for its answer, is dropped.
    """

    def __init__(self, services: Services, timing: Timing) -> None:
        self.is_closing = False
        self._arrivals = Arrivals(timing.clock)
        self._in_flight: Counter[UserId] = Counter()
        self._services = services
        self._timing = timing

    def arrived(self, interaction: Interaction) -> None:
        """Open the record of a request. Call it before anything else of the request runs."""
        requests.open_record(interaction, self._services, self._timing.clock())

    async def admit(self, request: Request) -> bool:
        """Run a request in the current task; return False if it was refused or dropped.

        A refused request is a running one as well: the bot may not stop before its answer is out.
        """
        if self._arrivals.is_repeated(request.id):
            log.info("interaction %d arrived again", request.id)
            return False
        task = asyncio.current_task()
        assert task is not None
        self._services.tasks.own(task)
        self._in_flight[request.user] += 1
        self._timing.start(request)
        task.add_done_callback(partial(self._ended, request))
        request.age = self._arrivals.age(request.id)
        if self._arrivals.is_late(request.age):
            log.warning("interaction %d arrived too late to be answered, so it changes nothing", request.id)
            request.result = InteractionResult.LOST
            return False
        refusal = ShuttingDown() if self.is_closing else TooMuchAtOnce() if self._has_too_much(request.user) else None
        if refusal:
            await failures.answer(request, refusal)
        return refusal is None

    async def fail(self, request: Request, error: Exception) -> None:
        """Answer what went wrong in a request.

        Where people don't see the game as it stands, they are shown it instead. If the computer was to move, let it:
        the bot may have been stopped while it was thinking.
        """
        try:
            if await failures.show_instead(request, error):
                return
        except Exception as another:  # noqa: BLE001 - as in handle
            error = another
        await failures.answer(request, error)
        if isinstance(error, ComputerThinking):
            self._services.tasks.start(boards.let_computer_move(self._services, error.game))

    async def handle(self, request: Request, handler: Handler) -> None:
        """Carry out a request, and answer whatever goes wrong."""
        if await self.admit(request):
            try:
                await handler(request)
            except Exception as error:  # noqa: BLE001 - the one handler of all bugs
                await self.fail(request, error)

    async def close(self, within: timedelta) -> None:
        """Refuse new requests, let the running ones finish, and cut off those that take too long."""
        self.is_closing = True
        log.info("shutting down, %d requests in flight", len(self._services.tasks))
        if late := await self._services.tasks.finish(within):
            log.warning("%d requests took too long and were cut off", late)

    def _has_too_much(self, user: UserId) -> bool:
        """Return whether a user waits for so many answers that everybody else would wait for theirs."""
        return self._in_flight[user] > MOST_AT_ONCE

    def _ended(self, request: Request, task: asyncio.Task[Any]) -> None:
        self._in_flight[request.user] -= 1
        if not self._in_flight[request.user]:
            del self._in_flight[request.user]
        self._timing.end(request, cancelled=task.cancelled())
