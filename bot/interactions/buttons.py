"""Handlers of buttons and forms: parse the custom_id, call the registry, answer. They hold no state."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

import discord

from bot.game import playing
from bot.game.errors import OldBoard, OutOfDate
from bot.game.lobby import ChallengeAction
from bot.game.requests import Target, Update
from bot.interactions import boards, coach, lobby, panels, puzzles, threads
from bot.interactions.answers import Interaction
from bot.interactions.requests import Handler, Request
from bot.messages import custom_ids, forms, texts
from bot.messages.boards import draw_question, more, resign_question, result_card, view_from
from bot.messages.custom_ids import (
    Action,
    ChallengePress,
    EndPress,
    ForgetPress,
    GamePress,
    GamesPress,
    HelpPress,
    NewAction,
    NewPress,
    PanelPart,
    PanelPress,
    PuzzlePress,
    RetryPress,
    SeasonPress,
)
from bot.messages.drafts import Draft
from bot.messages.lobby import accepted, challenge
from bot.messages.translator import translator
from bot.registry.games import Games
from engine import Mark

GameHandler: TypeAlias = Callable[[Request, GamePress], Awaitable[None]]


def handler_of(interaction: Interaction) -> Handler | None:
    """Return the handler of a press or a submitted form; None for any other interaction.

    discord.py's dynamic items would first rebuild all buttons of the message, and its forms don't survive a restart.
    """
    handler = _HANDLERS.get(interaction.type)
    data: Any = interaction.data
    return handler if handler and data["custom_id"].startswith(custom_ids.PREFIX) else None


async def press(request: Request) -> None:
    """Handle the press of a button."""
    pressed = request.pressed
    match pressed:
        case GamePress():
            await _GAME[pressed.action](request, pressed)
        case ChallengePress():
            await _CHALLENGE.get(pressed.action, _accept_challenge)(request, pressed)
        case NewPress():
            await lobby.press(request, pressed)
        case EndPress():
            await lobby.end_and_start(request, pressed)
        case PuzzlePress():
            await puzzles.press(request, pressed)
        case RetryPress():
            await coach.press(request, pressed)
        case PanelPress() | GamesPress() | SeasonPress() | ForgetPress() | HelpPress():
            await panels.press(request, pressed)
        case None:
            raise OutOfDate
        case _:
            assert_never(pressed)


async def submit(request: Request) -> None:
    """Handle a submitted form: a move, the size of a new game, a panel, or a cell of a puzzle."""
    pressed, filled = request.pressed, dict(_form_values(request.interaction.data))
    match pressed:
        case GamePress(action=Action.FORM):
            cell = forms.cell_of(filled)
            await _mark(request, GamePress(pressed.game, pressed.moves, Action.MARK, cell))
        case NewPress(action=NewAction.FORM):
            await lobby.submit(request, pressed, filled)
        case PanelPress(part=PanelPart.FORM):
            await panels.submit(request, filled)
        case PuzzlePress(is_form=True):
            await puzzles.tap(request, pressed, forms.cell_of(filled))
        case RetryPress(is_form=True):
            await coach.tap(request, pressed, forms.cell_of(filled))
        case _:
            raise OutOfDate


_HANDLERS: Mapping[discord.InteractionType, Handler] = {
    discord.InteractionType.component: press,
    discord.InteractionType.modal_submit: submit,
}


def _form_values(data: Any) -> Iterator[tuple[str, str]]:
    """Return the values of a form by custom_id."""
    for component in data["components"]:
        match component:
            case {"component": {"custom_id": str(name), "value": str(text)}}:
                yield name, text
            case {"components": [{"custom_id": str(name), "value": str(text)}]}:
                yield name, text
            case {"component": {"custom_id": str(name), "values": [str(value)]}}:
                yield name, value
            case _:
                pass


async def _mark(request: Request, pressed: GamePress) -> None:
    assert pressed.cell is not None
    await boards.send(request, await request.core.games.mark(request.target, pressed.cell))


async def _open_form(request: Request, _: GamePress) -> None:
    game = (await request.core.games.view(request.target)).game
    playing.check_turn(game, request.user, request.core.channels.now())
    await request.answer.open_form(forms.move_form(request.tr, game))


async def _look_around(request: Request, pressed: GamePress) -> None:
    """Show another part of a large board to the requester only."""
    game = (await request.core.games.view(request.current_target)).game
    draft = view_from(request.tr, game, pressed.cell, await request.services.display(game))
    if request.is_on_private_message:
        await request.answer.redraw(draft)
    else:
        await request.answer.show_privately(draft)


async def _give_up(request: Request, pressed: GamePress) -> None:
    """Resign, even if the opponent has moved since the question; if only that move makes it a loss, ask again."""
    was_free = pressed.moves < len(Mark)
    try:
        target = request.target if was_free else request.current_target
        update = await request.core.games.resign(target)
    except OldBoard as old:
        if not was_free or old.game.id != pressed.game or old.game.result:
            raise
        await request.answer.redraw(resign_question(request.tr, old.game, request.user))
    else:
        sentence = texts.status(request.tr, update.game) if was_free else texts.resigned(request.tr)
        await boards.close_and_send(request, sentence, update)


async def _ask_to_draw(request: Request, _: GamePress) -> None:
    """Call a draw against the computer, which can be undone; between people, ask first."""
    game = (await request.core.games.view(request.target)).game
    if game.computer or game.result or not game.board.is_dead:
        await boards.send(request, await request.core.games.call_draw(request.target))
    else:
        playing.check_player(game, request.user)
        await request.answer.show_privately(draw_question(request.tr, game))


async def _call_draw(request: Request, _: GamePress) -> None:
    update = await request.core.games.call_draw(request.target)
    await boards.close_and_send(request, texts.status(request.tr, update.game), update)


async def _allow(request: Request, pressed: GamePress) -> None:
    is_draw = pressed.action is Action.ACCEPT
    update = await request.core.games.answer(request.target, allow=True, draw=is_draw)
    sentence = texts.draw_accepted if is_draw else texts.undo_allowed
    await boards.close_and_send(request, sentence(translator(update.game.locale), request.user), update)


async def _refuse(request: Request, pressed: GamePress) -> None:
    is_draw = pressed.action is Action.DECLINE
    update = await request.core.games.answer(request.target, allow=False, draw=is_draw)
    sentence = texts.draw_declined if is_draw else texts.undo_refused
    await boards.close(request, Draft(sentence(translator(update.game.locale), request.user)))


async def _next_game(request: Request, _: GamePress) -> None:
    await boards.send(request, await request.core.lobby.next_game(request.target))


async def _rematch(request: Request, pressed: GamePress) -> None:
    request.check_may_write()
    swaps, locale = pressed.action is Action.SIDES, await request.server_locale()
    await boards.send(request, await request.core.lobby.rematch(request.target, swaps_sides=swaps, locale=locale))


async def _more(request: Request, _: GamePress) -> None:
    """Show the user the buttons for which a board has no room."""
    game = await request.core.games.past_game(request.target)
    can_end = request.core.games.stop_refusal(game, request.user, moderates=request.moderates) is None
    await request.answer.show_privately(more(request.tr, game, request.user, can_end=can_end))


async def _share(request: Request, _: GamePress) -> None:
    """Post a card with the result of a game, as a player."""
    request.check_may_write()
    game = await request.core.games.past_game(request.target)
    playing.check_player(game, request.user)
    if game.result is None:
        raise OldBoard(game)
    wish, posts = (game.id, game.revision), request.services.posts
    if not request.claim(*wish):
        await request.answer.tell(texts.link(game.place, posts[wish]))
        return
    display = await request.services.display(game)
    posts[wish] = await request.answer.post(result_card(translator(game.locale), game, display.look))


def _game_action(act: Callable[[Games, Target], Awaitable[Update]]) -> GameHandler:
    async def handle(request: Request, _: GamePress) -> None:
        await boards.send(request, await act(request.core.games, request.target))

    return handle


async def _accept_challenge(request: Request, pressed: ChallengePress) -> None:
    if pressed.thread:
        await threads.begin_in_thread(request, pressed)
        return
    request.check_may_write()
    with lobby.offering_to_end(request):
        update = await request.core.lobby.accept(request.target, pressed.challenge, pressed.action)
    sentence = accepted(translator(update.game.locale), update, pressed.action)
    await boards.close_and_send(request, sentence, update)


async def _close_challenge(request: Request, pressed: ChallengePress) -> None:
    closed = await request.core.lobby.close(request.target, pressed.challenge, pressed.action)
    await boards.close(request, challenge(closed))


_CHALLENGE: Mapping[ChallengeAction, Callable[[Request, ChallengePress], Awaitable[None]]] = {
    ChallengeAction.DECLINE: _close_challenge,
    ChallengeAction.CANCEL: _close_challenge,
    ChallengeAction.AGAIN: lobby.challenge_again,
}
_GAME: Mapping[Action, GameHandler] = {
    Action.MARK: _mark,
    Action.FORM: _open_form,
    Action.SWAP: _game_action(Games.swap),
    Action.UNDO: _game_action(Games.undo),
    Action.ALLOW: _allow,
    Action.REFUSE: _refuse,
    Action.OFFER: _game_action(Games.offer_draw),
    Action.ACCEPT: _allow,
    Action.DECLINE: _refuse,
    Action.RESIGN: lambda request, _: boards.ask_to_resign(request),
    Action.GIVE_UP: _give_up,
    Action.PLAY_ON: lambda request, _: request.answer.redraw(Draft(texts.play_on(request.tr))),
    Action.DRAW: _ask_to_draw,
    Action.CALL_DRAW: _call_draw,
    Action.NEXT: _next_game,
    Action.REMATCH: _rematch,
    Action.SIDES: _rematch,
    Action.REPLAY: lambda request, _: boards.send_replay(request, request.target, shared=True),
    Action.SHARE: _share,
    Action.REVIEW: lambda request, _: coach.send_review(request, request.target),
    Action.MORE: _more,
    Action.HINT: lambda request, _: coach.send_hint(request),
    Action.READ: lambda request, _: boards.read(request),
    Action.BOARD: lambda request, _: boards.show_current(request),
    Action.PICTURE: lambda request, _: boards.show_current(request, picture=True),
    Action.NO_PICTURE: lambda request, _: boards.show_current(request, picture=False),
    Action.END: lambda request, _: boards.end_game(request),
    Action.STOP: lambda request, _: boards.stop_game(request),
    **dict.fromkeys((Action.LEFT, Action.UP, Action.DOWN, Action.RIGHT, Action.LAST), _look_around),
}
