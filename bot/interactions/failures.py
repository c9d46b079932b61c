"""Answers to refusals, outages and bugs. If an earlier answer got lost, the current board is sent instead."""

import asyncio
import logging
import secrets
from datetime import timedelta

import aiohttp
import discord
from discord import app_commands

from bot.counts import InteractionResult
from bot.database.errors import Repeated, StoreBusy, StoreFailed
from bot.game import errors
from bot.game.games import Game, MessageId
from bot.game.lobby import Challenge, ChallengeState, Terms
from bot.game.preferences import DEFAULT_SETTINGS
from bot.game.requests import Event, NewChallenge, Update
from bot.interactions import boards, threads
from bot.interactions.answers import AnswerHung, best_effort
from bot.interactions.board_messages import is_newest
from bot.interactions.requests import Request
from bot.interactions.tasks import despite_outage
from bot.messages import forms, lobby, refusals, scrolling
from bot.messages.boards import view_from
from bot.messages.custom_ids import Action, ChallengePress, GamePress
from bot.messages.drafts import Button

log = logging.getLogger(__name__)

ON_ITS_WAY = timedelta(minutes=1)  # then a message whose id is unknown is lost
ANSWERS = frozenset({Action.ALLOW, Action.REFUSE, Action.ACCEPT, Action.DECLINE})  # on messages without a board


async def show_instead(request: Request, error: Exception) -> bool:
    """Show the current game instead of a refusal, without changing it; return False to refuse after all.

    A refused press by any user redraws a game's newest message, because it is outdated for all users. A user's own view
    of a large board is redrawn. A player whose game has no known board gets one.
    """
    match error:
        case errors.OldBoard(game=game) if _is_own_view(request, game):
            draft = view_from(request.tr, game, None, await request.services.display(game))
            await request.answer.redraw(draft)
        case errors.OldBoard() | errors.GameOver() | errors.ChannelBusy() | errors.AlreadyPlaying():
            game = error.game
            if not (_lags_behind(request, game) or await _lacks_board(request, game)):
                return await _was_double_tap(request, error)
            await boards.send(request, Update(game, game, Event.SHOWN, request.user))
        case errors.UndoAlreadyAsked(game=game):
            if not await _lacks_question(request, game):
                return False
            await boards.send(request, Update(game, game, Event.UNDO_ASKED, request.user))
        case errors.AlreadyOffered(challenge=challenge):
            error.challenge = challenge = await _noted(request, challenge)
            if challenge.offer.author != request.user or not await _is_lost(request, challenge):
                return False
            await boards.send(request, NewChallenge(challenge, None))
        case errors.ChallengeOver(challenge=challenge):
            return await _show_started(request, challenge)
        case _:
            return False
    return True


async def _was_double_tap(request: Request, error: Exception) -> bool:
    """Acknowledge the second of two taps on a button; the first has changed the game, and shown the change."""
    is_answered = request.interaction.response.is_done()  # a deferred answer has to be filled
    if not request.is_double_tap or is_answered or isinstance(error, errors.ChannelBusy | errors.AlreadyPlaying):
        return False
    await request.answer.acknowledge()
    return True


async def _noted(request: Request, challenge: Challenge) -> Challenge:
    """Return a challenge once its message is known, which another request is sending, or after a second."""
    for _ in range(10):
        if challenge.message is None:
            await asyncio.sleep(0.1)
            challenge = await request.core.store.lobby.challenge(challenge.id) or challenge
    return challenge


async def _is_lost(request: Request, challenge: Challenge) -> bool:
    """Return whether the message of an open challenge never arrived, or has been deleted."""
    if challenge.message is None:
        return request.interaction.created_at - challenge.offer.at > ON_ITS_WAY
    return await request.is_gone(challenge.message)


async def _show_started(request: Request, challenge: Challenge) -> bool:
    """Show the game of an accepted challenge instead of a refusal, if its player hasn't seen the game yet."""
    if challenge.state is not ChallengeState.ACCEPTED or not isinstance(request.pressed, ChallengePress):
        return False
    try:
        update = await request.core.games.view(request.current_target)
    except (errors.NoGame, errors.WhichGame):  # the game is in a thread
        return False
    if not await _lacks_board(request, update.game):
        return False
    closed = lobby.closed(request.tr_in_place(challenge.locale), challenge)
    await boards.close_and_send(request, closed, update)
    return True


