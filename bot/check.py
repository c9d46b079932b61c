"""`python -m bot check`: checks the settings against the database and Discord before the bot runs."""

from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot.database.connections import describe
from bot.interactions import portal
from bot.interactions.tree import ENTRY_POINT, commands
from bot.messages.translator import MISSING, are_compiled
from bot.operations.exits import explain
from bot.settings import Settings

SEEN = timedelta(minutes=2)  # a running process is seen every half minute


class Finding(NamedTuple):
    """One line of the check, and whether the operator must act on it."""

    line: str
    is_wrong: bool = False


async def check(settings: Settings) -> AsyncIterator[Finding]:
    """Yield the findings about the database and Discord, without changing either."""
    if not are_compiled():
        yield Finding(MISSING, is_wrong=True)
    token = settings.discord_token
    for part in (
        _database(settings.database_url.get_secret_value()),
        _discord(None if token is None else token.get_secret_value()),
    ):
        try:
            async for finding in part:
                yield finding
        except Exception as error:
            _, line = explain(error)
            if line is None:  # a bug
                raise
            yield Finding(line, is_wrong=True)


async def _database(url: str) -> AsyncIterator[Finding]:
    line, mistakes = await describe(url, datetime.now(UTC) - SEEN)
    yield Finding(line)
    for mistake in mistakes:
        yield Finding(f"shards: {mistake}", is_wrong=True)


async def _discord(token: str | None) -> AsyncIterator[Finding]:
    if token is None:
        yield Finding("Discord: not checked, because DISCORD_TOKEN is not set; the bot starts on a local page")
        return
    async with discord.AutoShardedClient(intents=discord.Intents.none()) as client:
        await client.login(token)
        application = client.application
        assert application is not None
        yield Finding(f"token: belongs to {client.user}, application {application.id}")
        faults = list(portal.faults(application))
        for fault in faults:
            yield Finding(f"developer portal, {fault}", is_wrong=True)
        if not faults:
            yield Finding("developer portal: all settings that the bot needs are right")
        limits = await client.fetch_session_start_limits()
        yield Finding(
            f"gateway: {limits.remaining} of {limits.total} session starts are left today", not limits.remaining
        )
        registered = await app_commands.CommandTree(client).fetch_commands()
        ours: list[app_commands.AppCommand] = []
        for command in registered:
            kind: Any = command.type
            if kind.value == ENTRY_POINT:
                yield Finding(f"commands: {command.name} opens Activities, and the bot keeps it")
            else:
                ours.append(command)
        yield _compare(_own_paths(), {path for command in ours for path in _paths(command)})


def _compare(own: set[str], registered: set[str]) -> Finding:
    if own == registered:
        return Finding(f"commands: Discord has all {len(own)}")
    missing, extra = sorted(own - registered), sorted(registered - own)
    lacks = f"Discord lacks {', '.join(missing)}" if missing else ""
    has = f"Discord also has {', '.join(extra)}" if extra else ""
    return Finding(f"commands: {'; '.join(filter(None, (lacks, has)))}; the next start sends all {len(own)}")


def _own_paths() -> set[str]:
    tictactoe, ttt, settings, challenge = commands()
    return {command.qualified_name for command in (tictactoe, *ttt.commands, settings, challenge)}


def _paths(command: app_commands.AppCommand | app_commands.AppCommandGroup) -> Iterator[str]:
    """Yield the full names of a command's subcommands, or of the command itself if it has none."""
    groups = [option for option in command.options if isinstance(option, app_commands.AppCommandGroup)]
    for group in groups:
        yield from (f"{command.name} {path}" for path in _paths(group))
    if not groups:
        yield command.name
