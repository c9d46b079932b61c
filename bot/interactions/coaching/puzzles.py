"""The puzzle of the day: shown, solved by taps, and posted where moderators want it."""

import discord

from bot.game.errors.coaching import CannotPost
from bot.interactions import sending
from bot.interactions.background import posting
from bot.interactions.context import Request
from bot.messages import puzzles
from bot.messages.custom_ids import PuzzlePress
from bot.messages.translator import translator
from engine.rules import Cell


async def show(request: Request) -> None:
    """Answer with today's puzzle, for whoever asks alone.

    The first one to ask who manages the server is told where it could not be posted.
    """
    interaction, guild = request.interaction, request.place.guild
    found = await request.services.core.puzzles.show(request.user)
    where = None
    if guild is not None and interaction.permissions.manage_guild:
        where = await request.services.core.puzzles.channel(guild)
    await sending.show_privately(interaction, puzzles.board(request.tr, found))
    if where and where.has_failed:
        await sending.tell(interaction, puzzles.cannot_post(request.tr, where))
        await request.services.core.puzzles.note_told(where.guild)


async def press(request: Request, pressed: PuzzlePress) -> None:
    """Open today's puzzle from the post in a channel, open the form, or mark a cell."""
    if pressed.is_form:
        attempt = await request.services.core.puzzles.check(request.user, pressed.day)
        await sending.open_form(request.interaction, puzzles.form(request.tr, attempt, pressed))
    elif pressed.cell is None:
        await show(request)
    else:
        await tap(request, pressed, pressed.cell)


async def tap(request: Request, pressed: PuzzlePress, cell: Cell) -> None:
    """Mark a cell, and show what came of it."""
    await sending.acknowledge(request.interaction)  # O's reply is thought out, perhaps behind others
    found = await request.services.core.puzzles.tap(request.user, pressed.day, pressed.step, cell)
    request.saved = found.cell is not None
    await sending.redraw_answer(request.interaction, puzzles.board(request.tr, found))


async def post_here(request: Request) -> None:
    """Post today's puzzle in this channel, and have the next ones posted, too.

    Raises
    ------
    NotInServer, MissingPermission, CannotPost
    """
    guild, place = request.managed_server(), request.place
    await sending.defer(request.interaction)
    channel = request.services.find_channel(place)
    try:
        await posting.send(channel, translator(await request.server_locale()), request.services.core.puzzles.today)
    except discord.Forbidden as forbidden:
        raise CannotPost from forbidden
    await request.services.core.puzzles.post_in(guild, place.channel)
    request.saved = True
    await sending.tell(request.interaction, puzzles.posted(request.tr))


async def post_nowhere(request: Request) -> None:
    """Post no more puzzles in this server.

    Raises
    ------
    NotInServer, MissingPermission
    """
    await request.services.core.puzzles.post_nowhere(request.managed_server())
    request.saved = True
    await sending.tell(request.interaction, puzzles.not_posted(request.tr))
