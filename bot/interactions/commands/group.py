"""All commands: `/ttt` itself with its subcommands, and the command on a person."""

import discord
from discord import app_commands

from bot.interactions import beginning
from bot.interactions.commands.coach import Coach
from bot.interactions.commands.data import Data
from bot.interactions.commands.mine import Mine
from bot.interactions.commands.play import Play
from bot.interactions.commands.records import Records
from bot.interactions.commands.server import Server
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction


def ttt() -> app_commands.Group:
    """Return `/ttt`, for servers, direct messages and people who installed the app for themselves."""
    group = app_commands.Group(
        name="ttt",
        description="Tic-tac-toe on any board",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
    )
    for part in (Play(), Mine(), Records(), Coach(), Data(), Server()):
        for command in part.commands:
            group.add_command(command)
    return group


def challenge() -> app_commands.ContextMenu:
    """Return the command that stands on a person, in servers that have the bot."""
    menu = app_commands.ContextMenu(name="Challenge to tic-tac-toe", callback=_challenge)
    menu.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    menu.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    return menu


async def _challenge(interaction: Interaction, user: discord.User) -> None:
    await beginning.challenge(request_of(interaction), user)
