"""The commands about what is kept of people, and the help."""

import asyncio

from discord import app_commands

from bot.interactions import sending
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction
from bot.messages import export, menu, message, texts


class Data(app_commands.Group):
    """Export, forgetting, and help."""

    my = app_commands.Group(name="my", description="Your data")

    @my.command()
    async def data(self, interaction: Interaction) -> None:
        """Everything that is kept about you, as a file"""
        request = request_of(interaction)
        await sending.defer(interaction)
        found = await request.services.keeping.export(request.user)
        await sending.send_export(interaction, await asyncio.to_thread(export.export, found))

    forget = app_commands.Group(name="forget", description="Delete your data")

    @forget.command()
    async def me(self, interaction: Interaction) -> None:
        """Delete your data"""
        await sending.show_privately(interaction, message.forget())

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """The rules and an example"""
        about = interaction.client.application  # what the operator entered in the developer portal, read at login
        links = (about.privacy_policy_url, about.terms_of_service_url) if about else (None, None)
        await sending.tell(interaction, texts.help_text(*links), *menu.buttons())
