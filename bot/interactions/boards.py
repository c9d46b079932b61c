"""The public answers: a board, in place or in a new message, or a question to another player."""

import logging
from datetime import timedelta

import discord

from bot.game.games import Game, MessageId
from bot.game.requests import Event, NewChallenge, Update
from bot.interactions import sending
from bot.interactions.context import Request, Services
from bot.messages import message, texts
from bot.messages.message import Draft
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)

EDITABLE = timedelta(minutes=55)  # past an hour Discord refuses many edits, error 30046
IN_SIGHT = timedelta(minutes=10)  # a board that rested longer has scrolled away, so the next one is a new message


async def send(request: Request, result: Update | NewChallenge, *, pictured: bool = False) -> None:
    """Answer with what came of a request."""
    request.saved = True
    if isinstance(result, NewChallenge):
        await _send_challenge(request, result)
    elif result.event is Event.UNDO_ASKED:
        await _send_undo_request(request, result)
    else:
        await _send_board(request, result, pictured=pictured)


async def close_and_send(request: Request, sentence: str, update: Update) -> None:
    """Close the question that was pressed, and post the board: only a new message pings the next player."""
    request.saved = True
    await sending.redraw(request.interaction, Draft(sentence))
    await _send_board(request, update)


async def close(request: Request, draft: Draft) -> None:
    """Close the question that was pressed, once its answer is saved."""
    request.saved = True
    await sending.redraw(request.interaction, draft)


async def _send_board(request: Request, update: Update, *, pictured: bool = False) -> None:
    """Send a board: in place when the newest one was pressed and is in sight, else in a new message."""
    interaction, services = request.interaction, request.services
    draft = message.board(update, pictured=pictured)
    if interaction.message and _in_place(interaction, update):
        await sending.redraw(interaction, draft)
        newest = MessageId(interaction.message.id)
    else:
        newest = await sending.post(interaction, draft)
        await services.registry.board_sent(update.game, newest)
        services.tidying.take_buttons(request.place, _replaced(interaction, update.before.message))
    _close_undo_request(request, update)
    await _let_computer_move(services, update.game, request, newest)


def _in_place(interaction: sending.Interaction, update: Update) -> bool:
    pressed = interaction.message
    if pressed is None or interaction.response.is_done() or pressed.id != update.before.message:
        return False
    age = interaction.created_at - pressed.created_at
    return age < EDITABLE and update.game.touched - update.before.touched < IN_SIGHT


def _replaced(interaction: sending.Interaction, before: MessageId | None) -> set[MessageId]:
    """Return the boards that a new one replaces: the newest before it, and a pressed one that stands unchanged."""
    pressed = interaction.message
    untouched = interaction.response.type is discord.InteractionResponseType.channel_message
    replaced = untouched and not sending.is_private(pressed)
    messages = (before, MessageId(pressed.id) if pressed and replaced else None)
    return {board for board in messages if board is not None}


def _close_undo_request(request: Request, update: Update) -> None:
    """Close the undo request that lapsed with an update."""
    asked = update.before.request
    if asked and asked.message and update.event is not Event.UNDO_ALLOWED and not update.game.request:
        request.services.tidying.close(request.place, asked.message, texts.UNDO_WITHDRAWN)


async def resume(services: Services, game: Game) -> None:
    """Let the computer move in a game that waits for it, if the database works."""
    try:
        await _let_computer_move(services, game)
    except StoreFailed as failed:
        log.warning("the computer could not move in game %d: %s", game.id, failed)


async def _let_computer_move(
    services: Services, game: Game, request: Request | None = None, newest: MessageId | None = None
) -> None:
    """Let the computer move if it is its turn, and redraw the newest board.

    If the newest board is the answer to request, it is edited as such, which needs no permission; otherwise as a
    message, which Discord may refuse.
    """
    update = await services.registry.reply(game)
    if update is None or update.game.message is None:
        return
    board = update.game.message
    draft = message.board(update)
    try:
        if request and board == newest:
            await sending.redraw_answer(request.interaction, draft)
        else:
            old = services.find_message(update.game.place, board)
            drawn = await services.pictures.of(draft, None)
            await old.edit(**sending.edited(draft), attachments=sending.files(draft, drawn))
    except sending.NOT_DELIVERED as error:
        log.info("could not show the computer's move in message %s: %s", board, error)


async def _send_challenge(request: Request, opened: NewChallenge) -> None:
    """Send a new challenge, and close the one that it replaces."""
    sent = await sending.post(request.interaction, message.challenge(opened.challenge))
    await request.services.lobby.challenge_sent(opened.challenge, sent)
    if opened.replaced and opened.replaced.message:
        closed = message.challenge(opened.replaced).content
        request.services.tidying.close(request.place, opened.replaced.message, closed)


async def _send_undo_request(request: Request, update: Update) -> None:
    """Ask the opponent in a message of its own."""
    undo = update.game.request
    assert undo is not None
    asked = next(human for human in update.game.humans if human != undo.by)
    sent = await sending.post(request.interaction, message.undo_request(update.game, undo.by, asked))
    await request.services.registry.request_sent(update.game, sent)
