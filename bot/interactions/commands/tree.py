"""The command tree, when Discord is told of its commands, and how to add the bot to a server."""

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
        if synced is None:
            await self.sync()
            return
        digest = await self._digest()
        if await synced.synced_commands(application) != digest:
            await self.sync()
            await synced.commands_synced(application, digest)
            log.info("commands synced")

    async def _digest(self) -> str:
        translator = self.translator or app_commands.Translator()
        commands = [await command.get_translated_payload(self, translator) for command in self.get_commands()]
        return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()


def invitation(application: int) -> str:
    """Return the links to add the bot to a server and to one's own account.

    It needs no permission in a server, but for threads, what is told of them, and reminders.
    """
    scopes = ("bot", "applications.commands")
    server = discord.utils.oauth_url(application, permissions=discord.Permissions.none(), scopes=scopes)
    optional = discord.Permissions(
        view_channel=True,
        read_message_history=True,
        send_messages=True,
        create_public_threads=True,
        send_messages_in_threads=True,
    )
    writing = discord.utils.oauth_url(application, permissions=optional, scopes=scopes)
    own = discord.utils.oauth_url(application, scopes=("applications.commands",))
    to_server = f"add it to a server: {server}; with games in threads and reminders: {writing}"
    return f"{to_server}; to your own account: {own}&integration_type=1"
