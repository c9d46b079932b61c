"""The types of command options. Discord checks values, too, but against the client's version of the command."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, TypeAlias

import discord
from discord import AppCommandOptionType, app_commands

from bot import deadlines
from bot.database.errors import Damaged, StoreFailed
from bot.game import games
from bot.game.errors import GameError, OutOfDate
from bot.game.games import BEST_OF, Level
from bot.game.lobby import First
from bot.game.puzzles import Post
from bot.interactions.answers import Choice, Interaction, best_effort
from bot.interactions.requests import request_of

log = logging.getLogger(__name__)


class IntegerOption(app_commands.Transformer):
    """A whole number between two bounds."""

    def __init__(self, least: int, most: int) -> None:
        self._least, self._most = least, most
        super().__init__()

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        return self._least

    @property
    def max_value(self) -> int:
        return self._most

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:
        if type(value) is int and self._least <= value <= self._most:
            return value
        raise OutOfDate


class ChoiceOption(app_commands.Transformer):
    """One of several values, either all text or all numbers, each with a displayed name."""

    def __init__(self, names: Mapping[Any, str]) -> None:
        self._names = names
        self._values = {value: value for value in names}  # finds a member of an enum by its value
        super().__init__()

    @property
    def type(self) -> AppCommandOptionType:
        is_text = isinstance(next(iter(self._names)), str)
        return AppCommandOptionType.string if is_text else AppCommandOptionType.integer

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=name, value=value) for value, name in self._names.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        if isinstance(value, int | str) and not isinstance(value, bool) and value in self._values:
            return self._values[value]
        raise OutOfDate


class InstanceOption(app_commands.Transformer):
    """A value of one of some classes, such as a user as a discord.py object."""

    def __init__(self, kind: AppCommandOptionType, *classes: type) -> None:
        self._kind, self._classes = kind, classes
        super().__init__()

    @property
    def type(self) -> AppCommandOptionType:
        return self._kind

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Any:
        if isinstance(value, self._classes):
            return value
        raise OutOfDate


Side = app_commands.Transform[int, IntegerOption(games.SIDES.start, games.SIDES.stop - 1)]
Coordinate = app_commands.Transform[int, IntegerOption(0, games.SIDES.stop - 2)]
# Source: interactions/application-commands.mdx, INTEGER.
Number = app_commands.Transform[int, IntegerOption(1, 2**53 - 1)]
Strength = app_commands.Transform[Level, ChoiceOption({level: level for level in Level})]
SeriesLength = app_commands.Transform[int, ChoiceOption({games: str(games) for games in BEST_OF})]
FirstPlayer = app_commands.Transform[First, ChoiceOption({first: first for first in First})]
PostChoice = app_commands.Transform[str, ChoiceOption({post: post for post in Post})]
Truth = app_commands.Transform[bool, InstanceOption(AppCommandOptionType.boolean, bool)]
AnyUser = app_commands.Transform[
    discord.User | discord.Member, InstanceOption(AppCommandOptionType.user, discord.User, discord.Member)
]


def matching_numbers(typed: str, numbers: set[int]) -> list[app_commands.Choice[int]]:
    """Return the numbers that start with the typed text, up to Discord's limit."""
    matches = [number for number in sorted(numbers) if str(number).startswith(typed.strip())]
    return [app_commands.Choice(name=str(number), value=number) for number in matches[:25]]


def offers_choices(interaction: Interaction) -> bool:
    """Return whether a command of this version has choices for the option in which a user types."""
    data: Any = interaction.data
    options, command = data.get("options", ()), interaction.command
    while options and "options" in options[0]:
        options = options[0]["options"]
    focused = next((option["name"] for option in options if option.get("focused")), None)
    parameter = command.get_parameter(focused) if isinstance(command, app_commands.Command) and focused else None
    return parameter is not None and parameter.autocomplete


Autocomplete: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice]]]


def never_failing(autocomplete: Autocomplete) -> Autocomplete:
    """Make an autocomplete offer no choices if there is no game, or the database doesn't answer in time."""

    @wraps(autocomplete)
    async def wrapper(interaction: Interaction, current: str) -> list[Choice]:
        choices: list[Choice] = []
        try:
            async with asyncio.timeout(deadlines.AUTOCOMPLETE.total_seconds()):
                choices = await autocomplete(interaction, current)
        except (GameError, StoreFailed, Damaged, TimeoutError) as failed:
            log.info("no choices for interaction %d: %r", interaction.id, failed)
        # discord.py would log a traceback if the interaction has expired.
        if await best_effort(
            f"answer autocomplete {interaction.id}", request_of(interaction).answer.offer_choices(choices)
        ):
            raise asyncio.CancelledError  # ends the task, because discord.py would answer a second time
        return choices

    return wrapper
