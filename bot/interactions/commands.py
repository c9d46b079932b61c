"""The slash commands: parse, call the registry, answer."""

import asyncio

import discord
from discord import app_commands

from bot.game import games
from bot.game.errors import BadOpponent, GameError, Why
from bot.game.games import GameId, Level, UserId
from bot.game.requests import Wish
from bot.interactions import boards, sending
from bot.interactions.context import request_of
from bot.interactions.options import OneLevel, Person, Whole
from bot.interactions.sending import Interaction
from bot.messages import export, message, records, texts
from bot.messages.message import Draft
from bot.messages.styles import Look
from bot.registry.store import StoreFailed
from engine import Cell

Side = app_commands.Transform[int, Whole(games.SIDES.start, games.SIDES.stop - 1)]
Coordinate = app_commands.Transform[int, Whole(0, games.SIDES.stop - 2)]
Number = app_commands.Transform[int, Whole(1, 2**53 - 1)]  # docs: interactions/application-commands.mdx, INTEGER
Strength = app_commands.Transform[Level, OneLevel]
Someone = app_commands.Transform[discord.User | discord.Member, Person]


class Commands(app_commands.Group):
    """`/ttt`, for servers, direct messages and people who installed the app for themselves."""

    def __init__(self) -> None:
        super().__init__(
            name="ttt",
            description="Tic-tac-toe on any board",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )

    @app_commands.command()
    @app_commands.describe(
        m="Rows (default: 3)",
        n="Columns (default: as many as rows)",
        k="Marks in a row to win (default: up to 5)",
        ai="Play the computer: how strong?",
        opponent="Challenge a member (without this and ai, anyone can join)",
    )
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        self,
        interaction: Interaction,
        m: Side | None = None,
        n: Side | None = None,
        k: Side | None = None,
        ai: Strength | None = None,
        opponent: Someone | None = None,
    ) -> None:
        """Start a game against the computer, a member, or anyone who joins"""
        level, other = ai, None if opponent is None else UserId(opponent.id)
        if opponent is not None and opponent == interaction.client.user:
            level, other = level or Level.CLASSIC, None
        elif opponent is not None:
            _check_opponent(interaction, opponent)
        request = request_of(interaction)
        wish = Wish(request.place, games.rules_for(m, n, k), request.user, level, other, request.id)
        await boards.send(request, await request.services.lobby.new(wish))

    @app_commands.command()
    @app_commands.describe(i="Row, from 0 at the top", j="Column, from 0 at the left")
    async def move(self, interaction: Interaction, i: Coordinate, j: Coordinate) -> None:
        """Mark row i, column j"""
        request = request_of(interaction)
        await boards.send(request, await request.services.registry.mark(request.current_game, request.user, Cell(i, j)))

    @move.autocomplete("i")
    async def rows(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the rows that still have an empty cell."""
        return _choices(current, {cell.row for cell in await _empty_cells(interaction)})

    @move.autocomplete("j")
    async def columns(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the columns that still have an empty cell, in the row that is given already."""
        row = interaction.namespace.i
        empty = await _empty_cells(interaction)
        return _choices(current, {cell.col for cell in empty if not isinstance(row, int) or cell.row == row})

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back your last move, or ask your opponent to allow it"""
        request = request_of(interaction)
        await boards.send(request, await request.services.registry.undo(request.current_game, request.user))

    @app_commands.command()
    @app_commands.describe(picture="Also show it as a picture")
    async def board(self, interaction: Interaction, picture: bool = False) -> None:  # noqa: FBT001, FBT002
        """Show the board again"""
        request = request_of(interaction)
        if picture:
            request.services.pictures.check(request.user)
        update = await request.services.registry.look(request.current_game, request.user)
        await boards.send(request, update, pictured=picture)

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up: the other player wins"""
        request = request_of(interaction)
        await boards.ask_to_resign(request, request.current_game)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End this channel's game without a result"""
        request, moderates = request_of(interaction), interaction.permissions.manage_messages
        update = await request.services.registry.stop(request.current_game, request.user, moderates=moderates)
        await boards.send(request, update)

    @app_commands.command()
    @app_commands.describe(member="Whose record? (default: yours)")
    async def stats(self, interaction: Interaction, member: Someone | None = None) -> None:
        """Games, wins, losses and draws in this server"""
        request, user = request_of(interaction), UserId((member or interaction.user).id)
        stats = await request.services.registry.stats(request.place.guild, user)
        await sending.tell(interaction, records.stats(stats))

    @app_commands.command()
    async def top(self, interaction: Interaction) -> None:
        """Top ten players"""
        request = request_of(interaction)
        guild = request.place.guild
        best = await request.services.registry.top(guild) if guild else []
        await sending.post(interaction, Draft(records.top(best)))

    @app_commands.command()
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def replay(self, interaction: Interaction, game: Number | None = None) -> None:
        """The moves of a game, as text and as an animated picture"""
        request = request_of(interaction)
        with request.services.pictures.one_for(request.user):
            played = await request.services.registry.past(request.place, GameId(game) if game else None)
            await sending.defer(interaction)
            gif = await request.services.pictures.replay(played, Look())
            await sending.send_replay(interaction, played, gif)

    @replay.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the channel's last games."""
        request = request_of(interaction)
        try:
            recent = await request.services.registry.recent(request.place.channel, 25)
        except StoreFailed:
            return []
        named = [(records.choice(game), game.id) for game in recent]
        return [app_commands.Choice(name=name, value=number) for name, number in named if current.strip("# ") in name]

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
        await sending.tell(interaction, texts.help_text(*links))


def _check_opponent(interaction: Interaction, opponent: discord.User | discord.Member) -> None:
    if opponent.bot:
        raise BadOpponent(Why.BOT)
    if interaction.guild_id is None or interaction.client.get_guild(interaction.guild_id) is None:
        raise BadOpponent(Why.ELSEWHERE)


async def _empty_cells(interaction: Interaction) -> list[Cell]:
    request = request_of(interaction)
    try:
        game = (await request.services.registry.look(request.current_game, request.user)).game
    except (GameError, StoreFailed):
        return []
    return [] if game.result else list(game.board.legal_moves)


def _choices(typed: str, numbers: set[int]) -> list[app_commands.Choice[int]]:
    fitting = [number for number in sorted(numbers) if str(number).startswith(typed.strip())]
    return [app_commands.Choice(name=str(number), value=number) for number in fitting[:25]]
