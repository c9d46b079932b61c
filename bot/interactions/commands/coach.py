"""The commands of the coach."""

from discord import app_commands

from bot.game.games import GameId
from bot.interactions.coaching import hints, reviews
from bot.interactions.commands.options import Number
from bot.interactions.commands.records import offered_games
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction


class Coach(app_commands.Group):
    """Hints, and reviews of games."""

    @app_commands.command()
    async def hint(self, interaction: Interaction) -> None:
        """A cell to take, and why (not in rated games)"""
        await hints.send(request_of(interaction))

    @app_commands.command()
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def review(self, interaction: Interaction, game: Number | None = None) -> None:
        """Where a game was won or lost, with the better moves"""
        await reviews.send(request_of(interaction), GameId(game) if game else None)

    @review.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the channel's last games."""
        return await offered_games(interaction, current)