def _lags_behind(request: Request, game: Game) -> bool:
    """Return whether the newest message of a game is outdated, because a refused button on it was pressed."""
    pressed = request.pressed
    if request.interaction.type is not discord.InteractionType.component:
        return False  # the board may have been up to date when the form was opened
    is_board = isinstance(pressed, GamePress) and pressed.action not in ANSWERS
    return is_board and is_newest(request.interaction, pressed, game.id, game.message)


def _is_own_view(request: Request, game: Game) -> bool:
    """Return whether Move was pressed on a user's own view of a board."""
    interaction, pressed = request.interaction, request.pressed
    if interaction.type is not discord.InteractionType.component or not isinstance(pressed, GamePress):
        return False
    is_move = pressed.game == game.id and pressed.action is Action.FORM
    return is_move and request.is_on_private_message and not scrolling.is_whole(game.rules)


async def _lacks_board(request: Request, game: Game) -> bool:
    """Return whether the requester plays in a live game whose board is missing."""
    is_theirs = game.result is None and game.has_player(request.user)
    return is_theirs and await _is_missing(request, game, game.message)


async def _lacks_question(request: Request, game: Game) -> bool:
    """Return whether the requester has asked for an undo or a draw, and the message to the opponent is missing."""
    undo = game.undo_request
    return undo is not None and undo.by == request.user and await _is_missing(request, game, undo.message)


async def _is_missing(request: Request, game: Game, message: MessageId | None) -> bool:
    """Return whether a message of a game was never seen to arrive, or has been deleted since."""
    return request.services.board_messages.is_missing(game, message) or await request.is_gone(message)


EXPIRED_OR_ANSWERED = {10015, 10062, 40060, 50027}  # the token has expired, or Discord already has an answer
UNKNOWN_MESSAGE = 10008  # the user has dismissed it
CLOSED_THREAD = {50083, 160005}  # archived, locked
REFUSED_WITH_400 = {30046, 200000, 240000}  # too many edits, or AutoMod; any other status 400 is a bug
NEEDS_SETTINGS = (errors.ChannelBusy, errors.NotYetYours)  # whose sentences depend on the server's settings
NOT_HERE = (errors.NoGame, errors.GameOver, errors.NotYourGame)
UNKNOWN_COMMAND = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError)


async def _elsewhere(request: Request, error: Exception) -> Exception:
    """Return the refusal of a command, or where the user's game is if it isn't in this channel."""
    if isinstance(error, NOT_HERE) and request.pressed is None:
        with despite_outage(f"look for the games of user {request.user}"):
            return await request.core.games.elsewhere(request.target) or error
    return error


async def answer(request: Request, error: Exception) -> None:
    """Answer an error: a refusal with its sentence, a bug with a reference that is also in the log."""
    interaction = request.interaction
    if isinstance(error, Repeated):
        log.info("interaction %s has already been carried out", interaction.id)
        request.result = InteractionResult.LOST
        return
    if isinstance(error, UNKNOWN_COMMAND):
        error = errors.OutOfDate()
    request.release()
    error = await _elsewhere(request, error)
    if isinstance(error, StoreBusy) and not request.saved:
        error = errors.TooBusy()
    if isinstance(error, AnswerHung) or _is_not_awaited(request, error):
        log.warning("Discord no longer waits for the answer to interaction %s: %s", interaction.id, error)
        request.result = InteractionResult.LOST
        return
    request.result = InteractionResult.REFUSED if isinstance(error, errors.GameError) else InteractionResult.FAILED
    button = await _thread_button(request, error)
    if isinstance(error, errors.GameError):
        settings = await request.server_settings() if isinstance(error, NEEDS_SETTINGS) else DEFAULT_SETTINGS
        sentence = refusals.refusal(request.tr, error, _form_message(request), settings, offers_thread=bool(button))
    else:
        sentence = _failure(request, error)
    if interaction.type is discord.InteractionType.autocomplete:
        sending = request.answer.offer_choices([])  # an autocomplete can't show a sentence
    else:
        if isinstance(error, errors.ChallengeOver):
            await _close_challenge(request, error)
        sending = request.answer.tell(sentence, *_buttons(request, error, button))
    if await best_effort(f"answer interaction {interaction.id}", sending, logging.WARNING):
        request.result = InteractionResult.LOST


