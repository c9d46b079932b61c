"""What the handler of a request knows: the record of the request, and the services that it works with."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any, TypeAlias

import discord

from bot import deadlines
from bot.core import Core
from bot.counts import InteractionResult
from bot.game.choices import ServerSettings
from bot.game.errors import MissingPermission, NotInServer, Permission
from bot.game.games import ChannelId, Game, GuildId, InteractionId, MessageId, Place, UserId
from bot.game.requests import Target
from bot.interactions import answers
from bot.interactions.answers import Interaction, Record, record_of
from bot.interactions.background import Tasks, Tidying
from bot.interactions.board_messages import BoardMessages
from bot.interactions.pictures import Pictures
from bot.messages import custom_ids
from bot.messages.custom_ids import Press
from bot.messages.message import Draft
from bot.messages.styles import Display
from bot.messages.translator import Translator, translator
from bot.registry.choices import People, Servers
from bot.registry.coach import Coach
from bot.registry.keeping import Keeping
from bot.registry.lobby import Lobby
from bot.registry.puzzles import Puzzles
from bot.registry.registry import GameRegistry
from bot.registry.standings import Standings
from bot.registry.timekeeper import Timekeeper


@dataclass(frozen=True)
class Services:
    """What the handlers of requests work with; find_channel and find_message fetch nothing."""

    core: Core
    pictures: Pictures
    tidying: Tidying
    tasks: Tasks
    find_channel: Callable[[Place], discord.PartialMessageable]
    find_message: Callable[[Place, MessageId], discord.PartialMessage]
    messages: BoardMessages = field(default_factory=BoardMessages)

    async def display(self, game: Game) -> Display:
        """Return how the boards of a game are shown to its players."""
        return Display.of(game, *await self.core.people.of_players(game))


@dataclass(eq=False)
class Request(Record):
    """The record of an interaction, from its arrival to the end of its task.

    arrived is in seconds of Timing's clock; age is how long before that somebody made the interaction. saved says that
    the database has what was asked for, which a failure after that has to mention. result is None unless the request
    is refused, fails or gets lost. name is that of the command or button, once somebody has counted it.
    """

    interaction: Interaction
    services: Services
    arrived: float
    age: timedelta = timedelta(0)
    saved: bool = False
    result: InteractionResult | None = None
    name: str | None = None
    _settings: ServerSettings | None = None

    def __post_init__(self) -> None:
        self.id = InteractionId(self.interaction.id)
        core = self.services.core
        self.registry: GameRegistry = core.registry
        self.lobby: Lobby = core.lobby
        self.people: People = core.people
        self.servers: Servers = core.servers
        self.puzzles: Puzzles = core.puzzles
        self.standings: Standings = core.standings
        self.keeping: Keeping = core.keeping
        self.coach: Coach = core.coach
        self.timekeeper: Timekeeper = core.timekeeper

    @property
    def tr(self) -> Translator:
        """Who says sentences in the language of whoever asks."""
        return translator(str(self.interaction.locale))

    def tr_in_place(self, locale: str | None) -> Translator:
        """Return who says what takes the place of the pressed message: in a public one's language, or the reader's."""
        return self.tr if answers.is_private(self.interaction.message) else translator(locale)

    @property
    def user(self) -> UserId:
        """Who asks."""
        return UserId(self.interaction.user.id)

    @cached_property
    def place(self) -> Place:
        """Where they ask."""
        assert self.interaction.channel_id is not None
        guild, channel, us = self.interaction.guild_id, self.interaction.channel, self.interaction.client.user
        is_ours = isinstance(channel, discord.Thread) and us is not None and channel.owner_id == us.id
        parent = ChannelId(channel.parent_id) if isinstance(channel, discord.Thread) and is_ours else None
        return Place(ChannelId(self.interaction.channel_id), None if guild is None else GuildId(guild), parent)

    @property
    def is_at_home(self) -> bool:
        """Whether it comes from a server that has the bot.

        Discord names who has installed it. A simulated Discord names nobody, so there the servers that we know count.
        """
        interaction = self.interaction
        if interaction.is_guild_integration():
            return True
        known = interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None
        return known and not interaction.is_user_integration()

    @property
    def reaches_channel(self) -> bool:
        """Whether the bot is a member where they ask: else it may only answer, and all other requests get a 50001."""
        interaction = self.interaction
        if interaction.guild_id is None:
            return interaction.context.dm_channel is True
        return interaction.client.get_guild(interaction.guild_id) is not None

    def take_buttons(self, boards: Collection[MessageId]) -> None:
        """Take the buttons from old boards, if the bot reaches them."""
        if self.reaches_channel:
            self.services.tidying.take_buttons(self.place, boards)

    def close(self, question: MessageId, sentence: str) -> None:
        """Replace a question and its buttons with what became of it, if the bot reaches it."""
        if self.reaches_channel:
            self.services.tidying.close(self.place, question, sentence)

    async def server_settings(self) -> ServerSettings:
        """Return what the server prefers where they ask; looked up once, since a database that hangs costs time."""
        if self._settings is None:
            guild = self.interaction.guild_id
            self._settings = await self.servers.of(None if guild is None else GuildId(guild))
        return self._settings

    async def server_locale(self) -> str | None:
        """Return the language that the server has chosen where they ask, None if there is none."""
        on_discord = self.interaction.guild_locale
        return (await self.server_settings()).locale(None if on_discord is None else str(on_discord))

    async def public_tr(self) -> Translator:
        """Return who says what everybody reads, in the language of the server or else of whoever asks."""
        return translator(await self.server_locale() or str(self.interaction.locale))

    @property
    def moderates(self) -> bool:
        """Whether whoever asks may end other people's games here."""
        return self.interaction.permissions.manage_messages

    def managed_server(self) -> GuildId:
        """Return the server, if it has the bot and whoever asks may say what it prefers.

        Raises NotInServer, MissingPermission.
        """
        if self.place.guild is None or not self.is_at_home:
            raise NotInServer
        if not self.interaction.permissions.manage_guild:
            raise MissingPermission(Permission.MANAGE_SERVER)
        return self.place.guild

    @property
    def current_game(self) -> Target:
        """The current game of the channel."""
        return Target(self.place.channel, interaction=self.id, age=self.age)

    @cached_property
    def pressed(self) -> Press | None:
        """The button or form, None if it is not one of ours."""
        data: Any = self.interaction.data
        custom_id = data.get("custom_id")
        return custom_ids.parse(custom_id) if custom_id else None

    async def draw(self, draft: Draft) -> bytes | None:
        """Return the picture of an answer; a first answer goes without it if it isn't drawn in time."""
        is_first = not self.interaction.response.is_done()
        until = self.arrived + deadlines.PICTURE.total_seconds() if is_first else None
        return await self.services.pictures.of(draft, self.user, until)


Handler: TypeAlias = Callable[[Request], Awaitable[None]]


def request_of(interaction: Interaction) -> Request:
    """Return the record of a request."""
    record = record_of(interaction)
    assert isinstance(record, Request)
    return record
