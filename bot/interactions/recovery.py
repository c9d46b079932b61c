"""What people are shown instead of a refusal when they don't see the game as it stands, because an answer got lost."""

import discord

from bot.game.challenges import Challenge, ChallengeState
from bot.game.errors.opening import AlreadyPlaying, ChallengeOver, ChannelBusy
from bot.game.errors.playing import GameOver, NoGame, OldBoard, UndoAlreadyAsked
from bot.game.games import Game
from bot.game.requests import Event, Update
from bot.interactions import boards, sending
from bot.interactions.context import Request
from bot.messages import challenges, message, scrolling
from bot.messages.custom_ids import Action, ChallengePress, GamePress

QUESTION = frozenset({Action.ALLOW, Action.REFUSE})  # on a message that shows no board


async def show_instead(request: Request, error: Exception) -> bool:
    """Show the game instead of a refusal, and change nothing; return False where the refusal is right.

    Whoever presses a board's newest message sees it redrawn, an outsider as well: it is out of date for everybody, and
    nobody learns more than the channel knows. Whoever looks around a large board by themselves sees that redrawn. A
    player whose game has no board that the bot knows of is sent one.
    """
    match error:
        case OldBoard(game=game) if _looks_around(request, game):
            draft = message.look_around(request.tr, game, None, await request.services.display(game))
            await sending.redraw(request.interaction, draft)
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
    """Show the game of a challenge instead of saying that it was accepted, if whoever presses it plays unseen."""
    if challenge.state is not ChallengeState.ACCEPTED or not isinstance(request.pressed, ChallengePress):
        return False
    try:
        update = await request.services.core.registry.look(request.current_game, request.user)
    except NoGame:  # it is played in a thread
        return False
    if not _lacks_board(request, update.game):
        return False
    closed = challenges.closed(request.tr_in_place(challenge.locale), challenge)
    await boards.close_and_send(request, closed, update)
    return True


def _is_outdated(request: Request, game: Game) -> bool:
    """Return whether the newest message of a game was pressed: it has a button that the game refuses."""
    interaction, pressed = request.interaction, request.pressed
    if interaction.type is not discord.InteractionType.component or not isinstance(pressed, GamePress):
        return False  # a form was opened on a board that may have been right then
    is_board = pressed.game == game.id and pressed.action not in QUESTION
    on = interaction.message
    is_board = is_board and not sending.is_private(on)
    return is_board and on is not None and on.id >= (game.message or 0)


def _looks_around(request: Request, game: Game) -> bool:
    """Return whether Move was pressed where one person alone sees a part of a game's board."""
    interaction, pressed = request.interaction, request.pressed
    if interaction.type is not discord.InteractionType.component or not isinstance(pressed, GamePress):
        return False
    is_move = pressed.game == game.id and pressed.action is Action.FORM
    return is_move and sending.is_private(interaction.message) and not scrolling.is_whole(game.rules)


def _lacks_board(request: Request, game: Game) -> bool:
    """Return whether somebody plays a game that no known message shows, and none is about to."""
    unseen = game.message is None and game.id not in request.services.on_the_way
    return unseen and game.result is None and request.user in game.humans


def _lacks_question(request: Request, game: Game) -> bool:
    """Return whether somebody asked for an undo, and no known message asks the opponent."""
    asked = game.request
    unseen = asked is not None and asked.message is None and game.id not in request.services.on_the_way
    return unseen and asked is not None and asked.by == request.user
