"""Commands for records, replays, the coach, and the user."""

from typing import Any

from discord import app_commands

from bot.game.games import GameId, UserId
from bot.game.puzzles import Post
from bot.game.ratings import Leaderboard, Season
from bot.interactions import answers, boards, coach, panels, puzzles
from bot.interactions.answers import Interaction
from bot.interactions.commands.options import AnyUser, Number, PostChoice, never_failing
from bot.interactions.requests import request_of
from bot.messages import records


class Records(app_commands.Group):
    """Statistics, the leaderboard and replays."""

    @app_commands.command()
    @app_commands.describe(member="Whose record? (default: yours)")
    async def stats(self, interaction: Interaction, member: AnyUser | None = None) -> None:
        """Games, wins, losses and draws in this server"""
        await panels.show_record(request_of(interaction), UserId((member or interaction.user).id))

    @app_commands.command()
    @app_commands.describe(season="A season of this server (default: the current one)")
    async def top(self, interaction: Interaction, season: Number | None = None) -> None:
        """Top ten players"""
        request = request_of(interaction)
        guild = request.place.guild
        nobody = Leaderboard(Season(1), [])
        ranking = await request.ratings.top(guild, request.user, season) if guild else nobody
        await answers.with_names(interaction, records.leaderboard(await request.public_tr(), ranking), private=False)

    @top.autocomplete("season")
    @never_failing
    async def seasons(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the seasons of the server, newest first."""
        request = request_of(interaction)
        guild = request.place.guild
        known = await request.ratings.seasons(guild) if guild else []
        named = [(records.season_choice(request.tr, season), season.number) for season in reversed(known)]
        matching = [choice for choice in named if current.casefold() in choice[0].casefold()]
        return [app_commands.Choice(name=name, value=number) for name, number in matching[:25]]

    @app_commands.command()
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def replay(self, interaction: Interaction, game: Number | None = None) -> None:
        """The moves of a game, as text and as an animated picture"""
        await boards.send_replay(request_of(interaction), GameId(game) if game else None)

    @replay.autocomplete("game")
    @never_failing
    async def games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the channel's last games."""
        return await offered_games(interaction, current)


async def offered_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Return the channel's recent games that match the typed text."""
    request = request_of(interaction)
    recent = await request.registry.recent_games(request.place.channel, 25)
    named = [(records.game_choice(request.tr, game), game.id) for game in recent]
    return [app_commands.Choice(name=name, value=number) for name, number in named if typed.strip("# ") in name]


class Coach(app_commands.Group):
    """Hints, reviews of games, and puzzles."""

    @app_commands.command()
    async def hint(self, interaction: Interaction) -> None:
        """A suggested cell, and why (not in rated games)"""
        await coach.send_hint(request_of(interaction))

    @app_commands.command()
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def review(self, interaction: Interaction, game: Number | None = None) -> None:
        """Where a game was won or lost, with better moves"""
        await coach.send_review(request_of(interaction), GameId(game) if game else None)

    @review.autocomplete("game")
    @never_failing
    async def games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the channel's last games."""
        return await offered_games(interaction, current)

    @app_commands.command()
    @app_commands.describe(post="Post it in this channel daily, or stop (needs the Manage Server permission)")
    async def puzzle(self, interaction: Interaction, post: PostChoice | None = None) -> None:
        """Today's puzzle: X wins in a few moves"""
        request = request_of(interaction)
        if post is None:
            await puzzles.show(request)
        elif post == Post.HERE:
            await puzzles.post_here(request)
        else:
            await puzzles.stop_posting(request)


class People(app_commands.Group):
    """A user's games and preferences, and help."""

    @app_commands.command()
    async def games(self, interaction: Interaction) -> None:
        """Your games in all servers, those waiting for you first"""
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
