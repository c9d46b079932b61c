"""The one entrance of commands, buttons and forms: on time, once, and counted."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.counts import Counts, InteractionResult
from bot.game.errors import ComputerThinking, ShuttingDown
from bot.interactions import answers, boards, failures
from bot.interactions.answers import Interaction
from bot.interactions.arrivals import Arrivals
from bot.interactions.requests import Handler, Request, Services

log = logging.getLogger(__name__)


class Timing:
    """Times requests until Discord has taken their first answers. Times are in seconds of clock."""

    def __init__(self, counts: Counts, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._counts = counts

    def start(self, request: Request) -> None:
        """Time the first answer to a request."""
        request.when_answered = partial(self._answered, request)

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


class Running:
    """Runs each request from its arrival to its end, and refuses new ones while the bot shuts down.

    A request that arrives again, or when Discord has stopped waiting for its answer, is dropped.
    """

    def __init__(self, services: Services, timing: Timing) -> None:
        self.is_closing = False
        self.arrivals = Arrivals(timing.clock)
        self._services = services
        self._timing = timing

    def arrived(self, interaction: Interaction) -> None:
        """Open the record of a request. Call it before anything else of the request runs."""
        answers.attach(interaction, Request(interaction, self._services, self._timing.clock()))

    async def admit(self, request: Request) -> bool:
        """Run a request in the current task; return False if it was refused or dropped.

        A refused request is a running one as well: the bot may not stop before its answer is out.
        """
        if self.arrivals.is_repeated(request.id):
            log.info("interaction %d arrived again", request.id)
            return False
        task = asyncio.current_task()
        assert task is not None
        self._services.tasks.own(task)
        self._timing.start(request)
        task.add_done_callback(partial(self._ended, request))
        request.age = self.arrivals.age(request.id)
        if self.arrivals.is_late(request.age):
            log.warning("interaction %d arrived too late to be answered, so it changes nothing", request.id)
            request.result = InteractionResult.LOST
            return False
        if self.is_closing:
            await failures.answer(request, ShuttingDown())
        return not self.is_closing

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

    def _ended(self, request: Request, task: asyncio.Task[Any]) -> None:
        self._timing.end(request, cancelled=task.cancelled())
