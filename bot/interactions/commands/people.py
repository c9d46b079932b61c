"""Commands about the user: games, preferences, blocks, data and help."""

import asyncio
from collections.abc import Iterator
from typing import Any

from discord import app_commands

from bot.game.choices import preferred
from bot.game.games import UserId
from bot.interactions import answers
from bot.interactions.answers import Interaction
from bot.interactions.commands.options import OneOf, Someone
from bot.interactions.requests import request_of
from bot.messages import agenda, choices, export, menu, message
from bot.messages.help import help_text
from bot.messages.translator import ENGLISH

_NAMED = {name: choice.names for name, choice in choices.preferences(ENGLISH).items()}
MarkName = app_commands.Transform[str, OneOf(_NAMED["mark"])]
ThemeName = app_commands.Transform[str, OneOf(_NAMED["theme"])]
BoardName = app_commands.Transform[str, OneOf(_NAMED["board"])]
LabelsName = app_commands.Transform[str, OneOf(_NAMED["labels"])]
ChallengesName = app_commands.Transform[str, OneOf(_NAMED["challenges"])]
RemindersName = app_commands.Transform[str, OneOf(_NAMED["reminders"])]


class Mine(app_commands.Group):
    """A person's games, what they prefer, and whom they don't want to meet."""

    @app_commands.command()
    async def games(self, interaction: Interaction) -> None:
        """Your games everywhere, those that wait for you first"""
        request = request_of(interaction)
        found = await request.timekeeper.agenda(request.user)
        await answers.show_privately(interaction, agenda.agenda(request.tr, found))

    @app_commands.command()
    @app_commands.describe(
        mark="Your mark on buttons and pictures, instead of X or O",
        theme="The colours of pictures",
        board="Text, or a picture with every board",
        labels="What empty buttons say in your games against the computer",
        challenges="Whether others can challenge you",
        reminders="Whether to remind you when your time for a move runs out",
    )
    async def me(  # noqa: PLR0913, PLR0917 - the options of the command
        self,
        interaction: Interaction,
        mark: MarkName | None = None,
        theme: ThemeName | None = None,
        board: BoardName | None = None,
        labels: LabelsName | None = None,
        challenges: ChallengesName | None = None,
        reminders: RemindersName | None = None,
    ) -> None:
        """Your mark, theme and boards, and who may challenge you"""
        request = request_of(interaction)
        changes = preferred(
            {
                "mark": mark,
                "theme": theme,
                "board": board,
                "labels": labels,
                "challenges": challenges,
                "reminders": reminders,
            }
        )
        people = request.people
        if not changes:
            await answers.tell(
                interaction, choices.preferences_shown(request.tr, await people.preferences(request.user))
            )
            return
        saved = await people.prefer(request.user, changes)
        request.saved = True
        await answers.tell(interaction, choices.preferences_saved(request.tr, saved))

    @app_commands.command()
    @app_commands.describe(user="Whom? (without it: whom you have blocked)")
    async def block(self, interaction: Interaction, user: Someone | None = None) -> None:
        """Don't meet somebody: neither of you can challenge the other or join"""
        request = request_of(interaction)
        people = request.people
        if user is None:
            await answers.tell(interaction, choices.all_blocked(request.tr, await people.blocked_by(request.user)))
            return
        other = UserId(user.id)
        await people.block(request.user, other, interaction.created_at, is_bot=user.bot)
        request.saved = True
        await answers.tell(interaction, choices.blocked(request.tr, other))

    @app_commands.command()
    @app_commands.describe(user="Whom?")
    async def unblock(self, interaction: Interaction, user: Someone) -> None:
        """Meet somebody again whom you have blocked"""
        request, other = request_of(interaction), UserId(user.id)
        await request.people.unblock(request.user, other)
        request.saved = True
        await answers.tell(interaction, choices.unblocked(request.tr, other))


class Data(app_commands.Group):
    """Export, forgetting, and help."""

    my = app_commands.Group(name="my", description="Your data")

    @my.command()
    async def data(self, interaction: Interaction) -> None:
        """Everything that is kept about you, as a file"""
        request = request_of(interaction)
        with request.keeping.exporting(request.user):
            await answers.defer(interaction)
            file = export.ExportFile(request.tr, request.user, interaction.created_at)
            async for part in request.keeping.export(request.user):
                await asyncio.to_thread(file.add, part)
            await answers.send_export(interaction, request.tr, *await asyncio.to_thread(file.finished))

    forget = app_commands.Group(name="forget", description="Delete your data")

    @forget.command()
    async def me(self, interaction: Interaction) -> None:
        """Delete your data"""
        await answers.show_privately(interaction, message.forget(request_of(interaction).tr))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """The rules and an example"""
        about = interaction.client.application  # from the developer portal, read at login
        links = (about.privacy_policy_url, about.terms_of_service_url) if about else (None, None)
        called: Any = interaction.data  # its id is that of /ttt, so no sync has to be remembered
        request = request_of(interaction)
        text = help_text(request.tr, _commands(interaction), int(called["id"]), *links)
        await answers.tell(interaction, text, *menu.buttons(request.tr, (await request.server_settings()).rules()))


def _commands(interaction: Interaction) -> Iterator[str]:
    """Yield the names of the subcommands of the called command; of a group, its first."""
    called = interaction.command
    assert isinstance(called, app_commands.Command)
    assert called.root_parent is not None
    for command in called.root_parent.commands:
        yield (command.commands[0] if isinstance(command, app_commands.Group) else command).qualified_name
