"""Games in threads: open the thread, save the game, post its board in the thread.

A refusal comes before the thread is opened. After a crash in between, the thread has no game, and anyone can start one
in it. A challenge stays open then, and accepting it again finds the thread.
"""

import logging
from collections.abc import Awaitable, Iterator, Mapping
from datetime import timedelta
from functools import partial
from typing import NamedTuple, TypeVar

import aiohttp
import discord

from bot.game.errors import (
    BotLacksPermissions,
    GameError,
    NoSuchChallenge,
    NoThread,
    Permission,
    TooMuchAtOnce,
    WhyNoThread,
)
from bot.game.games import ChannelId, Computer, Game, Level, MessageId, Place
from bot.game.lobby import Challenge, ChallengeAction, Terms
from bot.game.requests import Update
from bot.interactions import answers, boards
from bot.interactions.answers import best_effort
from bot.interactions.board_messages import SentBoard
from bot.interactions.requests import Request, Services
from bot.messages import lobby, texts
from bot.messages.custom_ids import ChallengePress
from bot.messages.drafts import Draft
from bot.messages.translator import translator

log = logging.getLogger(__name__)

CHANNELS_WITH_THREADS = frozenset({discord.ChannelType.text, discord.ChannelType.news})
DAY, WEEK = 1_440, 10_080  # minutes of inactivity after which Discord archives a thread

# Codes of Discord: topics/opcodes-and-status-codes.mdx.
THREAD_EXISTS = 160004  # the message already has a thread
TOO_MANY_THREADS = frozenset({160006, 160007})
NAME_REFUSED = frozenset({50035, 200000, 200001})  # words refused by the server, or by Server Discovery

_REQUIRED: Mapping[Permission, str] = {
    Permission.VIEW_CHANNEL: "view_channel",
    Permission.READ_MESSAGE_HISTORY: "read_message_history",
    Permission.CREATE_PUBLIC_THREADS: "create_public_threads",
    Permission.SEND_MESSAGES_IN_THREADS: "send_messages_in_threads",
}


async def check(request: Request) -> None:
    """Refuse if no thread can be opened here. Raises NoThread, BotLacksPermissions."""
    if (why := await why_no_thread(request)) is not None:
        raise NoThread(why)
    permissions = request.interaction.app_permissions
    if missing := tuple(permission for permission, flag in _REQUIRED.items() if not getattr(permissions, flag)):
        raise BotLacksPermissions(missing)


def check_requester(request: Request) -> None:
    """Refuse a requester who may not create threads, or write, in this channel. Raises MissingPermission."""
    request.check_may_write()
    request.check_permission(Permission.CREATE_PUBLIC_THREADS)


async def why_no_thread(request: Request) -> WhyNoThread | None:
    """Return why no thread can be opened here, apart from missing permissions; None if one can."""
    channel = request.interaction.channel
    if request.guild is None or not request.is_bot_in_channel:
        return WhyNoThread.ELSEWHERE
    if channel is not None and channel.type not in CHANNELS_WITH_THREADS:
        return WhyNoThread.NO_SUCH_CHANNEL
    return None if (await request.server_settings()).allows_threads else WhyNoThread.OFF


T = TypeVar("T")


class OpenedThread(NamedTuple):
    """The place of a thread, and the thread itself if it is new."""

    place: Place
    thread: discord.Thread | None

    async def start_game(self, game: Awaitable[T]) -> T:
        """Start a game in the thread. If it is refused after all, archive the thread, best effort."""
        try:
            return await game
        except GameError:
            if self.thread is not None:
                await best_effort(f"archive thread {self.place.channel}", self.thread.edit(archived=True))
            raise


async def open_from(
    request: Request, message: MessageId, name: str, plain: str, pace: timedelta | None
) -> OpenedThread:
    """Open a thread from a message in the channel of a request, or find the message's existing thread. Raises NoThread.

    plain is the fallback if Discord refuses the name; pace is the pace of the game.
    """
    archive_after = WEEK if pace is not None and pace >= timedelta(days=1) else DAY
    anchor = request.services.find_message(request.place, message)
    thread = None
    try:
        async with answers.in_time():
            try:
                thread = await anchor.create_thread(name=name, auto_archive_duration=archive_after)
            except discord.HTTPException as error:
                if error.code not in NAME_REFUSED:
                    raise
                thread = await anchor.create_thread(name=plain, auto_archive_duration=archive_after)
    except (TimeoutError, aiohttp.ClientError) as error:
        log.warning("could not open a thread in channel %d: %r", request.place.channel, error)
        raise NoThread(WhyNoThread.BUSY) from error
    except discord.HTTPException as error:
        if error.code != THREAD_EXISTS:  # it exists after a crash, or after a lost answer from Discord
            log.warning("could not open a thread in channel %d: %s", request.place.channel, error)
            raise NoThread(_reason(error)) from error
    return OpenedThread(Place(ChannelId(message), request.guild, request.place.channel), thread)


