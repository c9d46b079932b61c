"""Commands for playing a game."""

from discord import app_commands

from bot.game.challenges import First, Terms
from bot.game.clock import Pace
from bot.interactions import boards, new_games
from bot.interactions.answers import Interaction
from bot.interactions.commands.options import (
    AnyUser,
    ChoiceOption,
    Coordinate,
    FirstPlayer,
    SeriesLength,
    Side,
    Strength,
    fitting,
    never_failing,
)
from bot.interactions.requests import request_of
from bot.messages.choices import NO_PACE, paces
from bot.messages.translator import ENGLISH
from engine import Cell

PaceName = app_commands.Transform[str, ChoiceOption(paces(ENGLISH))]


class Play(app_commands.Group):
    """Start a game, move, and end it."""

    @app_commands.command()
    @app_commands.describe(
        m="Rows (default: 3)",
        n="Columns (default: as many as rows)",
        k="Marks in a row to win (default: up to 5)",
        ai="Play the computer: how strong?",
        opponent="Challenge a member (without this and ai, anyone can join)",
        first="Who goes first? (default: me)",
        pace="Time for a move; running out of time loses (default: no limit)",
        swap="After the first move, the other player may take X (default: no)",
        thread="Play in a thread of its own? (default: no)",
        best_of="Best of how many games? Sides swap each game (default: one game)",
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
        swap: bool | None = None,  # noqa: FBT001 - an option
        thread: bool | None = None,  # noqa: FBT001 - an option
        best_of: SeriesLength | None = None,
    ) -> None:
        """Start a game against the computer, a member, or anyone who joins"""
        request = request_of(interaction)
        if all(option is None for option in (m, n, k, ai, opponent, first, pace, swap, thread, best_of)):
            await new_games.open_menu(request)
            return
        level, other = ai, None
        if opponent is not None:
            computer, other = new_games.opponent(interaction, opponent)
            level = level or computer
        rules = (await request.server_settings()).rules(m, n, k)
        timed = None if pace in (None, NO_PACE) else Pace(pace)
        terms = Terms(
            rules, level, other, first or First.ME, timed, thread=bool(thread), swap=bool(swap), best_of=best_of
        )
        await new_games.start(request, await new_games.paced(request, terms) if pace is None else terms)

    @app_commands.command()
    @app_commands.describe(i="Row, from 0 at the top", j="Column, from 0 at the left")
    async def move(self, interaction: Interaction, i: Coordinate, j: Coordinate) -> None:
        """Mark the cell in row i, column j"""
        request = request_of(interaction)
        await boards.send(request, await request.registry.mark(request.current_game, request.user, Cell(i, j)))

    @move.autocomplete("i")
    @never_failing
    async def rows(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the rows with an empty cell."""
        return fitting(current, {cell.row for cell in await _empty_cells(interaction)})

    @move.autocomplete("j")
    @never_failing
    async def columns(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        """Offer the columns with an empty cell in the given row."""
        row = interaction.namespace.i
        empty = await _empty_cells(interaction)
        return fitting(current, {cell.col for cell in empty if not isinstance(row, int) or cell.row == row})

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back your last move, or ask your opponent to allow it"""
        request = request_of(interaction)
        await boards.send(request, await request.registry.undo(request.current_game, request.user))

    @app_commands.command()
    @app_commands.describe(picture="Add a picture of the board, from now on in this game")
    async def board(self, interaction: Interaction, picture: bool | None = None) -> None:  # noqa: FBT001
        """Show the board again"""
        await boards.show_current(request_of(interaction), picture)

    @app_commands.command()
    async def read(self, interaction: Interaction) -> None:
        """The board in words, for screen readers"""
        await boards.read(request_of(interaction))

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up: the other player wins"""
        request = request_of(interaction)
        await boards.ask_to_resign(request, request.current_game)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """End this channel's game without a result"""
        await boards.end_game(request_of(interaction))


async def _empty_cells(interaction: Interaction) -> list[Cell]:
    request = request_of(interaction)
    game = (await request.registry.view(request.current_game, request.user)).game
    return [] if game.result else list(game.board.legal_moves)
