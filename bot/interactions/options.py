"""The types of command options. Discord checks values too, but by the client's version of the command."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, TypeAlias, TypeVar

import discord
from discord import AppCommandOptionType, app_commands

from bot import deadlines
from bot.database.errors import Damaged, StoreFailed
from bot.game import games
from bot.game.challenges import First
from bot.game.errors import GameError, OutOfDate
from bot.game.games import BEST_OF, Level
from bot.game.puzzles import Post
from bot.interactions import answers
from bot.interactions.answers import Choice, Interaction

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
        if isinstance(value, int) and self._least <= value <= self._most:
            return value
        raise OutOfDate


class LevelOption(app_commands.Transformer):
    """The level of the computer."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=level, value=level) for level in Level]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Level:
        return Level(value)


class SeriesOption(app_commands.Transformer):
    """The length of a series."""

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.integer

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=str(games), value=games) for games in BEST_OF]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> int:
        if value in BEST_OF:
            return value
        raise OutOfDate


class FirstPlayerOption(app_commands.Transformer):
    """Which player makes the first move."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=first, value=first) for first in First]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> First:
        return First(value)


class ChoiceOption(app_commands.Transformer):
    """One of several values, each with a displayed name."""

    def __init__(self, named: Mapping[str, str]) -> None:
        self._named = named
        super().__init__()

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=name, value=value) for value, name in self._named.items()]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> str:
        if value in self._named:
            return value
        raise OutOfDate


class UserOption(app_commands.Transformer):
    """A user, as a discord.py object."""

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.user

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> discord.User | discord.Member:
        if isinstance(value, discord.User | discord.Member):
            return value
        raise OutOfDate


Side = app_commands.Transform[int, IntegerOption(games.SIDES.start, games.SIDES.stop - 1)]
Coordinate = app_commands.Transform[int, IntegerOption(0, games.SIDES.stop - 2)]
Number = app_commands.Transform[
    int, IntegerOption(1, 2**53 - 1)
]  # docs: interactions/application-commands.mdx, INTEGER
Strength = app_commands.Transform[Level, LevelOption]
SeriesLength = app_commands.Transform[int, SeriesOption]
FirstPlayer = app_commands.Transform[First, FirstPlayerOption]
PostChoice = app_commands.Transform[str, ChoiceOption({post: post for post in Post})]
AnyUser = app_commands.Transform[discord.User | discord.Member, UserOption]


def fitting(typed: str, numbers: set[int]) -> list[app_commands.Choice[int]]:
    """Return the numbers that start with the typed text, up to Discord's limit."""
    matching = [number for number in sorted(numbers) if str(number).startswith(typed.strip())]
    return [app_commands.Choice(name=str(number), value=number) for number in matching[:25]]


S = TypeVar("S")
Autocomplete: TypeAlias = Callable[[S, Interaction, str], Coroutine[Any, Any, list[Choice]]]


def never_failing(find: Autocomplete[S]) -> Autocomplete[S]:
    """Make an autocomplete offer no choices if there is no game, or the database doesn't answer in time."""

    @wraps(find)
    async def offered(self: S, interaction: Interaction, current: str) -> list[Choice]:
        choices: list[Choice] = []
        try:
            async with asyncio.timeout(deadlines.AUTOCOMPLETE.total_seconds()):
                choices = await find(self, interaction, current)
        except (GameError, StoreFailed, Damaged, TimeoutError) as failed:
            log.info("no choices for interaction %d: %r", interaction.id, failed)
        # discord.py would log a traceback if the interaction has expired.
        await answers.best_effort(f"answer autocomplete {interaction.id}", answers.offer_choices(interaction, choices))
        return choices

    return offered
