"""How long people wait for a first answer, and what became of their requests, as the metrics count it."""

import re
from collections.abc import Callable
from typing import Any, assert_never

import aiohttp
import discord

from bot.interactions.context import Request
from bot.interactions.sending import Interaction
from bot.messages import custom_ids
from bot.messages.custom_ids import ChallengePress, ForgetPress, GamePress
from bot.metrics import InteractionResult, Metrics

_CALLBACK = re.compile(r"/interactions/([0-9]+)/[^/]+/callback$")


class Timing:
    """Times requests by the HTTP exchange of their first answers: no handler knows of it.

    trace belongs into the client's HTTP session. Times are in seconds of clock.
    """

    def __init__(self, metrics: Metrics, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._request_ended)
        self._metrics = metrics
        self._unanswered: dict[int, tuple[str, float]] = {}  # by interaction: the name of the request, and its arrival

    def start(self, request: Request) -> str:
        """Wait for the first answer to a request; return the name that it is counted by."""
        name = _name(request.interaction)
        self._unanswered[request.interaction.id] = (name, request.arrived)
        return name

    def end(self, request: Request, name: str, *, cancelled: bool) -> None:
        """Count a request whose task has ended."""
        self._unanswered.pop(request.interaction.id, None)
        answered = request.interaction.response.is_done()
        unless_failed = InteractionResult.OK if answered else InteractionResult.FAILED
        self._metrics.interaction(name, InteractionResult.LOST if cancelled else request.result or unless_failed)

    async def _request_ended(self, _session: Any, _context: Any, exchange: aiohttp.TraceRequestEndParams) -> None:
        callback = _CALLBACK.search(exchange.url.path)
        if callback and exchange.response.ok and (found := self._unanswered.pop(int(callback[1]), None)):
            name, arrived = found
            self._metrics.answered(name, self.clock() - arrived)


def _name(interaction: Interaction) -> str:
    """Return the name of a command or button, one of a closed set."""
    data: Any = interaction.data
    match interaction.type:
        case discord.InteractionType.application_command:
            return interaction.command.qualified_name.removeprefix("ttt ") if interaction.command else "unknown"
        case discord.InteractionType.autocomplete:
            return "autocomplete"
        case discord.InteractionType.modal_submit:
            return "sent_form"
        case _:
            return _button_name(data["custom_id"])


def _button_name(custom_id: str) -> str:
    match pressed := custom_ids.parse(custom_id):
        case GamePress():
            return pressed.action
        case ChallengePress():
            return pressed.action
        case ForgetPress():
            return "forget"
        case None:
            return "unknown"
        case _:
            assert_never(pressed)
