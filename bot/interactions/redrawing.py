"""What a board says later than its answer: the computer's move, the value of its board, an end on time."""

import logging

from bot.game.errors.base import GameError, WaitedTooLong
from bot.game.games import Game, MessageId
from bot.game.requests import Event, Target, Update
from bot.interactions import payloads, sending
from bot.interactions.context import Answer, Services, Unmoved
from bot.interactions.threads import results
from bot.messages import message, texts
from bot.messages.message import Draft
from bot.messages.translator import translator
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)


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


async def add_value(services: Services, update: Update, board: MessageId, answer: Answer | None = None) -> None:
    """Search for the value of a new game's board if it isn't known, and then say it in the message that shows it.

    Only a first board says it. If somebody moves while it is redrawn, it is drawn once more as it stands.
    """
    values, game = services.core.values, update.game
    if await values.of_new(game):
        return  # the board says it
    try:
        if await values.search(game.rules) is None:
            return
        drawn: Game | None = None
        while (now := await _still_shown(services, update, board)) and _is_due(now, drawn):
            await redraw(
                services, Update(now, now, Event.SHOWN, update.by, update.choice if now.is_new else None), answer
            )
            drawn = now
    except (StoreFailed, GameError) as failed:
        log.info("could not say the value of the board of game %d: %r", game.id, failed)


async def _still_shown(services: Services, update: Update, board: MessageId) -> Game | None:
    """Return a game as it stands now, if a message still shows it."""
    now = (await services.core.registry.look(Target(update.game.place.channel), update.by)).game
    return now if (now.id, now.message) == (update.game.id, board) else None


def _is_due(now: Game, drawn: Game | None) -> bool:
    """Return whether to draw a board with its value, or again because the game has gone on since it was drawn."""
    return now.is_new and now.result is None if drawn is None else now.revision != drawn.revision


async def draft_of(services: Services, update: Update) -> Draft:
    """Return the board message of a game after an update."""
    return message.board(update, await services.display(update.game), await services.core.values.of_new(update.game))


async def show_end(services: Services, update: Update) -> None:
    """Redraw the newest board of a game that time has ended, and close its undo request, as far as Discord lets it."""
    place, asked = update.game.place, update.before.request
    if asked and asked.message:
        services.tidying.close(place, asked.message, texts.undo_lapsed(translator(update.game.locale), update.game))
    await redraw(services, update)


async def redraw(services: Services, update: Update, answer: Answer | None = None) -> None:
    """Redraw the newest board of a game as an answer where it is one, else as a message, as far as Discord lets it."""
    results.post(services, update)
    board = update.game.message
    if board is None:
        return
    draft = await draft_of(services, update)
    if answer and answer.board == board and await _redraw_answer(answer, draft):
        return
    old = services.find_message(update.game.place, board)
    try:
        drawn = await services.pictures.of(draft, None)
        await old.edit(**payloads.edited(draft, payloads.files(draft, drawn)))
    except sending.NOT_DELIVERED as error:
        log.info("could not redraw the board in message %s: %s", board, error)


async def _redraw_answer(answer: Answer, draft: Draft) -> bool:
    """Redraw a board by the interaction that it answered; return whether Discord took that: it does for 15 minutes."""
    try:
        if answer.follows:
            await sending.redraw_follow_up(answer.interaction, answer.board, draft)
        else:
            await sending.redraw_answer(answer.interaction, draft)
    except sending.NOT_DELIVERED as error:
        log.info("could not redraw the answer %s: %s", answer.board, error)
        return False
    return True
