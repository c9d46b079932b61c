"""The command tree, and when Discord is told of its commands."""

import hashlib
import json
import logging
from typing import Protocol

import discord
from discord import app_commands

from bot.interactions.context import request_of
from bot.interactions.running import Running
from bot.interactions.sending import Interaction

log = logging.getLogger(__name__)


class Synced(Protocol):
    """Where the digest of the commands that Discord last took is kept, by application id."""

    async def synced_commands(self, application: int) -> str | None:
        """Return the digest, None before the first sync."""
        ...

    async def commands_synced(self, application: int, digest: str) -> None:
        """Remember a digest."""
        ...


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree: commands and their errors take the one entrance of all requests."""

    def __init__(self, client: discord.Client, running: Running) -> None:
        super().__init__(client)
        self._running = running

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether a command or autocomplete may run."""
        return await self._running.admit(request_of(interaction))

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer what went wrong."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self._running.fail(request_of(interaction), cause)

    async def sync_if_changed(self, synced: Synced | None, application: int) -> None:
        """Tell Discord about the commands if they have changed; without synced, at every start."""
        digest = self._digest()
        if synced is None:
            await self.sync()
        elif await synced.synced_commands(application) != digest:
            await self.sync()
            await synced.commands_synced(application, digest)
            log.info("commands synced")

    def _digest(self) -> str:
        commands = [command.to_dict(self) for command in self.get_commands()]
        return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
