"""The record of a request, and the services that its handler uses."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from typing import Any, TypeAlias

import discord
from cachetools import TTLCache
from discord import app_commands

from bot.core import Core
from bot.counts import InteractionResult
from bot.game.errors import MissingPermission, NotInServer, OutOfDate, Permission
from bot.game.games import ChannelId, Game, GuildId, InteractionId, MessageId, Place, UserId
from bot.game.preferences import ServerSettings
from bot.game.puzzles import PuzzlePost
from bot.game.requests import Target
from bot.interactions.answers import Answer, Interaction, best_effort, files, is_private, message_of, with_picture
from bot.interactions.board_messages import BoardMessages
from bot.interactions.pictures import Pictures
from bot.interactions.tasks import Content, OldMessages, Outbox, Tasks
from bot.messages import custom_ids
from bot.messages.custom_ids import Press
from bot.messages.drafts import Draft
from bot.messages.styles import Display
from bot.messages.translator import Translator, translator

# What users have posted lately, or are posting.
Posts: TypeAlias = TTLCache[tuple[object, ...], MessageId | None]
# The buttons that users have just tapped: a second tap within DOUBLE_TAP is the same request.
Taps: TypeAlias = TTLCache[tuple[object, ...], None]
DOUBLE_TAP = timedelta(seconds=5)


class Departed:
    """Remembers for an hour who has left a server, and looks it up."""

    def __init__(self) -> None:
        self._left: TTLCache[tuple[GuildId, UserId], bool] = TTLCache(10_000, timedelta(hours=1).total_seconds())

    async def among(self, server: discord.Guild | None, users: Iterable[UserId]) -> set[UserId]:
        """Return which users have left a server; none if the bot can't know."""
        if server is None:
            return set()
        guild = GuildId(server.id)
        await asyncio.gather(*(self._look_up(server, user) for user in users if (guild, user) not in self._left))
        return {user for user in users if self._left.get((guild, user))}

    async def _look_up(self, server: discord.Guild, user: UserId) -> None:
        error = await best_effort(f"find user {user} in server {server.id}", server.fetch_member(user), logging.DEBUG)
        if error is None or isinstance(error, discord.NotFound):  # else it is unknown
            self._left[GuildId(server.id), user] = error is not None


@dataclass(frozen=True)
class Services:
    """The services that handlers of requests use.

    find_channel and find_message make no request to Discord. describe returns the descriptions of the subcommands of
    `/ttt` in a language. contact is the operator's.
    """

    core: Core
    pictures: Pictures
    old_messages: OldMessages
    tasks: Tasks
    find_channel: Callable[[Place], discord.PartialMessageable]
    find_message: Callable[[Place, MessageId], discord.PartialMessage]
    describe: Callable[[str], Mapping[str, str]]
    contact: str | None = None
    board_messages: BoardMessages = field(default_factory=BoardMessages)
    posts: Posts = field(default_factory=lambda: TTLCache(10_000, timedelta(minutes=10).total_seconds()))
    taps: Taps = field(default_factory=lambda: TTLCache(10_000, DOUBLE_TAP.total_seconds()))
    departed: Departed = field(default_factory=Departed)
    outbox: Outbox = field(default_factory=Outbox)
    puzzle_posts: dict[GuildId, PuzzlePost] = field(default_factory=dict[GuildId, PuzzlePost])

    async def post(self, place: Place, draft: Draft, nonce: str | None = None) -> discord.Message:
        """Post a message. Discord posts it only once if it is sent again with the same nonce."""
        nonce = nonce or secrets.token_hex(12)
        channel, png = self.find_channel(place), await self.pictures.board(draft, None)
        return await with_picture(
            files(draft, png), lambda attached: channel.send(**message_of(draft, attached), nonce=nonce)
        )

    async def display(self, game: Game) -> Display:
        """Return how to show the boards of a game to its players."""
        return Display.of(game, *await self.core.people.preferences_of(game))


