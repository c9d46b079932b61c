"""Shows the daily puzzle, lets users solve it by taps, and posts it in channels that moderators choose."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot import deadlines
from bot.core import Core
from bot.game.errors import CannotPost
from bot.game.games import GuildId, MessageId, Place
from bot.game.puzzles import Day, PuzzlePost
from bot.interactions.answers import best_effort, message_of
from bot.interactions.requests import Request
from bot.interactions.tasks import despite_outage
from bot.messages import puzzles
from bot.messages.custom_ids import PuzzlePress
from bot.messages.translator import Translator, translator
from engine import Cell

log = logging.getLogger(__name__)


async def show(request: Request) -> None:
    """Answer with today's puzzle. If its last post failed, also tell the first user who may manage the server."""
    interaction, guild = request.interaction, request.guild
    puzzle = await request.core.puzzles.show(request.user)
    puzzle_channel = None
    if guild is not None and interaction.permissions.manage_guild:
        puzzle_channel = await request.core.store.puzzles.puzzle_channel(guild)
    await request.answer.show_privately(puzzles.board(request.tr, puzzle))
    if puzzle_channel and puzzle_channel.has_failed:
        await request.answer.tell(puzzles.cannot_post(request.tr, puzzle_channel))
        await request.core.store.puzzles.note_puzzle_failed(puzzle_channel.guild, has_failed=False)


async def press(request: Request, pressed: PuzzlePress) -> None:
    """Handle a press: open today's puzzle, share it, open the form, or mark a cell."""
    if pressed.is_share:
        request.check_may_write()
        shared = await request.core.puzzles.share(request.user, pressed.day)
        request.saved = True
        await request.answer.post(puzzles.shared(await request.public_tr(), shared))
    elif pressed.is_form:
        attempt = await request.core.puzzles.check(request.user, pressed.day)
        await request.answer.open_form(puzzles.form(request.tr, attempt, pressed))
    elif pressed.cell is None:
        await show(request)
    else:
        await tap(request, pressed, pressed.cell)


async def tap(request: Request, pressed: PuzzlePress, cell: Cell) -> None:
    """Mark a cell, and show the result."""
    await request.answer.acknowledge()  # O's reply may have to wait for the coach
    result = await request.core.puzzles.tap(request.user, pressed.day, pressed.step, cell, request.guild)
    request.saved = result.cell is not None
    await request.answer.edit(puzzles.board(request.tr, result))


async def post_here(request: Request) -> None:
    """Post today's puzzle in this channel, and the next ones from tomorrow on.

    Raises NotInServer, MissingPermission, CannotPost.
    """
    guild, place, today = request.managed_server(), request.place, request.core.puzzles.today
    request.check_may_write()
    await request.answer.defer()
    channel = request.services.find_channel(place)
    try:
        sent = await send(channel, translator(await request.server_locale()), today)
    except discord.Forbidden as forbidden:
        raise CannotPost from forbidden
    await request.core.store.puzzles.post_puzzles(guild, place.channel, today)
    await request.core.store.puzzles.note_puzzle_posted(PuzzlePost(place, sent, today), request.core.puzzles.edits_due)
    request.saved = True
    await request.answer.tell(puzzles.posted(request.tr))


async def stop_posting(request: Request) -> None:
    """Stop posting puzzles in this server. Raises NotInServer, MissingPermission."""
    await request.core.store.puzzles.post_puzzles(request.managed_server(), None, request.core.puzzles.today)
    request.saved = True
    await request.answer.tell(puzzles.not_posted(request.tr))


async def send(channel: discord.PartialMessageable, tr: Translator, day: Day) -> MessageId:
    """Post the puzzle of a day in a channel, and return the id of the message."""
    async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
        sent = await channel.send(**message_of(puzzles.post(tr, day)))
    return MessageId(sent.id)


@dataclass(eq=False)
class Posting:
    """Posts the daily puzzle in the servers that this process serves, and later updates its solver count.

    A post is claimed before it is sent, because a missing post is better than two. A server in an outage has to wait.
    """

    _core: Core
    _find_channel: Callable[[Place], discord.PartialMessageable]
    _translator_of: Callable[[GuildId], Awaitable[Translator]]
    _posted: Day | None = None
    _counted: tuple[Day, int] | None = None

    async def post_today(self) -> None:
        """Post today's puzzle where it is due, once a day. If the database fails, the next call tries again."""
        if (today := self._core.puzzles.today) == self._posted:
            return
        outages, waits = self._core.outages, False
        with despite_outage("find the channels for the puzzle"):
            for due in await self._core.store.puzzles.due_puzzle_channels(today):
                waits |= outages.serves(due.guild) and not outages.are_playable(due.guild)
                if not outages.are_playable(due.guild) or not await self._core.store.puzzles.claim_puzzle(
                    due.guild, today
                ):
                    continue
                tr = await self._translator_of(due.guild)
                action = f"post the puzzle in channel {due.channel}"
                if await best_effort(action, self._post(Place(due.channel, due.guild), tr, today)):
                    await self._core.store.puzzles.note_puzzle_failed(due.guild, has_failed=True)
            self._posted = None if waits else today

    async def _post(self, place: Place, tr: Translator, day: Day) -> None:
        sent = await send(self._find_channel(place), tr, day)
        await self._core.store.puzzles.note_puzzle_posted(PuzzlePost(place, sent, day), self._core.puzzles.edits_due)

    async def update_counts(self) -> None:
        """Update the solver count of today's posts where it is due, three times a day.

        Discord limits the edits of messages older than an hour.
        """
        today, edits = current = self._core.puzzles.today, self._core.puzzles.edits_due
        if current == self._counted:
            return
        with despite_outage("update the solver counts"):
            for post in await self._core.store.puzzles.due_puzzle_edits(today, edits):
                guild = post.place.guild
                if guild is None or not self._core.outages.are_playable(guild):
                    continue
                if solved := await self._core.store.puzzles.claim_puzzle_edit(post, edits):
                    content = puzzles.post(await self._translator_of(guild), post.day, solved).content
                    message = self._find_channel(post.place).get_partial_message(post.message)
                    action = f"update the solver count in channel {post.place.channel}"
                    await best_effort(action, message.edit(content=content))
            self._counted = current
