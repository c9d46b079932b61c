"""Board messages: posted, edited in place, and edited again after the answer."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import TypeAlias

import discord

from bot import deadlines
from bot.database.errors import Damaged, StoreFailed
from bot.game.errors import GameError, WaitedTooLong
from bot.game.games import ChannelId, Game, GameId, MessageId, Place
from bot.game.requests import Event, NewChallenge, Target, Update
from bot.interactions import answers
from bot.interactions.answers import NOT_DELIVERED
from bot.interactions.requests import Answer, Request, Services, Unmoved
from bot.messages import challenges, message, texts
from bot.messages.custom_ids import GamePress
from bot.messages.message import Draft
from bot.messages.translator import translator

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003


def post(services: Services, update: Update) -> None:
    """Tell the channel of a thread if an update has ended its game, as far as Discord lets the bot."""
    if update.before.result is None and update.game.result and update.game.place.parent is not None:
        services.tasks.start(
            _post_result(services, update.game, Place(update.game.place.parent, update.game.place.guild))
        )


async def _post_result(services: Services, game: Game, channel: Place) -> None:
    told = challenges.result(translator(game.locale), game)
    try:
        async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
            await services.find_channel(channel).send(told, allowed_mentions=discord.AllowedMentions.none())
    except NOT_DELIVERED as error:
        log.info("could not tell channel %d how game %d has ended: %s", channel.channel, game.id, error)


async def end_deleted(services: Services, channel: ChannelId) -> None:
    """End the game in a thread or channel that was deleted, and tell the channel of the thread."""
    try:
        update = await services.core.registry.channel_deleted(channel)
    except (StoreFailed, WaitedTooLong, Damaged) as failed:
        log.warning("could not end the game of deleted channel %d: %s", channel, failed)
        return
    if update is not None:
        post(services, update)


def is_unknown_channel(error: Exception) -> bool:
    """Return whether Discord has refused something because the channel was deleted."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


async def let_computer_move(services: Services, game: Game, answer: Answer | None = None) -> None:
    """Let the computer move if it is its turn, and redraw the newest board, as far as the database and Discord let it.

    Where the database or other requests don't let it, it tries again with the next sweep.

    If the newest board is an answer, it is edited as such, which needs no permission; otherwise as a message, which
    Discord may refuse. Then whoever presses it next sees the move. Meanwhile somebody may have had another board sent,
    or the computer may have moved while this one was on its way.
    """
    is_first = game.id not in services.answers
    if answer:
        services.answers[game.id] = answer
    try:
        update = await services.core.registry.reply(game) or await _moved_since(services, game)
        if update is not None:
            await redraw(services, update, services.answers.get(game.id, answer))
    except (StoreFailed, WaitedTooLong) as failed:
        log.warning("the computer could not move in game %d, and will try again: %r", game.id, failed)
        services.unmoved[game.id] = Unmoved(game, services.answers.get(game.id, answer))
    finally:
        if is_first:
            services.answers.pop(game.id, None)


def try_again(services: Services) -> None:
    """Have the computer move wherever it could not; a move that was saved after all is shown."""
    while services.unmoved:
        _, (game, answer) = services.unmoved.popitem()
        services.tasks.start(let_computer_move(services, game, answer))


async def _moved_since(services: Services, game: Game) -> Update | None:
    """Return what the computer has done since a game was shown, None if it hasn't moved or somebody has acted since."""
    try:
        now = (await services.core.registry.look(Target(game.place.channel), game.humans[0])).game
    except GameError as failed:
        log.info("could not look at game %d: %r", game.id, failed)
        return None
    is_moved = (now.id, now.interaction) == (game.id, game.interaction) and now.moves > game.moves
    return Update(game, now, Event.PLAYED, game.humans[0]) if is_moved else None


async def draft_of(services: Services, update: Update) -> Draft:
    """Return the board message of a game after an update."""
    return message.board(update, await services.display(update.game), update.game.value)


async def show_end(services: Services, update: Update) -> None:
    """Redraw the newest board of a game that time has ended, and close its undo request, as far as Discord lets it."""
    place, asked = update.game.place, update.before.request
    if asked and asked.message:
        services.tidying.close(place, asked.message, texts.undo_lapsed(translator(update.game.locale), update.game))
    await redraw(services, update)


