"""The baseline of benchmarks.load: a bare discord.py bot that answers with constants.

It connects, caches and registers its commands like our bot, and does nothing else.
"""

import logging
import os
from typing import Any, Literal

import discord
import uvloop
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

BOARD = "**X**"
LARGE = (
    f"{BOARD} <@1> vs **O** <@2> · 10×10, 5 in a row\n```\n"
    + 11 * (" 0 " + 10 * " ." + "\n")
    + "```\n<@1> (X) to move."
)
Side = app_commands.Range[int, 2, 100]
Coordinate = app_commands.Range[int, 0, 99]
Interaction = discord.Interaction[Any]


class Floor(discord.AutoShardedClient):
    """A client with the same intents and cache settings as our bot."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Register the commands and the buttons."""
        self.add_dynamic_items(Press)
        self.tree.add_command(Commands())
        await self.tree.sync()


class Commands(app_commands.Group):
    """The commands that the load generator uses."""

    def __init__(self) -> None:
        super().__init__(name="ttt", description="Constants")

    @app_commands.command()
    async def new(
        self,
        interaction: Interaction,
        m: Side | None = None,
        n: Side | None = None,
        k: Side | None = None,
        ai: Literal["easy", "classic", "expert"] | None = None,
    ) -> None:
        """Answer with a button for a challenge, without one for a game against the computer"""
        if ai:
            await interaction.response.send_message(BOARD)
        else:
            await interaction.response.send_message(BOARD, view=join())

    @app_commands.command()
    async def move(self, interaction: Interaction, i: Coordinate, j: Coordinate) -> None:
        """Answer with a word, or with a board and its buttons"""
        if os.environ["FLOOR_SAYS"] == "board":
            await interaction.response.send_message(LARGE, view=controls())
        else:
            await interaction.response.send_message(BOARD)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Answer"""
        await interaction.response.send_message(BOARD)


class Press(discord.ui.DynamicItem[discord.ui.Button[Any]], template="ttt:(.*)"):
    """Any button."""

    @classmethod
    async def from_custom_id(  # pyright: ignore[reportIncompatibleMethodOverride] - narrower than any Item
        cls, interaction: Interaction, item: discord.ui.Button[Any], match: Any, /
    ) -> "Press":
        """Accept any button of ours."""
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Edit the message, and follow up with a board if it is a challenge."""
        await interaction.response.edit_message(content=BOARD)
        if self.custom_id == "ttt:join":
            await interaction.followup.send(BOARD, view=cells(), wait=True)


def join() -> discord.ui.View:
    """Return the button that accepts a challenge."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Join", custom_id="ttt:join"))
    view.stop()
    return view


def controls() -> discord.ui.View:
    """Return the buttons of a large board."""
    view = discord.ui.View(timeout=None)
    for label in ("Move", "Undo", "Resign"):
        view.add_item(discord.ui.Button(label=label, custom_id=f"ttt:1:0:{label}"))
    view.stop()
    return view


def cells() -> discord.ui.View:
    """Return the buttons of a 3×3 board."""
    view = discord.ui.View(timeout=None)
    for row in range(3):
        for col in range(3):
            view.add_item(discord.ui.Button(label="·", custom_id=f"ttt:1:0:mark:{row}:{col}", row=row))
    view.stop()
    return view


def main() -> None:
    """Run the bot against the Discord at DISCORD_URL."""
    logging.basicConfig(level="WARNING")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Route.BASE = os.environ["DISCORD_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(Route.BASE).with_scheme("ws") / "gateway"
    uvloop.run(Floor().start("dummy"))


if __name__ == "__main__":
    main()
