"""Shows the daily puzzle, lets users solve it by taps, and posts it in channels that moderators choose."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import discord

from bot.clockwork import for_each
from bot.game.errors import CannotPost
from bot.game.games import GuildId, MessageId, Place
from bot.game.puzzles import GRADES, Day, PuzzleChannel, PuzzlePost
from bot.interactions.answers import best_effort, in_time, mentions_in
from bot.interactions.requests import Request, Services
from bot.interactions.tasks import Delivery
from bot.messages import preferences, puzzles
from bot.messages.custom_ids import Earlier, PuzzlePress
from bot.messages.drafts import Draft
from bot.messages.translator import Translator, translator
from engine import Cell

EDITED = timedelta(minutes=10)  # Discord limits edits of messages older than an hour
_GRADES = {str(grade): grade for grade in range(GRADES + 1)}  # the menu of difficulties; 0 for any


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
        shared = await request.core.puzzles.share(request.user, pressed.day, request.guild)
        request.saved = True
        _note_solver(request)
        await request.answer.post(puzzles.shared(await request.public_tr(), shared))
    elif pressed.opens:
        grade = preferences.option_in(_GRADES, request.chosen) if pressed.opens is Earlier.GRADE else pressed.grade
        another = await request.core.puzzles.another(request.user, pressed.day, grade)
        await request.answer.redraw(puzzles.board(request.tr, another))
    elif pressed.is_form:
        attempt = await request.core.puzzles.check(request.user, pressed.day)
        await request.answer.open_form(puzzles.form(request.tr, attempt.board, pressed))
    elif pressed.cell is None:
        await show(request)
    else:
        await tap(request, pressed, pressed.cell)


async def tap(request: Request, pressed: PuzzlePress, cell: Cell) -> None:
    """Mark a cell, and show the result."""
    await request.answer.acknowledge()  # O's reply may have to wait for the coach
    result = await request.core.puzzles.tap(request.user, pressed.day, pressed.step, cell, request.guild)
    request.saved = result.cell is not None
    if result.cell and result.attempt.guild:
        _note_solver(request)
    await request.answer.edit(puzzles.board(request.tr, replace(result, grade=pressed.grade)))


def _note_solver(request: Request) -> None:
    """Have the server's post of today's puzzle edited soon."""
    if request.guild and (post := request.services.puzzle_posts.get(request.guild)):
        post.is_due = True


async def post_here(request: Request) -> None:
    """Post today's puzzle in this channel, and the next ones from tomorrow on.

    Raises NotInServer, MissingPermission, CannotPost.
    """
    guild, place, today = request.managed_server(), request.place, request.core.puzzles.today
    request.check_may_write()
    await request.answer.defer()
    post = puzzles.post(translator(await request.server_locale()), today)
    try:
        if request.claim("puzzle", place.channel, today):
            async with in_time():
                await _send(request.services, place, today, post)
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


async def _send(services: Services, place: Place, day: Day, post: Draft, nonce: str | None = None) -> None:
    """Post a puzzle, and remember the message, so that it can be edited until the next restart."""
    sent = await services.post(place, post, nonce)
    if place.guild is not None:
        services.puzzle_posts[place.guild] = PuzzlePost(place, MessageId(sent.id), day, bool(sent.attachments))


@dataclass(eq=False)
class Posting:
    """Posts the daily puzzle in the servers that this process serves, and edits today's posts when users solve it.

    A post is claimed before it is sent, because a missing post is better than two. A server in an outage has to wait.
    """

    _services: Services
    _translator_of: Callable[[GuildId], Awaitable[Translator]]
    _posted: Day | None = None

    async def post_today(self) -> None:
        """Post today's puzzle where it is due, once a day. Raises StoreFailed, SomeFailed; then call it again."""
        core = self._services.core
        if (today := core.puzzles.today) == self._posted:
            return
        store, outages = core.store.puzzles, core.outages
        due = [channel for channel in await store.due_puzzle_channels(today) if outages.serves(channel.guild)]
        playable = [channel for channel in due if outages.are_playable(channel.guild)]
        await for_each(playable, partial(self._post, today))
        if playable == due:
            self._posted = today

    async def edit_posts(self) -> None:
        """Say in today's posts who has solved the puzzle, each at most once in EDITED. Raises StoreFailed, SomeFailed.

        An edit that gets lost is made up for by the next one.
        """
        core, posts = self._services.core, self._services.puzzle_posts
        for guild in [guild for guild, post in posts.items() if post.day != core.puzzles.today]:
            del posts[guild]
        latest = core.puzzles.now() - EDITED
        due = [guild for guild, post in posts.items() if post.is_due and (post.edited or latest) <= latest]
        await for_each(due, self._edit)

    async def _edit(self, guild: GuildId) -> None:
        post = self._services.puzzle_posts[guild]
        post.is_due, post.edited = False, self._services.core.puzzles.now()
        draft = await self._draft(guild, post.day)
        content = draft.beside_picture if post.has_picture and draft.beside_picture else draft.content
        message = self._services.find_message(post.place, post.message)
        edit = message.edit(content=content, allowed_mentions=mentions_in(content))
        await best_effort(f"edit the puzzle in channel {post.place.channel}", edit)

    async def _draft(self, guild: GuildId, day: Day) -> Draft:
        store = self._services.core.store.puzzles
        solvers = [await store.solvers(guild, Day(number)) for number in (day, day - 1)]
        return puzzles.post(await self._translator_of(guild), day, *solvers)

    async def _post(self, day: Day, due: PuzzleChannel) -> None:
        """Post the puzzle of a day, with the number of users in the server who solved the one before."""
        store = self._services.core.store.puzzles
        post = await self._draft(due.guild, day)
        send = partial(_send, self._services, Place(due.channel, due.guild), day, post)

        async def refused(error: Exception) -> None:
            if isinstance(error, discord.Forbidden | discord.NotFound):  # a manager can fix that
                await store.note_puzzle_failed(due.guild, has_failed=True)

        async def is_due() -> bool:
            return self._services.core.puzzles.today == day

        if await store.claim_puzzle(due.guild, day):
            delivery = Delivery(f"post the puzzle in channel {due.channel}", send, refused, is_due)
            await self._services.outbox.deliver(delivery)
