"""The commands about games that were played."""

from discord import app_commands

from bot.game.games import GameId, UserId
from bot.interactions import boards, sending
from bot.interactions.commands.options import Number, Someone
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction
from bot.messages import records
from bot.messages.message import Draft
from bot.registry.store import StoreFailed


class Records(app_commands.Group):
    """Statistics, the table of the best, and replays."""

    @app_commands.command()
    @app_commands.describe(member="Whose record? (default: yours)")
    async def stats(self, interaction: Interaction, member: Someone | None = None) -> None:
        """Games, wins, losses and draws in this server"""
        request, user = request_of(interaction), UserId((member or interaction.user).id)
        stats = await request.services.core.standings.stats(request.place.guild, user)
        await sending.tell(interaction, records.stats(request.tr, stats))

    @app_commands.command()
    async def top(self, interaction: Interaction) -> None:
        """Top ten players"""
        request = request_of(interaction)
        guild = request.place.guild
        best = await request.services.core.registry.top(guild, request.user) if guild else []
        await sending.post(interaction, Draft(records.top(best)))

    @app_commands.command()
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def replay(self, interaction: Interaction, game: Number | None = None) -> None:
        """The moves of a game, as text and as an animated picture"""
        await boards.send_replay(request_of(interaction), GameId(game) if game else None)

    @replay.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the channel's last games."""
        return await offered_games(interaction, current)


async def offered_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the channel's last games that what was typed fits."""
    request = request_of(interaction)
    try:
        recent = await request.services.core.registry.recent(request.place.channel, 25)
    except StoreFailed:
        return []
    named = [(records.choice(request.tr, game), game.id) for game in recent]
    return [app_commands.Choice(name=name, value=number) for name, number in named if typed.strip("# ") in name]