async def redraw(services: Services, update: Update, answer: Answer | None = None) -> None:
    """Redraw the newest board of a game as an answer where it is one, else as a message, as far as Discord lets it."""
    post(services, update)
    board = update.game.message
    if board is None:
        return
    draft = await draft_of(services, update)
    if answer and answer.board == board and await _redraw_answer(answer, draft):
        return
    old = services.find_message(update.game.place, board)
    try:
        drawn = await services.pictures.of(draft, None)
        await old.edit(**answers.edited(draft, answers.files(draft, drawn)))
    except answers.NOT_DELIVERED as error:
        log.info("could not redraw the board in message %s: %s", board, error)


async def _redraw_answer(answer: Answer, draft: Draft) -> bool:
    """Redraw a board by the interaction that it answered; return whether Discord took that: it does for 15 minutes."""
    try:
        if answer.follows:
            await answers.redraw_follow_up(answer.interaction, answer.board, draft)
        else:
            await answers.redraw_answer(answer.interaction, draft)
    except answers.NOT_DELIVERED as error:
        log.info("could not redraw the answer %s: %s", answer.board, error)
        return False
    return True


EDITABLE = timedelta(minutes=55)  # past an hour Discord refuses many edits, error 30046
IN_SIGHT = timedelta(minutes=10)  # a board that rested longer has scrolled away, so the next one is a new message
ARCHIVED = 50083  # what Discord answers to an edit in an archived thread
ATTENTIVE = timedelta(minutes=2)  # who waited longer for a move looks elsewhere, and only a new message pings

Shown: TypeAlias = tuple[MessageId, Answer | None]  # a message, and the answer to an interaction if it is one


async def send(request: Request, result: Update | NewChallenge) -> None:
    """Answer with what came of a request."""
    request.saved = isinstance(result, NewChallenge) or result.event is not Event.SHOWN
    if result.ended:
        await _send_end(request, result.ended)
    if isinstance(result, NewChallenge):
        await _send_challenge(request, result)
    elif result.event is Event.UNDO_ASKED:
        await _send_undo_request(request, result)
    else:
        await _send_board(request, result)


async def close_and_send(request: Request, sentence: str, result: Update | NewChallenge) -> None:
    """Post the board or the challenge, and close the question that was pressed: only a new message pings anybody.

    The question keeps its buttons until the board is there: should that fail, they bring it.
    """
    await answers.acknowledge(request.interaction)
    await send(request, result)
    if not answers.is_replaced(request.interaction):
        await close_acknowledged(request, sentence)


async def close_acknowledged(request: Request, sentence: str) -> None:
    """Close the question whose press was acknowledged, as far as Discord takes it."""
    try:
        await answers.redraw_answer(request.interaction, Draft(sentence))
    except answers.NOT_DELIVERED as error:
        log.info("could not close a question in channel %s: %s", request.place.channel, error)


async def close(request: Request, draft: Draft) -> None:
    """Close the question that was pressed, once its answer is saved."""
    request.saved = True
    await answers.redraw(request.interaction, draft)


async def ask_to_resign(request: Request, target: Target) -> None:
    """Ask whoever wants to resign whether they mean it; a thumb slips."""
    game = await request.registry.check_running(target, request.user)
    await answers.show_privately(request.interaction, message.resign_question(request.tr, game))


async def send_replay(request: Request, game: GameId | None, *, shared: bool = False) -> None:
    """Answer with the moves of a game of the channel, None: its current one, as text and as an animated picture.

    It is ephemeral, unless one of its players shares it.
    """
    pictures = request.services.pictures
    with pictures.one_for(request.user):
        played = await request.registry.past(request.place, game)
        private = not (shared and request.user in played.humans)
        await answers.defer(request.interaction, private=private)
        gif = await pictures.replay(played, (await request.services.display(played)).look)
        tr = request.tr if private else translator(played.locale)
        await answers.send_replay(request.interaction, tr, played, gif, private=private)


