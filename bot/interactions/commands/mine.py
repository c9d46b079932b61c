"""The command about what a person prefers."""

from discord import app_commands

from bot.game.preferences import BoardKind, Changes, Labels, Shape, Theme
from bot.interactions import sending
from bot.interactions.commands.options import OneOf
from bot.interactions.context import request_of
from bot.interactions.sending import Interaction
from bot.messages import preferences

MarkName = app_commands.Transform[str, OneOf(preferences.MARKS)]
ThemeName = app_commands.Transform[str, OneOf(preferences.THEMES)]
BoardName = app_commands.Transform[str, OneOf(preferences.BOARDS)]
LabelsName = app_commands.Transform[str, OneOf(preferences.LABELS)]


class Mine(app_commands.Group):
    """What a person prefers."""

    @app_commands.command()
    @app_commands.describe(
        mark="Your mark on buttons and pictures, instead of X or O",
        theme="The colours of pictures",
        board="Text, or a picture with every board",
        labels="What empty buttons say in your games against the computer",
    )
    async def me(
        self,
        interaction: Interaction,
        mark: MarkName | None = None,
        theme: ThemeName | None = None,
        board: BoardName | None = None,
        labels: LabelsName | None = None,
    ) -> None:
        """Your mark, theme and boards"""
        request = request_of(interaction)
        changes: Changes = {}
        if mark is not None:
            changes["mark"] = None if mark == preferences.NO_MARK else Shape(mark)
        if theme is not None:
            changes["theme"] = Theme(theme)
        if board is not None:
            changes["board"] = BoardKind(board)
        if labels is not None:
            changes["labels"] = Labels(labels)
        people = request.services.people
        if not changes:
            await sending.tell(interaction, preferences.shown(await people.preferences(request.user)))
            return
        saved = await people.prefer(request.user, changes)
        request.saved = True
        await sending.tell(interaction, preferences.saved(saved))
