"""The commands of the coach."""

from discord import app_commands

from bot.game.games import GameId
from bot.game.puzzles import Post
from bot.interactions.coaching import hints, puzzles, reviews
from bot.interactions.commands.options import Number, Posts
from bot.interactions.commands.records import offered_games
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction


class Coach(app_commands.Group):
    """Hints, reviews of games, and puzzles."""

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

    @app_commands.command()
    @app_commands.describe(post="Post it daily in this channel, or no more (Manage Server)")
    async def puzzle(self, interaction: Interaction, post: Posts | None = None) -> None:
        """Today's puzzle: X wins in a few moves"""
        request = request_of(interaction)
        if post is None:
            await puzzles.show(request)
        elif post == Post.HERE:
            await puzzles.post_here(request)
        else:
            await puzzles.post_nowhere(request)
