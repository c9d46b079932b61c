"""The slash commands: parse, call the registry, answer."""

from typing import Any

from discord import app_commands

from bot.game.clocks import Pace
from bot.game.games import Format, GameId, UserId
from bot.game.lobby import First, Terms
from bot.game.puzzles import Post
from bot.interactions import boards, coach, lobby, panels, puzzles
from bot.interactions.answers import Interaction
from bot.interactions.options import (
    AnyUser,
    ChoiceOption,
    Coordinate,
    FirstPlayer,
    Number,
    PostChoice,
    SeriesLength,
    Side,
    Strength,
    Truth,
    matching_numbers,
    never_failing,
)
from bot.interactions.requests import request_of
from bot.messages import games, ratings
from bot.messages.drafts import Draft
from bot.messages.preferences import NO_PACE, paces
from bot.messages.translator import ENGLISH
from engine import Cell

PaceName = app_commands.Transform[str, ChoiceOption(paces(ENGLISH))]


@never_failing
async def _rows(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Offer the rows with an empty cell."""
    return matching_numbers(current, {cell.row for cell in await _empty_cells(interaction)})


@never_failing
async def _columns(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Offer the columns with an empty cell in the given row."""
    row = interaction.namespace.i
    empty = await _empty_cells(interaction)
    return matching_numbers(current, {cell.col for cell in empty if not isinstance(row, int) or cell.row == row})


@never_failing
async def _seasons(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Offer the seasons of the server, newest first."""
    request = request_of(interaction)
    guild = request.guild
    seasons = await request.core.store.ratings.seasons(guild) if guild else []
    choices = [(ratings.season_choice(request.tr, season), season.number) for season in reversed(seasons)]
    matching = [choice for choice in choices if current.casefold() in choice[0].casefold()]
    return [app_commands.Choice(name=name, value=number) for name, number in matching[:25]]


@never_failing
async def _games(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """Offer the channel's recent games that match the typed text."""
    request = request_of(interaction)
    recent = await request.core.store.games.recent_games(request.place.channel, 25)
    choices = [(games.game_choice(request.tr, game), game.id) for game in recent]
    return [app_commands.Choice(name=name, value=number) for name, number in choices if current.strip("# ") in name]


async def _empty_cells(interaction: Interaction) -> list[Cell]:
    request = request_of(interaction)
    game = (await request.core.games.view(request.target)).game
    return [] if game.result else list(game.board.legal_moves)


class Ttt(app_commands.Group, name="ttt", description="Tic-tac-toe on any board"):
    """The subcommands of `/ttt`."""

    @app_commands.command()
    @app_commands.describe(
        m="Rows (default: 3)",
        n="Columns (default: same as rows)",
        k="Marks in a row to win (default: 5, or fewer on a small board)",
        ai="Play the computer at this level",
        opponent="Who to challenge (without this or ai, anyone can join)",
        first="Who goes first? (default: me)",
        pace="Time per move; if you run out, you lose (default: no limit)",
        swap="After the first move, the other player may take X (default: no)",
        thread="Play in a new thread? (default: no)",
        best_of="Best of how many games? Players switch sides each game (default: one game)",
    )
    async def new(  # noqa: PLR0913, PLR0917 - the options of the command
        self,
        interaction: Interaction,
        m: Side | None = None,
        n: Side | None = None,
        k: Side | None = None,
        ai: Strength | None = None,
        opponent: AnyUser | None = None,
        first: FirstPlayer | None = None,
        pace: PaceName | None = None,
        swap: Truth | None = None,
        thread: Truth | None = None,
        best_of: SeriesLength | None = None,
    ) -> None:
        """Start a game"""
        request = request_of(interaction)
        if all(option is None for option in (m, n, k, ai, opponent, first, pace, swap, thread, best_of)):
            await lobby.open_menu(request)
            return
        level, other = ai, None
        if opponent is not None:
            computer, other = lobby.opponent(request, opponent)
            level = level or computer
        rules = (await request.server_settings()).rules(m, n, k)
        time = None if pace in (None, NO_PACE) else Pace(pace).time
        terms = Terms(Format(rules, time, bool(swap), best_of), level, other, first or First.ME, bool(thread))
        await lobby.start(request, await lobby.with_server_pace(request, terms) if pace is None else terms)

    @app_commands.command()
    @app_commands.autocomplete(i=_rows, j=_columns)
    @app_commands.describe(i="Row, from 0 at the top", j="Column, from 0 at the left")
    async def move(self, interaction: Interaction, i: Coordinate, j: Coordinate) -> None:
        """Make a move: row i, column j"""
        request = request_of(interaction)
        await boards.send(request, await request.core.games.mark(request.target, Cell(i, j)))

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Undo your last move"""
        request = request_of(interaction)
        await boards.send(request, await request.core.games.undo(request.target))

    @app_commands.command()
    @app_commands.describe(picture="Show a picture of the board for the rest of this game")
    async def board(self, interaction: Interaction, picture: Truth | None = None) -> None:
        """Show the board again"""
        await boards.show_current(request_of(interaction), picture)

    @app_commands.command()
    async def read(self, interaction: Interaction) -> None:
        """The board in words, for screen readers"""
        await boards.read(request_of(interaction))

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Resign: your opponent wins"""
        await boards.ask_to_resign(request_of(interaction))

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End this channel's game without a result"""
        await boards.end_game(request_of(interaction))

    @app_commands.command()
    async def games(self, interaction: Interaction) -> None:
        """Your games, starting with those that wait for you"""
        await panels.show_games(request_of(interaction))

    @app_commands.command()
    async def me(self, interaction: Interaction) -> None:
        """Your mark, your games, your data"""
        await panels.open_me(request_of(interaction))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """The rules and all commands"""
        data: Any = interaction.data  # has the id of /ttt
        await panels.show_help(request_of(interaction), int(data["id"]))

    @app_commands.command()
    @app_commands.describe(member="Whose record? (default: yours)")
    async def stats(self, interaction: Interaction, member: AnyUser | None = None) -> None:
        """Your record, or another player's"""
        await panels.show_record(request_of(interaction), UserId((member or interaction.user).id))

    @app_commands.command()
    @app_commands.autocomplete(season=_seasons)
    @app_commands.describe(season="A season of this server (default: the current one)")
    async def top(self, interaction: Interaction, season: Number | None = None) -> None:
        """Top ten players"""
        request = request_of(interaction)
        ranking = await panels.leaderboard(request, season)
        await request.answer.edit(Draft(ratings.leaderboard(await request.public_tr(), ranking)))

    @app_commands.command()
    @app_commands.autocomplete(game=_games)
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def replay(self, interaction: Interaction, game: Number | None = None) -> None:
        """Watch a game again"""
        request = request_of(interaction)
        await boards.send_replay(request, request.target._replace(game=game and GameId(game)))

    @app_commands.command()
    async def hint(self, interaction: Interaction) -> None:
        """A good move, and why"""
        await coach.send_hint(request_of(interaction))

    @app_commands.command()
    @app_commands.autocomplete(game=_games)
    @app_commands.describe(game="A game from this channel (default: the last one)")
    async def review(self, interaction: Interaction, game: Number | None = None) -> None:
        """Where a game was won or lost"""
        request = request_of(interaction)
        await coach.send_review(request, request.target._replace(game=game and GameId(game)))

    @app_commands.command()
    @app_commands.describe(post="Post the puzzle here daily, or stop (needs Manage Server)")
    async def puzzle(self, interaction: Interaction, post: PostChoice | None = None) -> None:
        """Today's puzzle: X wins in a few moves"""
        request = request_of(interaction)
        if post is None:
            await puzzles.show(request)
        elif post == Post.HERE:
            await puzzles.post_here(request)
        else:
            await puzzles.stop_posting(request)
