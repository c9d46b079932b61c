"""Refusals, outages and bugs, answered once and ephemerally; a lost answer is repaired instead."""

import logging
import secrets

import aiohttp
import discord
from discord import app_commands

from bot.counts import InteractionResult
from bot.database.errors import Repeated, StoreBusy, StoreFailed
from bot.game.challenges import Challenge, ChallengeState
from bot.game.errors import (
    AlreadyPlaying,
    BadRules,
    CellTaken,
    ChallengeOver,
    ChannelBusy,
    GameError,
    GameOver,
    IncompleteCell,
    NoGame,
    OffBoard,
    OldBoard,
    OutOfDate,
    TooBusy,
    UndoAlreadyAsked,
    UnreadableCell,
)
from bot.game.games import Game, MessageId
from bot.game.requests import Event, Terms, Update
from bot.interactions import answers, boards, threads
from bot.interactions.answers import AnswerHung, best_effort, offer, redraw, tell
from bot.interactions.board_messages import is_newest
from bot.interactions.requests import Request
from bot.messages import challenges, menu, message, refusals, scrolling
from bot.messages.custom_ids import Action, ChallengePress, GamePress, NewPress
from bot.messages.forms import Button
from bot.messages.message import Draft

log = logging.getLogger(__name__)

QUESTION = frozenset({Action.ALLOW, Action.REFUSE})  # on a message that shows no board


async def show_instead(request: Request, error: Exception) -> bool:
    """Show the game instead of a refusal, and change nothing; return False if the refusal is right.

    A press on a board's newest message redraws it, an outsider's as well: it is out of date for everyone, and shows
    nothing that the channel doesn't know. A user's own view of a large board is redrawn. A player whose game has no
    known board gets one.
    """
    match error:
        case OldBoard(game=game) if _looks_around(request, game):
            draft = message.look_around(request.tr, game, None, await request.services.display(game))
            await answers.redraw(request.interaction, draft)
        case OldBoard(game=game) | GameOver(game=game) | ChannelBusy(game=game) | AlreadyPlaying(game=game):
            if not (_is_outdated(request, game) or _lacks_board(request, game)):
                return False
            await boards.send(request, Update(game, game, Event.SHOWN, request.user))
        case UndoAlreadyAsked(game=game):
            if not _lacks_question(request, game):
                return False
            await boards.send(request, Update(game, game, Event.UNDO_ASKED, request.user))
        case ChallengeOver(challenge=challenge):
            return await _show_begun(request, challenge)
        case _:
            return False
    return True


async def _show_begun(request: Request, challenge: Challenge) -> bool:
    """Show the game of a challenge instead of refusing the press as late, if its player has not seen it yet."""
    if challenge.state is not ChallengeState.ACCEPTED or not isinstance(request.pressed, ChallengePress):
        return False
    try:
        update = await request.registry.view(request.current_game, request.user)
    except NoGame:  # it is in a thread
        return False
    if not _lacks_board(request, update.game):
        return False
    closed = challenges.closed(request.tr_in_place(challenge.locale), challenge)
    await boards.close_and_send(request, closed, update)
    return True


def _is_outdated(request: Request, game: Game) -> bool:
    """Return whether the newest message of a game was pressed, although it has a button that the game refuses."""
    pressed = request.pressed
    if request.interaction.type is not discord.InteractionType.component:
        return False  # the board may have been up to date when the form was opened
    is_board = isinstance(pressed, GamePress) and pressed.action not in QUESTION
    return is_board and is_newest(request.interaction, pressed, game.id, game.message)


def _looks_around(request: Request, game: Game) -> bool:
    """Return whether Move was pressed on a user's own view of a game's board."""
    interaction, pressed = request.interaction, request.pressed
    if interaction.type is not discord.InteractionType.component or not isinstance(pressed, GamePress):
        return False
    is_move = pressed.game == game.id and pressed.action is Action.FORM
    return is_move and answers.is_private(interaction.message) and not scrolling.is_whole(game.rules)


def _lacks_board(request: Request, game: Game) -> bool:
    """Return whether the requester plays a live game whose board is missing."""
    is_theirs = game.result is None and request.user in game.humans
    return is_theirs and request.services.messages.is_missing(game, game.message)


def _lacks_question(request: Request, game: Game) -> bool:
    """Return whether the requester asked for an undo, and the message that asks the opponent is missing."""
    undo = game.request
    if undo is None or undo.by != request.user:
        return False
    return request.services.messages.is_missing(game, undo.message)


NOT_AWAITED = {10015, 10062, 40060, 50027}  # the token expired, or the answer arrived and its receipt got lost
DISMISSED = 10008  # an unknown message
NO_EMPTY_CELL = (UnreadableCell, IncompleteCell, OffBoard, CellTaken)
CLOSED_THREAD = {50083, 160005}  # archived, locked
NOT_TAKEN = {30046, 200000, 240000}  # of status 400, which else is a bug: too old to edit, or refused by AutoMod
UNKNOWN_COMMAND = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)


