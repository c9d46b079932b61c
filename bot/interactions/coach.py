"""Hints and reviews, as ephemeral answers."""

import asyncio
import io
import logging
import time
from collections.abc import Sequence

import discord

from bot import deadlines
from bot.game.coach import Retry, Trial, shown_moments
from bot.game.errors import OldBoard, StillDrawing
from bot.game.games import Game
from bot.game.puzzles import check_empty
from bot.game.requests import Target
from bot.interactions.requests import Request
from bot.messages import boards, coach, puzzles
from bot.messages.custom_ids import RetryPress
from bot.messages.drafts import Draft, Tone
from bot.messages.pictures import Order, packed
from bot.registry.workers import WorkerLost
from engine import Cell
from engine.coach.findings import Moment

log = logging.getLogger(__name__)


async def send_hint(request: Request) -> None:
    """Answer with a hint."""
    game = await request.core.coach.check_hint(request.current_target)
    await request.answer.defer()
    hint = await request.core.coach.hint(game)
    request.saved = True
    await request.answer.tell(coach.hint(request.tr, game, hint))


async def send_review(request: Request, target: Target) -> None:
    """Answer with the review of a game of the channel, by default the current one."""
    start = edited = time.monotonic()
    past_game = await request.core.games.past_game(target)
    request.core.coach.check_review(past_game)
    await request.answer.defer()

    async def show_progress(progress: float) -> None:
        nonlocal edited
        if time.monotonic() - edited >= deadlines.REVIEW_PROGRESS.total_seconds():
            edited = time.monotonic()
            await request.answer.edit(Draft(coach.progress(request.tr, progress)))

    review = await request.core.coach.review(past_game, request.user, show_progress)
    moments = shown_moments(past_game, review)
    replay = boards.replay_button(request.tr, past_game, Tone.X if coach.is_unjudged(review) else Tone.PLAIN)
    row = (replay, *coach.retry_buttons(request.tr, past_game, moments))
    draft = Draft(coach.review(request.tr, past_game, review), (row,))
    await request.answer.edit(draft)
    left = deadlines.REVIEW_ANSWER.total_seconds() - (time.monotonic() - start)
    if files := await _pictures(request, past_game, moments, left):
        await request.answer.edit(draft, files)


async def press(request: Request, pressed: RetryPress) -> None:
    """Handle a press on another try at a finished game: show the position, open the form, or mark a cell."""
    if pressed.cell:
        await tap(request, pressed, pressed.cell)
        return
    retry = await _retry(request, pressed)
    if pressed.is_form:
        await request.answer.open_form(puzzles.form(request.tr, retry.board, pressed))
    else:
        await request.answer.show_privately(puzzles.retry(request.tr, Trial(retry)))


async def tap(request: Request, pressed: RetryPress, cell: Cell) -> None:
    """Mark a cell in a try, and show the result."""
    retry = await _retry(request, pressed)
    check_empty(retry.board, cell)
    await request.answer.acknowledge()  # the reply may have to wait for the coach
    await request.answer.edit(puzzles.retry(request.tr, await request.core.coach.try_cell(retry, cell)))


async def _retry(request: Request, pressed: RetryPress) -> Retry:
    """Return the try of a press. Raises NoSuchGame, StillRunning, OldBoard."""
    game = await request.core.games.past_game(Target(request.user, request.place, pressed.game))
    request.core.coach.check_review(game)
    retry = Retry(game, pressed.number, pressed.moves, pressed.holder, pressed.cells)
    if retry.is_over:  # an undo has changed the game
        raise OldBoard(game)
    return retry


async def _pictures(request: Request, game: Game, moments: Sequence[Moment], left: float) -> list[discord.File]:
    """Return pictures of better lines, as many as can be drawn in the seconds left."""
    files: list[discord.File] = []
    pictures = request.services.pictures
    look = (await request.services.display(game)).look
    try:
        async with asyncio.timeout(left):
            with pictures.reserve(request.user):
                for moment in moments:
                    if len(moment.line) > 1:
                        start = moment.number - 1
                        plies = (*game.plies[:start], *moment.line)
                        order = Order(game.rules, packed(plies), look, animated=True, start=start)
                        gif = await pictures.draw(order)
                        description = coach.line_description(request.tr, moment)
                        file = discord.File(io.BytesIO(gif), f"better-{start + 1}.gif", description=description)
                        file.spoiler = Retry.of(game, moment) is not None
                        files.append(file)
    except (TimeoutError, StillDrawing, WorkerLost) as reason:
        log.info("sending a review of game %d without some of its pictures: %r", game.id, reason)
    return files
