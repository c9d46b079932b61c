"""Shows the daily puzzle, lets users solve it by taps, and posts it in channels that moderators choose."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot import deadlines
from bot.clockwork import for_each
from bot.core import Core
from bot.game.errors import CannotPost
from bot.game.games import GuildId, Place
from bot.game.puzzles import Day, PuzzleChannel
from bot.interactions.answers import best_effort, message_of
from bot.interactions.requests import Request
from bot.messages import puzzles
from bot.messages.custom_ids import PuzzlePress
from bot.messages.drafts import Draft
from bot.messages.translator import Translator, translator
from engine import Cell


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
        if request.claim("puzzle", place.channel, today):
            await send(channel, puzzles.post(translator(await request.server_locale()), today))
    except discord.Forbidden as forbidden:
        raise CannotPost from forbidden
    await request.core.store.puzzles.post_puzzles(guild, place.channel, today)
    request.saved = True
    await request.answer.tell(puzzles.posted(request.tr))


async def stop_posting(request: Request) -> None:
    """Stop posting puzzles in this server. Raises NotInServer, MissingPermission."""
    await request.core.store.puzzles.post_puzzles(request.managed_server(), None, request.core.puzzles.today)
    request.saved = True
    await request.answer.tell(puzzles.not_posted(request.tr))


async def send(channel: discord.PartialMessageable, post: Draft) -> None:
    """Post a puzzle in a channel."""
    async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
        await channel.send(**message_of(post))


@dataclass(eq=False)
class Posting:
    """Posts the daily puzzle in the servers that this process serves.

    A post is claimed before it is sent, because a missing post is better than two. A server in an outage has to wait.
    """

    _core: Core
    _find_channel: Callable[[Place], discord.PartialMessageable]
    _translator_of: Callable[[GuildId], Awaitable[Translator]]
    _posted: Day | None = None

    async def post_today(self) -> None:
        """Post today's puzzle where it is due, once a day. Raises StoreFailed, SomeFailed; then call it again."""
        if (today := self._core.puzzles.today) == self._posted:
            return
        store, outages = self._core.store.puzzles, self._core.outages
        due = [channel for channel in await store.due_puzzle_channels(today) if outages.serves(channel.guild)]
        playable = [channel for channel in due if outages.are_playable(channel.guild)]
        await for_each(playable, partial(self._post, today))
        if playable == due:
            self._posted = today

    async def _post(self, day: Day, due: PuzzleChannel) -> None:
        """Post the puzzle of a day, with the number of users in the server who solved the one before."""
        store = self._core.store.puzzles
        post = puzzles.post(await self._translator_of(due.guild), day, await store.solvers(due.guild, Day(day - 1)))
        if await store.claim_puzzle(due.guild, day):
            sending = send(self._find_channel(Place(due.channel, due.guild)), post)
            if await best_effort(f"post the puzzle in channel {due.channel}", sending):
                await store.note_puzzle_failed(due.guild, has_failed=True)