class Request:
    """The record of an interaction, from its arrival to the end of its task.

    age is the age of the interaction at its arrival. saved: the change is in the database, and a message about a later
    failure must say so. result is None unless the request was refused, failed or got lost.
    """

    def __init__(self, interaction: Interaction, services: Services, timer: Callable[[], float]) -> None:
        self.interaction = interaction
        self.services = services
        self.answer = Answer(interaction, services.pictures, timer)
        self.age = timedelta(0)
        self.saved = False
        self.result: InteractionResult | None = None
        self.id = InteractionId(interaction.id)
        self.user = UserId(interaction.user.id)
        self.guild = None if interaction.guild_id is None else GuildId(interaction.guild_id)
        self.core = services.core
        self._settings: ServerSettings | None = None
        self._claimed: tuple[object, ...] = ()
        self._tap: tuple[object, ...] = ()
        self.is_double_tap = False
        if interaction.type is discord.InteractionType.component and interaction.message:
            data: Any = interaction.data
            self._tap = (self.user, interaction.message.id, data.get("custom_id"), str(data.get("values")))
            self.is_double_tap = self._tap in services.taps
            services.taps[self._tap] = None

    @property
    def tr(self) -> Translator:
        """The translator to the requester's language."""
        return translator(str(self.interaction.locale))

    def tr_in_place(self, locale: str | None) -> Translator:
        """Return the translator for an edit of the pressed message: the requester's if ephemeral, else the locale's."""
        return self.tr if self.is_on_private_message else translator(locale)

    @cached_property
    def place(self) -> Place:
        """The place of the interaction."""
        interaction, channel, parent = self.interaction, self.interaction.channel, None
        assert interaction.channel_id is not None
        bot = interaction.client.user
        if isinstance(channel, discord.Thread) and bot is not None and channel.owner_id == bot.id:
            parent = ChannelId(channel.parent_id)
        return Place(ChannelId(interaction.channel_id), self.guild, parent)

    @property
    def server_has_bot(self) -> bool:
        """Whether the request comes from a server that has the bot.

        Discord says who has installed the app. The simulated Discord doesn't, so there the known servers count.
        """
        interaction = self.interaction
        if interaction.is_guild_integration():
            return True
        is_known = interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None
        return is_known and not interaction.is_user_integration()

    @property
    def is_bot_in_channel(self) -> bool:
        """Whether the bot is a member here. If not, it can only answer; other requests would fail with 50001."""
        interaction = self.interaction
        if interaction.guild_id is None:
            return interaction.context.dm_channel is True
        return interaction.client.get_guild(interaction.guild_id) is not None

    @property
    def answers_are_private(self) -> bool:
        """Whether Discord makes all answers ephemeral, in a server where only the requester has installed the app.

        Source: topics/permissions.mdx, USE_EXTERNAL_APPS.
        """
        permissions = self.interaction.permissions
        if self.server_has_bot or self.guild is None:
            return False
        return not (self._has(self._writing) and permissions.use_external_apps)

    @property
    def may_write(self) -> bool:
        """Whether the requester may send messages here, so that the bot may post for them.

        Where the bot isn't in the server, Discord enforces this: see answers_are_private.
        """
        return self.guild is None or not self.server_has_bot or self._has(self._writing)

    def check_may_write(self) -> None:
        """Refuse to post for a requester who may not send messages here. Raises MissingPermission."""
        if not self.may_write:
            raise MissingPermission(self._writing)

    def has_permission(self, permission: Permission) -> bool:
        """Return whether the requester has a permission here, so that the bot may use it for them."""
        return self.guild is None or self._has(permission)

    def check_permission(self, permission: Permission) -> None:
        """Refuse to use the bot's permission for a requester who lacks it. Raises MissingPermission."""
        if not self.has_permission(permission):
            raise MissingPermission(permission)

    @property
    def _writing(self) -> Permission:
        is_thread = isinstance(self.interaction.channel, discord.Thread)
        return Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES

    def may_use(self, permissions: discord.Permissions, permission: Permission | None = None) -> bool:
        """Return whether somebody with permissions may do something here, by default write."""
        return getattr(permissions, (permission or self._writing).name.lower())

    def _has(self, permission: Permission) -> bool:
        return self.may_use(self.interaction.permissions, permission)

    @property
    def _may_edit(self) -> bool:
        """Whether the bot may edit its messages here. Without permissions, Discord would refuse with 50001.

        Too many refusals get the bot banned: topics/rate-limits.mdx, Invalid Request Limit.
        """
        can_view = self.interaction.guild_id is None or self.interaction.app_permissions.view_channel
        return self.is_bot_in_channel and can_view

    async def is_gone(self, message: MessageId | None) -> bool:
        """Return whether Discord says that one of the bot's messages here no longer exists."""
        if message is None or not self._may_edit:
            return False
        looked = self.services.find_message(self.place, message).fetch()
        return isinstance(await best_effort(f"find message {message}", looked, logging.DEBUG), discord.NotFound)

    def remove_buttons(self, boards: Mapping[MessageId, Content | None]) -> None:
        """Remove the buttons of old boards, if the bot may edit them."""
        if self._may_edit:
            self.services.old_messages.remove_buttons(self.place, boards)

    def close_question(self, question: MessageId, outcome: Draft) -> None:
        """Replace a question and its buttons with the outcome, if the bot may edit it."""
        if self._may_edit:
            self.services.old_messages.close_question(self.place, question, outcome)

    def claim(self, *wish: object) -> bool:
        """Return whether nobody has posted this lately. If so, nobody can for a while, unless the request fails."""
        if wish in self.services.posts:
            return False
        self._claimed, self.services.posts[wish] = wish, None
        return True

    def release(self) -> None:
        """Let what this request has claimed be posted again."""
        self.services.posts.pop(self._claimed, None)
        self.services.taps.pop(self._tap, None)

    async def server_settings(self) -> ServerSettings:
        """Return the settings of the request's server, loaded once so that a hanging database delays it only once."""
        if self._settings is None:
            self._settings = await self.core.servers.cached_settings(self.guild)
        return self._settings

    async def server_locale(self) -> str | None:
        """Return the language that the request's server has chosen, if any."""
        on_discord = self.interaction.guild_locale
        return (await self.server_settings()).locale(None if on_discord is None else str(on_discord))

    async def public_tr(self) -> Translator:
        """Return the translator for public messages: to the server's language, else to the requester's."""
        return translator(await self.server_locale() or str(self.interaction.locale))

    @property
    def moderates(self) -> bool:
        """Whether the requester may end other users' games here."""
        return self.interaction.permissions.manage_messages

    def managed_server(self) -> GuildId:
        """Return the server, if it has the bot and the requester may change its settings.

        Raises NotInServer, MissingPermission.
        """
        if self.guild is None or not self.server_has_bot:
            raise NotInServer
        if not self.interaction.permissions.manage_guild:
            raise MissingPermission(Permission.MANAGE_SERVER)
        return self.guild

    @property
    def target(self) -> Target:
        """The game of the pressed button as it was when the button was drawn; for a command, the current game."""
        pressed, game, moves = self.pressed, None, None
        if isinstance(pressed, custom_ids.GamePress):
            game, moves = pressed.game, pressed.moves
        elif isinstance(pressed, custom_ids.EndPress):
            game = pressed.game
        lacks = None if self.may_write else self._writing
        return Target(self.user, self.place, game, moves, self.id, self.age, lacks)

    @property
    def current_target(self) -> Target:
        """The game of the pressed button as it is now; for a command, the current game."""
        return self.target._replace(moves=None)

    @property
    def name(self) -> str:
        """The name of the command or button, from a closed set."""
        match self.interaction.type:
            case discord.InteractionType.application_command:
                command = self.interaction.command
                if isinstance(command, app_commands.ContextMenu):
                    return "challenge"
                return command.qualified_name.removeprefix("ttt ") if command else "unknown"
            case discord.InteractionType.autocomplete:
                return "autocomplete"
            case discord.InteractionType.modal_submit:
                return "sent_form"
            case _:
                return self.pressed.name if self.pressed else "unknown"

    @cached_property
    def pressed(self) -> Press | None:
        """The parsed custom_id of a button or form; None if it can't be parsed."""
        data: Any = self.interaction.data
        custom_id = data.get("custom_id")
        return custom_ids.parse(custom_id) if custom_id else None

    @property
    def is_on_private_message(self) -> bool:
        """Whether the pressed message is ephemeral."""
        return is_private(self.interaction.message)

    @property
    def chosen(self) -> str:
        """The chosen value of a menu. Raises OutOfDate."""
        match self.interaction.data:
            case {"values": [str(value)]}:
                return value
            case _:
                raise OutOfDate


REQUEST = "request"  # the key in the extras of an interaction
Handler: TypeAlias = Callable[[Request], Awaitable[None]]


def request_of(interaction: Interaction) -> Request:
    """Return the request of an interaction."""
    return interaction.extras[REQUEST]
