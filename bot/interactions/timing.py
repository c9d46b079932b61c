"""Measures from outside how interactions are answered and how the gateway fares: nothing that answers knows of it."""

import asyncio
import re
import time
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.messages import custom_ids
from bot.messages.custom_ids import ChallengePress, GamePress
from bot.metrics import InteractionResult, Metrics

_CALLBACK = re.compile(r"/interactions/([0-9]+)/[^/]+/callback$")


class Watch:
    """Sees what arrives from Discord and when it is answered, and tells the metrics."""

    def __init__(self, metrics: Metrics) -> None:
        self.up: set[int] = set()  # the shards that are connected
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_end.append(self._request_ended)
        self._metrics = metrics
        self._unanswered: dict[int, tuple[str, float]] = {}  # by interaction: its name, and when it arrived

    def see(self, event: str, *args: Any) -> None:
        """Take note of an event of discord.py when it is dispatched, before anything of it runs."""
        match event, args:
            case "interaction", (interaction,):
                interaction.extras["arrived"] = time.perf_counter()
            case "shard_connect", (shard,):
                self.up.add(shard)
            case "shard_resumed", (shard,):
                self.up.add(shard)
                self._metrics.resumed(shard)
            case "shard_disconnect", (shard,):
                self.up.discard(shard)
                self._metrics.disconnected(shard)
            case _:
                pass

    def begin(self, interaction: discord.Interaction[Any]) -> None:
        """Measure an interaction that the current task handles from its first step to its last."""
        task = asyncio.current_task()
        assert task is not None
        name = name_of(interaction)
        self._unanswered[interaction.id] = (name, interaction.extras["arrived"])
        task.add_done_callback(partial(self._end, interaction, name))

    def _end(self, interaction: discord.Interaction[Any], name: str, task: asyncio.Task[Any]) -> None:
        self._unanswered.pop(interaction.id, None)
        said = (
            InteractionResult.OK if interaction.response.is_done() else InteractionResult.FAILED
        )  # what nobody answered has failed
        self._metrics.interaction(
            name, InteractionResult.LOST if task.cancelled() else interaction.extras.get("result", said)
        )

    async def _request_ended(self, _session: Any, _context: Any, request: aiohttp.TraceRequestEndParams) -> None:
        callback = _CALLBACK.search(request.url.path)
        if callback and request.response.ok and (asked := self._unanswered.pop(int(callback[1]), None)):
            name, arrived = asked
            self._metrics.answered(name, time.perf_counter() - arrived)


def name_of(interaction: discord.Interaction[Any]) -> str:
    """Return an interaction's name for the metrics: of its command or button, one of a closed set."""
    data: Any = interaction.data
    match interaction.type:
        case discord.InteractionType.application_command:
            return interaction.command.qualified_name.removeprefix("ttt ") if interaction.command else "unknown"
        case discord.InteractionType.autocomplete:
            return "autocomplete"
        case discord.InteractionType.modal_submit:
            return "sent_form"
        case _:
            return _button(data["custom_id"])


def _button(custom_id: str) -> str:
    match custom_ids.parse(custom_id):
        case GamePress(action=action):
            return action
        case ChallengePress(answer=answer):
            return answer
        case None:
            return "unknown"
        case _:
            return "forget"
