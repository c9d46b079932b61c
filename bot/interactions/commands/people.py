"""Commands about the user (games and preferences), and help."""

from typing import Any

from discord import app_commands

from bot.interactions import panels
from bot.interactions.answers import Interaction
from bot.interactions.requests import request_of


class People(app_commands.Group):
    """A user's games and preferences, and help."""

    @app_commands.command()
    async def games(self, interaction: Interaction) -> None:
        """Your games in all servers, starting with those waiting for you"""
        await panels.show_games(request_of(interaction))

    @app_commands.command()
    async def me(self, interaction: Interaction) -> None:
        """Your mark and boards, who may challenge you, and your data"""
        await panels.open_me(request_of(interaction))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """The rules and all commands"""
        called: Any = interaction.data  # has the id of /ttt
        await panels.show_help(request_of(interaction), int(called["id"]))
