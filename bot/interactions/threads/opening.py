"""Threads on Discord: where the bot can open one, and opening one from a message."""

import asyncio
import logging
from collections.abc import Mapping

import aiohttp
import discord

from bot import deadlines
from bot.game.errors.base import Permission
from bot.game.errors.threads import BotLacksPermissions, NoThread, WhyNoThread
from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.context import Request

log = logging.getLogger(__name__)

HAVE_THREADS = frozenset({discord.ChannelType.text, discord.ChannelType.news})
WEEK = 10_080  # minutes without a message, the longest there is: a game may have a pace of three days

# Codes of Discord: topics/opcodes-and-status-codes.mdx.
IS_OPEN = 160004  # a thread was started from this message already
FULL = frozenset({160006, 160007})
ABOUT_NAME = frozenset({50035, 200000, 200001})  # refused words: a server's own, or those of Server Discovery

_REQUIRED: Mapping[Permission, str] = {
    Permission.VIEW_CHANNEL: "view_channel",
    Permission.READ_MESSAGE_HISTORY: "read_message_history",
    Permission.CREATE_PUBLIC_THREADS: "create_public_threads",
    Permission.SEND_MESSAGES_IN_THREADS: "send_messages_in_threads",
}


def is_inside(request: Request) -> bool:
    """Return whether somebody asks from a thread or a forum post, which can't have threads."""
    return isinstance(request.interaction.channel, discord.Thread)


async def are_offered(request: Request) -> bool:
    """Return whether a thread could be opened where somebody asks, if the bot has the permissions."""
    return await _why_not(request) is None


async def check(request: Request) -> None:
    """Refuse a thread where none can be opened.

    Raises
    ------
    NoThread, BotLacksPermissions
    """
    if (why := await _why_not(request)) is not None:
        raise NoThread(why)
    granted = request.interaction.app_permissions
    if missing := tuple(needed for needed, flag in _REQUIRED.items() if not getattr(granted, flag)):
        raise BotLacksPermissions(missing)


async def _why_not(request: Request) -> WhyNoThread | None:
    channel = request.interaction.channel
    if request.place.guild is None or not request.reaches_channel:
        return WhyNoThread.ELSEWHERE
    if channel is not None and channel.type not in HAVE_THREADS:
        return WhyNoThread.NO_SUCH_CHANNEL
    return None if (await request.server_settings()).allows_threads else WhyNoThread.OFF


async def open_from(request: Request, message: MessageId, name: str, plain: str) -> Place:
    """Open a thread from a message in the channel of a request, and return where it is; one that is there already, too.

    Shapes: plain is the name that the thread gets where Discord refuses the other one.

    Raises
    ------
    NoThread
    """
    start = request.services.find_message(request.place, message)
    try:
        async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
            try:
                await start.create_thread(name=name, auto_archive_duration=WEEK)
            except discord.HTTPException as error:
                if error.code not in ABOUT_NAME:
                    raise
                await start.create_thread(name=plain, auto_archive_duration=WEEK)
    except (TimeoutError, aiohttp.ClientError) as error:
        log.warning("no thread in channel %d: %r", request.place.channel, error)
        raise NoThread(WhyNoThread.BUSY) from error
    except discord.HTTPException as error:
        if error.code != IS_OPEN:  # as after a crash, or where an answer of Discord got lost
            log.warning("no thread in channel %d: %s", request.place.channel, error)
            raise NoThread(_refused(error)) from error
    return Place(ChannelId(message), request.place.guild, request.place.channel)


def _refused(error: discord.HTTPException) -> WhyNoThread:
    if error.code in FULL:
        return WhyNoThread.FULL
    return WhyNoThread.BUSY if error.status == 429 or error.status >= 500 else WhyNoThread.REFUSED