def _is_not_awaited(request: Request, error: Exception) -> bool:
    """Return whether an answer is no longer possible, perhaps because the user dismissed the ephemeral message."""
    if not isinstance(error, discord.HTTPException):
        return False
    may_be_dismissed = request.answer.is_private or request.is_on_private_message
    return error.code in EXPIRED_OR_ANSWERED or (error.code == UNKNOWN_MESSAGE and may_be_dismissed)


async def _close_challenge(request: Request, error: errors.ChallengeOver) -> None:
    """Remove the buttons of a closed challenge after a press on one, best effort."""
    if isinstance(request.pressed, ChallengePress) and not request.interaction.response.is_done():
        closed = lobby.closed_challenge(request.tr_in_place(error.challenge.locale), error.challenge)
        await best_effort(f"close a challenge in channel {request.place.channel}", request.answer.redraw(closed))


def _refused_game(request: Request, error: Exception) -> Terms | ChallengePress | None:
    """Return the terms or the challenge of a game that can't start here now."""
    if not isinstance(error, errors.AlreadyPlaying | errors.ChannelBusy):
        return None
    return error.terms or (request.pressed if isinstance(request.pressed, ChallengePress) else None)


async def _thread_button(request: Request, error: Exception) -> Button | None:
    """Return a button that starts the game in a thread, if a thread can be opened."""
    game, may_create = _refused_game(request, error), request.interaction.permissions.create_public_threads
    is_together = isinstance(game, Terms) and game.together
    if game is None or is_together or not may_create or await threads.why_no_thread(request) is not None:
        return None
    return lobby.in_thread(request.tr, game)


def _buttons(request: Request, error: Exception, thread_button: Button | None) -> tuple[Button, ...]:
    """Return the buttons below a refusal: after a form, one that reopens it."""
    if not isinstance(error, errors.GameError):
        return ()
    is_form = request.interaction.type is discord.InteractionType.modal_submit
    if is_form and error.way is errors.Way.RETRY and request.pressed is not None:
        return (forms.another_try(request.tr, request.pressed),)
    return refusals.buttons_of(request.tr, error, thread_button, _refused_game(request, error))


def _form_message(request: Request) -> MessageId | None:
    """Return the message from which a move form was or will be opened."""
    message, pressed = request.interaction.message, request.pressed
    is_form = isinstance(pressed, GamePress) and pressed.action is Action.FORM
    return MessageId(message.id) if message and is_form else None


def _failure(request: Request, error: Exception) -> str:
    """Log a failure that isn't the user's fault, and return the sentence about it."""
    reference = secrets.token_hex(4)
    extra = {"reference": reference}
    if isinstance(error, StoreFailed):
        log.error("the database failed, reference %s: %s", reference, error, extra=extra | {"may_flood": True})
        return refusals.no_database(request.tr, reference, saved=request.saved, unchanged=error.unchanged)
    if isinstance(error, discord.HTTPException) and error.code in CLOSED_THREAD:
        log.info("could not answer interaction %d in a closed thread: %s", request.interaction.id, error)
        return refusals.closed_thread(request.tr, saved=request.saved)
    if _is_discord_fault(error):
        log.warning("could not answer interaction %d, reference %s: %s", request.id, reference, error, extra=extra)
    else:
        log.error("interaction failed, reference %s", reference, exc_info=error, extra=extra)
    return refusals.broken(request.tr, reference, saved=request.saved)


def _is_discord_fault(error: Exception) -> bool:
    """Return whether an answer failed because of Discord or the network, rather than a bug."""
    if isinstance(error, discord.HTTPException):
        return error.status in {403, 404, 429} or error.status >= 500 or error.code in REFUSED_WITH_400
    return isinstance(error, aiohttp.ClientError)