async def answer(request: Request, error: Exception) -> None:
    """Tell the user what went wrong: a refusal in its own sentence, a bug with a reference that is also in the log."""
    interaction = request.interaction
    if isinstance(error, Repeated):
        log.info("interaction %s has been carried out already", interaction.id)
        request.result = InteractionResult.LOST
        return
    if isinstance(error, UNKNOWN_COMMAND):
        error = OutOfDate()
    if isinstance(error, StoreBusy) and not request.saved:
        error = TooBusy()
    if isinstance(error, AnswerHung) or _is_not_awaited(request, error):
        log.warning("nobody waits for the answer to interaction %s any more: %s", interaction.id, error)
        request.result = InteractionResult.LOST
        return
    request.result = InteractionResult.REFUSED if isinstance(error, GameError) else InteractionResult.FAILED
    in_thread = await _in_thread(request, error)
    if isinstance(error, GameError):
        sentence = refusals.refusal(
            request.tr, error, _form_of(request), await request.server_settings(), offers_thread=in_thread is not None
        )
    else:
        sentence = _failure(request, error)
    if interaction.type is discord.InteractionType.autocomplete:
        telling = offer(interaction, [])  # Discord takes no sentence here
    else:
        if isinstance(error, ChallengeOver):
            await _close_challenge(request, error)
        telling = tell(interaction, sentence, *_next_steps(request, error, in_thread))
    if await best_effort(f"answer interaction {interaction.id}", telling, logging.WARNING):
        request.result = InteractionResult.LOST


def _is_not_awaited(request: Request, error: Exception) -> bool:
    """Return whether no answer is awaited any more, also because the user has dismissed the ephemeral message."""
    if not isinstance(error, discord.HTTPException):
        return False
    may_be_dismissed = request.is_private or answers.is_private(request.interaction.message)
    return error.code in NOT_AWAITED or (error.code == DISMISSED and may_be_dismissed)


async def _close_challenge(request: Request, error: ChallengeOver) -> None:
    """Remove the buttons of a challenge that is over when any user presses one; the refusal is sent in any case."""
    interaction = request.interaction
    if isinstance(request.pressed, ChallengePress) and not interaction.response.is_done():
        closed = challenges.closed(request.tr_in_place(error.challenge.locale), error.challenge)
        await best_effort(f"close a challenge in channel {request.place.channel}", redraw(interaction, Draft(closed)))


def _wanted(request: Request, error: AlreadyPlaying | ChannelBusy) -> Terms | ChallengePress | None:
    """Return the terms of the game that can't start here now."""
    return error.terms or (request.pressed if isinstance(request.pressed, ChallengePress) else None)


async def _in_thread(request: Request, error: Exception) -> Button | None:
    """Return the button that starts the game in a thread, if a thread can be opened."""
    wanted = _wanted(request, error) if isinstance(error, AlreadyPlaying | ChannelBusy) else None
    return challenges.in_thread(request.tr, wanted) if wanted and await threads.are_offered(request) else None


def _next_steps(request: Request, error: Exception, in_thread: Button | None) -> tuple[Button, ...]:
    """Return the buttons below a refusal.

    After a form without a valid cell or size, a button opens the form again. In a busy channel, a button starts the
    game in a thread. A user who already plays here gets a link to that game, and a button to end it if that is allowed.
    """
    if isinstance(error, ChannelBusy):
        return () if in_thread is None else (in_thread,)
    if isinstance(error, AlreadyPlaying):
        wanted = None if error.why_not_end else _wanted(request, error)
        return menu.already_playing(request.tr, error.game, wanted, in_thread)
    if request.interaction.type is discord.InteractionType.modal_submit:
        if isinstance(request.pressed, GamePress) and isinstance(error, NO_EMPTY_CELL):
            return (message.another_try(request.tr, request.pressed),)
        if isinstance(request.pressed, NewPress) and isinstance(error, BadRules):
            return (menu.form_button(request.tr, request.pressed.terms),)
    return ()


def _form_of(request: Request) -> MessageId | None:
    """Return the message that a move form was opened from, or is to be."""
    message, pressed = request.interaction.message, request.pressed
    is_form = isinstance(pressed, GamePress) and pressed.action is Action.FORM
    return MessageId(message.id) if message and is_form else None


def _failure(request: Request, error: Exception) -> str:
    """Log a failure that is not the user's fault, and return the message with its reference."""
    reference = secrets.token_hex(4)
    if isinstance(error, StoreFailed):
        log.error("the database failed, reference %s: %s", reference, error, extra={"reference": reference})
        return refusals.no_database(request.tr, reference, saved=request.saved, unchanged=error.unchanged)
    if isinstance(error, discord.HTTPException) and error.code in CLOSED_THREAD:
        log.info("no answer to interaction %d in a closed thread: %s", request.interaction.id, error)
        return refusals.closed_thread(request.tr, saved=request.saved)
    if _is_discords(error):
        which = request.interaction.id
        log.warning(
            "no answer to interaction %d, reference %s: %s", which, reference, error, extra={"reference": reference}
        )
        return refusals.broken(request.tr, reference, saved=request.saved)
    log.error("interaction failed, reference %s", reference, exc_info=error, extra={"reference": reference})
    return refusals.broken(request.tr, reference, saved=request.saved)


def _is_discords(error: Exception) -> bool:
    """Return whether Discord or the network, not the bot's request, is why an answer was not accepted."""
    if isinstance(error, discord.HTTPException):
        return error.status in {403, 404, 429} or error.status >= 500 or error.code in NOT_TAKEN
    return isinstance(error, aiohttp.ClientError)
