"""The commands about what is kept of people, and the help."""

import asyncio
from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.interactions import sending
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction
from bot.messages import export, menu, message
from bot.messages.help import help_text


class Data(app_commands.Group):
    """Export, forgetting, and help."""

    my = app_commands.Group(name="my", description="Your data")

    @my.command()
    async def data(self, interaction: Interaction) -> None:
        """Everything that is kept about you, as a file"""
        request = request_of(interaction)
        await sending.defer(interaction)
        found = await request.services.core.keeping.export(request.user)
        await sending.send_export(
            interaction, request.tr, await asyncio.to_thread(export.export_file, request.tr, found)
        )

    forget = app_commands.Group(name="forget", description="Delete your data")

    @forget.command()
    async def me(self, interaction: Interaction) -> None:
        """Delete your data"""
        await sending.show_privately(interaction, message.forget(request_of(interaction).tr))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """The rules and an example"""
        about = interaction.client.application  # what the operator entered in the developer portal, read at login
        links = (about.privacy_policy_url, about.terms_of_service_url) if about else (None, None)
        called: Any = interaction.data  # whose id is that of /ttt, here and now: no sync has to be remembered for it
        request = request_of(interaction)
        told = help_text(request.tr, _commands(interaction), int(called["id"]), *links)
        await sending.tell(interaction, told, *menu.buttons(request.tr, (await request.server_settings()).rules()))


def _commands(interaction: Interaction) -> Iterator[str]:
    """Yield the names of the subcommands of the command that was called; of a group, its first."""
    called = interaction.command
    assert isinstance(called, app_commands.Command)
    assert called.root_parent is not None
    for command in called.root_parent.commands:
        yield (command.commands[0] if isinstance(command, app_commands.Group) else command).qualified_name
