"""The types of the commands' options. Discord checks them, too, but by the client's version of the command."""

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
from bot.game.errors import GameError, OutOfDate
from bot.game.games import BEST_OF, Level
from bot.game.puzzles import Post
from bot.game.requests import First
from bot.interactions import answers
from bot.interactions.answers import Choice, Interaction

log = logging.getLogger(__name__)


class Whole(app_commands.Transformer):
    """A whole number from least to most."""

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


class OneLevel(app_commands.Transformer):
    """The strength of the computer."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=level, value=level) for level in Level]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Level:
        return Level(value)


class HowManyGames(app_commands.Transformer):
    """The most games of a series."""

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


class WhoIsFirst(app_commands.Transformer):
    """Which player makes the first move."""

    @property
    def choices(self) -> list[app_commands.Choice[int | float | str]]:
        return [app_commands.Choice(name=first, value=first) for first in First]

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> First:
        return First(value)


class OneOf(app_commands.Transformer):
    """One of some values, with their displayed names."""

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


class Person(app_commands.Transformer):
    """A user, with Discord's data about them."""

    @property
    def type(self) -> AppCommandOptionType:
        return AppCommandOptionType.user

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> discord.User | discord.Member:
        if isinstance(value, discord.User | discord.Member):
            return value
        raise OutOfDate


Side = app_commands.Transform[int, Whole(games.SIDES.start, games.SIDES.stop - 1)]
Coordinate = app_commands.Transform[int, Whole(0, games.SIDES.stop - 2)]
Number = app_commands.Transform[int, Whole(1, 2**53 - 1)]  # docs: interactions/application-commands.mdx, INTEGER
Strength = app_commands.Transform[Level, OneLevel]
SeriesOf = app_commands.Transform[int, HowManyGames]
Beginner = app_commands.Transform[First, WhoIsFirst]
Posts = app_commands.Transform[str, OneOf({post: post for post in Post})]
Someone = app_commands.Transform[discord.User | discord.Member, Person]


def fitting(typed: str, numbers: set[int]) -> list[app_commands.Choice[int]]:
    """Return numbers that start with the typed text, as many as Discord accepts."""
    matching = [number for number in sorted(numbers) if str(number).startswith(typed.strip())]
    return [app_commands.Choice(name=str(number), value=number) for number in matching[:25]]


S = TypeVar("S")
Autocomplete: TypeAlias = Callable[[S, Interaction, str], Coroutine[Any, Any, list[Choice]]]


def offers(find: Autocomplete[S]) -> Autocomplete[S]:
    """Make an autocomplete offer nothing where there is no game, or the database doesn't answer in time."""

    @wraps(find)
    async def offered(self: S, interaction: Interaction, current: str) -> list[Choice]:
        choices: list[Choice] = []
        try:
            async with asyncio.timeout(deadlines.OFFER.total_seconds()):
                choices = await find(self, interaction, current)
        except (GameError, StoreFailed, Damaged, TimeoutError) as failed:
            log.info("nothing is offered to interaction %d: %r", interaction.id, failed)
        # discord.py would log a traceback if the interaction has expired.
        await answers.best_effort(f"answer autocomplete {interaction.id}", answers.offer(interaction, choices))
        return choices

    return offered
