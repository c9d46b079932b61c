"""The payloads of the commands, translated only once a process: that takes half of a start."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import discord
from discord import app_commands

from bot.interactions.tree import CommandTranslator, commands

KINDS: tuple[Any, ...] = (app_commands.Group, app_commands.Command, app_commands.ContextMenu)


class Payload(dict[str, Any]):
    """A payload that never changes, so that simcord's log of requests needs no copy of it."""

    def __deepcopy__(self, _: object) -> "Payload":
        return self


_payloads: dict[str, Payload] = {}


@contextmanager
def translated_once() -> Generator[None]:
    """Let all clients of this process use the translations of the first."""
    plain = {kind: kind.get_translated_payload for kind in KINDS}
    for kind, translated in plain.items():
        kind.get_translated_payload = _cached(translated)
    try:
        yield
    finally:
        for kind, translated in plain.items():
            kind.get_translated_payload = translated


def _cached(translated: Callable[..., Any]) -> Callable[..., Any]:
    async def payload_of(command: Any, tree: Any, translator: app_commands.Translator) -> Any:
        if getattr(command, "parent", None) or type(translator) is not CommandTranslator:
            return await translated(command, tree, translator)
        key = json.dumps(command.to_dict(tree))
        if key not in _payloads:
            _payloads[key] = Payload(await translated(command, tree, translator))
        return _payloads[key]

    return payload_of


async def translate() -> None:
    """Translate the commands in advance."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    for command in commands():
        await command.get_translated_payload(tree, CommandTranslator())
