"""All commands, in every language, and their sync with Discord."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from bot import deadlines
from bot.game.errors import OutOfDate
from bot.interactions import lobby, panels
from bot.interactions.answers import NOT_DELIVERED, Interaction
from bot.interactions.commands import Ttt
from bot.interactions.entrance import Entrance
from bot.interactions.options import offers_choices
from bot.interactions.requests import request_of
from bot.messages.translator import Translator, translator_of_commands

log = logging.getLogger(__name__)

DESCRIPTION: Final = "description"  # message contexts in the catalogs
CHOICE: Final = "choice"
MENU: Final = "menu of a user"

_CONTEXTS = {
    Location.command_description: DESCRIPTION,
    Location.group_description: DESCRIPTION,
    Location.parameter_description: DESCRIPTION,
    Location.choice_name: CHOICE,
}

ENTRY_POINT: Final = 4  # the type of the command that opens Activities: interactions/application-commands.mdx
REASONS: Final = 4  # lines of a refusal that are logged


Command: TypeAlias = "app_commands.Command[Any, [], None]"


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions and choices of commands for Discord. It keeps the catalogs in memory."""

    def __init__(self, load: Callable[[str], Translator] = translator_of_commands) -> None:
        self._translator = cache(load)

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return a text in another language, or None if it isn't translated."""
        in_menu = isinstance(context.data, app_commands.ContextMenu)  # nobody types its name
        kind = MENU if in_menu else _CONTEXTS.get(context.location)
        translated = string.message if kind is None else self._translator(locale.value).pgettext(kind, string.message)
        return None if translated == string.message else translated


def commands(*, for_users: bool = True) -> tuple[Command, Ttt, Command, app_commands.ContextMenu]:
    """Return all commands of the bot. for_users: also for users who have installed the app for themselves.

    The last two exist only in servers that have the bot: `/ttt-settings`, which Discord shows to members with *Manage
    Server*, and the command in the menu of a user.
    """
    tictactoe: Command = app_commands.Command(
        name="tictactoe",
        description="Play the computer, or anyone here",
        callback=_open_menu,
    )
    settings: Command = app_commands.Command(
        name="ttt-settings", description="Language, boards, and ratings for this server", callback=_open_settings
    )
    settings.default_permissions = discord.Permissions(manage_guild=True)
    challenge = app_commands.ContextMenu(name="Challenge to tic-tac-toe", callback=_challenge)
    ttt = Ttt()
    for command in (tictactoe, ttt, settings, challenge):
        is_everywhere = command in (tictactoe, ttt)
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=is_everywhere, private_channel=is_everywhere and for_users
        )
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=is_everywhere and for_users)
    return tictactoe, ttt, settings, challenge


async def _open_menu(interaction: Interaction) -> None:
    await lobby.open_menu(request_of(interaction))


async def _open_settings(interaction: Interaction) -> None:
    await panels.open_server(request_of(interaction))


async def _challenge(interaction: Interaction, user: discord.User) -> None:
    await lobby.challenge(request_of(interaction), user)


class SyncedCommands(Protocol):
    """Stores a digest of the commands that Discord last accepted, for each application id."""

    async def synced_commands(self, application: int) -> str | None:
        """Return the digest, None before the first sync."""
        ...

    async def note_synced_commands(self, application: int, digest: str) -> None:
        """Save a digest."""
        ...


class Tree(app_commands.CommandTree[discord.Client]):
    """The command tree. Its commands and their errors go through the same entrance as all requests."""

    def __init__(self, client: discord.Client, entrance: Entrance) -> None:
        super().__init__(client)
        self._entrance = entrance

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return whether a command or autocomplete may run."""
        request = await self._entrance.admit(interaction)
        if request and interaction.type is discord.InteractionType.autocomplete and not offers_choices(interaction):
            await self._entrance.fail(request, OutOfDate())
            return False
        return request is not None

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer the error of a command."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await self._entrance.fail(request_of(interaction), cause)

    def describe(self, locale: str) -> dict[str, str]:
        """Return the descriptions of the subcommands of `/ttt` in a language."""
        tr, group = translator_of_commands(locale), self.get_command("ttt")
        assert isinstance(group, app_commands.Group)
        return {command.name: tr.pgettext(DESCRIPTION, command.description) for command in group.commands}

    async def sync_if_changed(self, synced: SyncedCommands | None, application: int) -> None:
        """Send the commands if they have changed or if Discord lacks any; without synced, at every start.

        If Discord refuses them, log why, and continue with the commands that Discord has.
        """
        commands = await self._payload()
        digest = hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
        is_synced = synced is not None and await synced.synced_commands(application) == digest
        try:
            async with asyncio.timeout(deadlines.SYNC.total_seconds()):
                http = self.client.http
                registered: list[Any] = [*await http.get_global_commands(application)]
                names = {command["name"] for command in registered}
                if is_synced and names.issuperset(command["name"] for command in commands):
                    return
                # Discord refuses a sync that leaves out the command of Activities. A list lacks its translations.
                kept = [each["id"] for each in registered if each.get("type") == ENTRY_POINT]
                commands += [await http.get_global_command(application, command) for command in kept]
                await http.bulk_upsert_global_commands(application, payload=commands)
        except NOT_DELIVERED as error:
            reasons = str(error).splitlines() or [repr(error)]
            more = f" and {len(reasons) - REASONS} more" if len(reasons) > REASONS else ""
            reason = "; ".join(reasons[:REASONS]) + more
            log.warning("could not sync the commands, Discord keeps the old ones: %s", reason)
            return
        if synced is not None:
            await synced.note_synced_commands(application, digest)
            log.info("commands synced")

    async def _payload(self) -> list[Any]:
        """Return the commands as Discord expects them, in all languages."""
        translator = self.translator or app_commands.Translator()
        return [await command.get_translated_payload(self, translator) for command in self.get_commands()]