def _reason(error: discord.HTTPException) -> WhyNoThread:
    if error.code in TOO_MANY_THREADS:
        return WhyNoThread.FULL
    return WhyNoThread.BUSY if answers.is_temporary(error) else WhyNoThread.REFUSED


async def start(request: Request, terms: Terms) -> None:
    """Start a game against the computer in a thread of the answer, unless one on these terms awaits the user there."""
    assert terms.level is not None
    await check(request)
    check_requester(request)
    computer = Computer(terms.level)
    if unplayed := await request.core.games.unplayed_in_thread(request.target, terms.format.rules, computer):
        raise unplayed
    if not request.claim(request.user, request.place.channel, terms):
        raise TooMuchAtOnce
    tr = await request.public_tr()
    await request.core.lobby.check_new(request.target, terms)
    announcement = await request.answer.post(Draft(lobby.announcement(tr, request.user, terms)))
    plain = lobby.thread_name(tr, terms.format.rules, None, None)
    user, computer = request.interaction.user.display_name, texts.player(tr, computer)
    name = lobby.thread_name(tr, terms.format.rules, user, computer)
    try:
        opened = await open_from(request, announcement, name, plain, terms.format.pace)
        target = request.target._replace(place=opened.place)
        update = await opened.start_game(request.core.lobby.new(target, terms.with_format(locale=tr.locale)))
    except GameError:
        deletion = request.answer.delete()
        await best_effort(f"take back an answer in channel {request.place.channel}", deletion)
        raise
    assert isinstance(update, Update)
    request.release()
    await _show(request, update)


async def begin_in_thread(request: Request, pressed: ChallengePress) -> None:
    """Start the game of a challenge in a thread that starts from the challenge, as its author or its answer wants."""
    await check(request)
    request.check_may_write()
    target = request.target
    challenge = await request.core.lobby.check_answer(target, pressed.challenge, pressed.action)
    if not challenge.offer.thread:
        check_requester(request)
    message = request.interaction.message
    is_challenge = message is not None and not request.is_on_private_message
    anchor = MessageId(message.id) if message is not None and is_challenge else challenge.message
    if anchor is None:
        raise NoSuchChallenge
    await request.answer.acknowledge()
    opened = await open_from(request, anchor, *_names(request, challenge, pressed.action), challenge.offer.format.pace)
    game = request.core.lobby.accept(target, pressed.challenge, pressed.action, opened.place)
    update = await opened.start_game(game)
    await _show(request, update)
    accepted = lobby.accepted(translator(challenge.locale), update, pressed.action)
    if not is_challenge:
        request.close_question(anchor, Draft(accepted))
    await boards.close_acknowledged(
        request, accepted if is_challenge else lobby.started_in_thread(request.tr, opened.place.channel)
    )


def _names(request: Request, challenge: Challenge, action: ChallengeAction) -> tuple[str, str]:
    """Return the name of a challenge's thread, with the names of its players, and a fallback without names."""
    tr, rules = translator(challenge.locale), challenge.offer.format.rules
    plain, presser = lobby.thread_name(tr, rules, None, None), request.interaction.user.display_name
    if action is ChallengeAction.COMPUTER:
        return lobby.thread_name(tr, rules, presser, texts.player(tr, Computer(Level.CLASSIC))), plain
    author = next((user.display_name for user in _mentioned_users(request) if user.id == challenge.offer.author), None)
    return lobby.thread_name(tr, rules, author, presser), plain


def _mentioned_users(request: Request) -> Iterator[discord.User | discord.Member]:
    """Yield the users named in the pressed message: its author, and those whom it mentions."""
    message = request.interaction.message
    if message is not None:
        if message.interaction_metadata is not None:
            yield message.interaction_metadata.user
        yield from message.mentions


async def _show(request: Request, update: Update) -> None:
    """Post the first board in the thread. It pings the players, which adds them to the thread."""
    request.saved = True
    try:
        await boards.show(request.services, update, partial(_post, request.services, update.game))
    except answers.NOT_DELIVERED as error:
        thread = update.game.place.channel
        log.info("could not post the first board in thread %d: %s", thread, error)
        if boards.is_unknown_channel(error):
            await boards.end_deleted_game(request.services, thread)
            return
        await request.answer.tell(lobby.without_board(request.tr, thread))


async def _post(services: Services, game: Game, draft: Draft) -> SentBoard:
    async with answers.in_time():
        sent = await services.post(game.place, draft._replace(pings=game.humans))
    return SentBoard(MessageId(sent.id))
