"""The commands for a server's settings.

Discord grants permissions per top-level command, so the permission for a subcommand is checked here.
"""

from discord import app_commands

from bot.game.choices import Changes, Enders, Redrawing, Switch
from bot.game.clock import Pace
from bot.game.playing import rules_for
from bot.interactions import answers
from bot.interactions.answers import Interaction
from bot.interactions.commands.options import OneOf, Side, offers
from bot.interactions.requests import request_of
from bot.messages import choices, message
from bot.messages.translator import ENGLISH

_NAMED = {name: choice.names for name, choice in choices.settings(ENGLISH).items()}
PaceName = app_commands.Transform[str, OneOf(_NAMED["pace"])]
RatingsName = app_commands.Transform[str, OneOf(_NAMED["is_rated"])]
ThreadsName = app_commands.Transform[str, OneOf(_NAMED["has_threads"])]
BoardsName = app_commands.Transform[str, OneOf(_NAMED["boards"])]
EndersName = app_commands.Transform[str, OneOf(_NAMED["end"])]


class Server(app_commands.Group):
    """What a server prefers."""

    settings = app_commands.Group(name="settings", description="What this server prefers (Manage Server)")

    @settings.command()
    async def show(self, interaction: Interaction) -> None:
        """All settings of this server"""
        request = request_of(interaction)
        found = await request.servers.settings(request.managed_server())
        await answers.tell(interaction, choices.settings_shown(request.tr, found))

    @settings.command()
    @app_commands.describe(value="Type a part of its name to find it")
    async def language(self, interaction: Interaction, value: str) -> None:
        """The language of boards, challenges and all else that everybody sees"""
        await _change(interaction, {"language": choices.language_of(value)})

    @language.autocomplete("value")
    @offers
    async def languages(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer the languages whose names match."""
        named = choices.languages(request_of(interaction).tr, current)
        return [app_commands.Choice(name=name, value=value) for value, name in named.items()]

    @settings.command()
    @app_commands.describe(
        m="Rows (without any number: back to the default)",
        n="Columns (default: as many as rows)",
        k="Marks in a row to win (default: up to 5)",
    )
    async def size(
        self, interaction: Interaction, m: Side | None = None, n: Side | None = None, k: Side | None = None
    ) -> None:
        """The board of a new game where nobody says another one"""
        none = m is None and n is None and k is None
        await _change(interaction, {"size": None if none else rules_for(m, n, k)})

    @settings.command()
    @app_commands.describe(value="Time for a move")
    async def pace(self, interaction: Interaction, value: PaceName) -> None:
        """The pace of a new game between people where nobody says another one"""
        await _change(interaction, {"pace": None if value == choices.NO_PACE else Pace(value)})

    @settings.command()
    @app_commands.describe(value="Whether games that begin from now on count")
    async def ratings(self, interaction: Interaction, value: RatingsName) -> None:
        """Whether games between members count for the ratings"""
        await _change(interaction, {"is_rated": value == Switch.ON})

    @settings.command()
    @app_commands.describe(value="Whether people may start games in threads of their own")
    async def threads(self, interaction: Interaction, value: ThreadsName) -> None:
        """Whether games can be played in threads of their own"""
        await _change(interaction, {"has_threads": value == Switch.ON})

    @settings.command()
    @app_commands.describe(value="Where the board goes when somebody taps")
    async def boards(self, interaction: Interaction, value: BoardsName) -> None:
        """Whether a tap changes the board in place or posts a new one"""
        await _change(interaction, {"boards": Redrawing(value)})

    @settings.command()
    @app_commands.describe(value="Who, besides its players")
    async def end(self, interaction: Interaction, value: EndersName) -> None:
        """Who may end a game in which nobody moves"""
        await _change(interaction, {"end": Enders(value)})

    @settings.command()
    async def season(self, interaction: Interaction) -> None:
        """Start a new season: all ratings begin anew"""
        request = request_of(interaction)
        *_, current = await request.ratings.seasons(request.managed_server())
        await answers.show_privately(interaction, message.season(request.tr, current))


async def _change(interaction: Interaction, changes: Changes) -> None:
    request = request_of(interaction)
    saved = await request.servers.change(request.managed_server(), changes, request.user)
    request.saved = True
    await answers.tell(interaction, choices.settings_saved(request.tr, saved))