async def _send_end(request: Request, ended: Update) -> None:
    """Show that a game has ended for another one: to an opponent in a new message, which pings them."""
    board = ended.before.message
    if len(ended.game.humans) > 1:
        await _send_board(request, ended)
        return
    post(request.services, ended)
    if board:
        request.close(board, message.board(ended).content)


async def _send_board(request: Request, update: Update) -> None:
    """Answer with a board, or with what comes of it if Discord takes none."""
    await show(request.services, update, partial(_answer, request, update))


async def show(services: Services, update: Update, send_board: Callable[[Draft], Awaitable[Shown]]) -> None:
    """Have a board sent, and let the computer move whatever becomes of that: whoever acts next sees what was saved."""
    answer, game = None, update.game
    try:
        with services.on_its_way(game):
            board, answer = await send_board(await draft_of(services, update))
            if board != update.before.message:  # a new one, or the receipt for it got lost
                await services.core.registry.board_sent(game, board)
    finally:
        if game.awaits_computer:
            services.tasks.start(let_computer_move(services, game, answer))
        post(services, update)


async def _answer(request: Request, update: Update, draft: Draft) -> Shown:
    """Answer with a board: in place when the newest one was pressed and is in sight, else in a new message."""
    interaction, follows = request.interaction, request.interaction.response.is_done()
    stays = (await request.server_settings()).redraws
    is_in_place = stays and _in_place(request, update, ATTENTIVE if draft.pings else IN_SIGHT)
    if interaction.message and is_in_place and await _redrawn(interaction, draft):
        board = MessageId(interaction.message.id)
    else:
        board = await answers.post(interaction, draft)
        request.take_buttons(_replaced(interaction, update.before.message))
    _close_undo_request(request, update)
    return board, Answer(interaction, board, follows and not answers.is_replaced(interaction))


async def _redrawn(interaction: answers.Interaction, draft: Draft) -> bool:
    """Redraw what was pressed; return False in an archived thread, which a new message opens unless it is locked."""
    try:
        await answers.redraw(interaction, draft)
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        return False
    return True


def _in_place(request: Request, update: Update, rest: timedelta) -> bool:
    """Return whether to redraw what was pressed: the newest message that shows the game, known as such or newer.

    Shapes: rest is how long the game may have rested for that.
    """
    interaction, pressed = request.interaction, request.interaction.message
    if pressed is None or interaction.response.is_done() or pressed.id < (update.before.message or 0):
        return False
    if (
        not isinstance(request.pressed, GamePress)
        or request.pressed.game != update.game.id
        or answers.is_private(pressed)
    ):
        return False
    age = interaction.created_at - pressed.created_at
    return age < EDITABLE and update.game.touched - update.before.touched <= rest


def _replaced(interaction: answers.Interaction, before: MessageId | None) -> set[MessageId]:
    """Return the boards that a new one replaces: the newest before it, and a pressed one that stands unchanged."""
    pressed = interaction.message
    untouched = interaction.response.type is discord.InteractionResponseType.channel_message
    replaced = untouched and not answers.is_private(pressed)
    messages = (before, MessageId(pressed.id) if pressed and replaced else None)
    return {board for board in messages if board is not None}


def _close_undo_request(request: Request, update: Update) -> None:
    """Close the undo request that lapsed with an update."""
    asked = update.before.request
    if asked and asked.message and update.event is not Event.UNDO_ALLOWED and not update.game.request:
        request.close(asked.message, texts.undo_lapsed(translator(update.game.locale), update.game))


async def _send_challenge(request: Request, opened: NewChallenge) -> None:
    """Send a new challenge, and close the one that it replaces."""
    sent = await answers.post(request.interaction, message.challenge(opened.challenge))
    await request.lobby.challenge_sent(opened.challenge, sent)
    if opened.replaced and opened.replaced.message:
        closed = message.challenge(opened.replaced).content
        request.close(opened.replaced.message, closed)


async def _send_undo_request(request: Request, update: Update) -> None:
    """Ask the opponent in a message of its own."""
    undo = update.game.request
    assert undo is not None
    asked = next(human for human in update.game.humans if human != undo.by)
    with request.services.on_its_way(update.game):
        sent = await answers.post(request.interaction, message.undo_request(update.game, undo.by, asked))
        await request.registry.request_sent(update.game, sent)
