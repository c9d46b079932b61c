"""How long people wait for a first answer, and what became of their requests, as it is counted."""

from collections.abc import Callable
from functools import partial
from typing import assert_never

import discord
from discord import app_commands

from bot.counts import Counts, InteractionResult
from bot.interactions import sending
from bot.interactions.context import Request
from bot.messages.custom_ids import (
    ChallengePress,
    EndPress,
    ForgetPress,
    GamePress,
    GamesPress,
    NewPress,
    Press,
    PuzzlePress,
    SeasonPress,
)


class Timing:
    """Times requests until Discord has taken their first answers. Times are in seconds of clock."""

    def __init__(self, counts: Counts, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._counts = counts

    def start(self, request: Request) -> None:
        """Wait for the first answer to a request."""
        sending.when_answered(request.interaction, partial(self._answered, request))

    def end(self, request: Request, *, cancelled: bool) -> None:
        """Count a request whose task has ended."""
        answered = request.interaction.response.is_done()
        if answered:  # discord.py itself sends the choices of an autocomplete, as the last step of its task
            sending.note_answered(request.interaction)
        unless_failed = InteractionResult.OK if answered else InteractionResult.FAILED
        result = InteractionResult.LOST if cancelled else request.result or unless_failed
        self._counts.interaction(_name(request), result)

    def _answered(self, request: Request) -> None:
        self._counts.answered(_name(request), self.clock() - request.arrived)


def _name(request: Request) -> str:
    """Return the name of a command or button, one of a closed set; it is looked up once."""
    if request.name is None:
        request.name = _looked_up(request)
    return request.name


def _looked_up(request: Request) -> str:
    interaction = request.interaction
    match interaction.type:
        case discord.InteractionType.application_command:
            command = interaction.command
            if isinstance(command, app_commands.ContextMenu):
                return "challenge"
            return command.qualified_name.removeprefix("ttt ") if command else "unknown"
        case discord.InteractionType.autocomplete:
            return "autocomplete"
        case discord.InteractionType.modal_submit:
            return "sent_form"
        case _:
            return _button_name(request.pressed)


def _button_name(pressed: Press | None) -> str:  # noqa: PLR0911 - one for each kind
    match pressed:
        case GamePress():
            return pressed.action
        case ChallengePress():
            return pressed.action
        case NewPress():
            return f"new_{pressed.action}"
        case EndPress():
            return "end_and_start"
        case GamesPress():
            return "games_page"
        case PuzzlePress():
            return "puzzle_tap"
        case SeasonPress():
            return "season"
        case ForgetPress():
            return "forget"
        case None:
            return "unknown"
        case _:
            assert_never(pressed)
