"""Buttons and the move form: parse the custom_id, call the registry, answer. They hold no state."""

import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Self, TypeAlias

import discord

from bot.game.challenges import Challenge, ChallengeId
from bot.game.errors import OutOfDate, UnreadableCell
from bot.game.games import ChannelId, UserId
from bot.game.requests import Event, NewChallenge, Target, Update
from bot.interactions import answers, failures
from bot.interactions.answers import Interaction
from bot.messages import custom_ids, message, records, texts
from bot.messages.custom_ids import Action, Answer, ChallengePress, ForgetPress, GamePress
from bot.messages.message import Draft
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry

GameHandler: TypeAlias = Callable[[Interaction, GamePress], Awaitable[None]]
ChallengeHandler: TypeAlias = Callable[[Interaction, ChallengePress], Awaitable[None]]


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=re.escape(custom_ids.PREFIX) + r"(?s:.*)",
):
    """Any button of ours, of any message, drawn by any process at any time."""

    @classmethod
    async def from_custom_id(  # pyright: ignore[reportIncompatibleMethodOverride] - narrower than any Item
        cls, interaction: discord.Interaction[Any], item: discord.ui.Button[Any], match: re.Match[str], /
    ) -> Self:
        """Take the button as it stands; the press is parsed when it is answered."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press."""
        async with failures.answering(interaction):
            interaction.client.begin()
            await press(interaction, custom_ids.parse(self.custom_id))


async def press(interaction: Interaction, pressed: GamePress | ChallengePress | ForgetPress | None) -> None:
    """Carry out a press.

    Raises
    ------
    GameError
        As the registry refuses it.
    """
    if isinstance(pressed, GamePress):
        await _GAME[pressed.action](interaction, pressed)
    elif isinstance(pressed, ChallengePress):
        await _CHALLENGE[pressed.answer](interaction, pressed)
    elif isinstance(pressed, ForgetPress):
        await interaction.client.registry.forget(user_of(interaction))
        await answers.redraw(interaction, Draft(records.DELETED))
    else:
        raise OutOfDate


async def submit(interaction: Interaction) -> None:
    """Answer a sent move form. It is not a Modal's on_submit because that is lost when the bot restarts."""
    data: Any = interaction.data
    async with failures.answering(interaction):
        interaction.client.begin()
        pressed = custom_ids.parse(data["custom_id"])
        if not isinstance(pressed, GamePress) or pressed.action is not Action.FORM:
            raise OutOfDate
        text = _text_of(data)
        cell = custom_ids.parse_cell(text)
        if cell is None:
            raise UnreadableCell(text)
        await _mark(interaction, GamePress(pressed.game, pressed.ply, Action.MARK, cell))


def _text_of(data: Any) -> str:
    match data:
        case {"components": [{"component": {"value": str(text)}} | {"components": [{"value": str(text)}]}]}:
            return text
        case _:
            return ""


def _target(interaction: Interaction, pressed: GamePress) -> Target:
    return Target(answers.place(interaction).channel, pressed.game, pressed.ply)


def user_of(interaction: Interaction) -> UserId:
    """Return who pressed or wrote."""
    return UserId(interaction.user.id)


async def undo(interaction: Interaction, target: Target) -> None:
    """Take moves back, or ask the opponent."""
    change = await interaction.client.registry.undo(target, user_of(interaction))
    await (answers.ask_undo if change.event is Event.UNDO_ASKED else answers.show)(interaction, change)


async def begin(interaction: Interaction, begun: Update | NewChallenge) -> None:
    """Show a game that has begun, or the challenge that it waits for."""
    if isinstance(begun, Update):
        await answers.show(interaction, begun)
    else:
        await answers.show_offer(interaction, begun)


async def _mark(interaction: Interaction, pressed: GamePress) -> None:
    assert pressed.cell is not None
    target = _target(interaction, pressed)
    await answers.show(interaction, await interaction.client.registry.mark(target, user_of(interaction), pressed.cell))


async def _form(interaction: Interaction, pressed: GamePress) -> None:
    game = await interaction.client.registry.check_turn(_target(interaction, pressed), user_of(interaction))
    form = discord.ui.Modal(title=texts.FORM_TITLE, custom_id=custom_ids.game_custom_id(game, Action.FORM))
    field = discord.ui.TextInput[Any](placeholder=texts.FORM_EXAMPLE, custom_id="cell", max_length=40)
    form.add_item(discord.ui.Label(text=texts.FORM_LABEL, description=texts.MOVE_HINT, component=field))
    form.stop()  # else discord.py would keep it for a quarter of an hour, only to call its empty on_submit
    async with answers.bounded():
        await interaction.response.send_modal(form)


async def _look(interaction: Interaction, pressed: GamePress) -> None:
    """Move the window over a large board; the picture stays."""
    change = await interaction.client.registry.look(_target(interaction, pressed), user_of(interaction))
    change.game.side(user_of(interaction))
    await answers.redraw(interaction, message.board(change, corner=pressed.cell), keep_picture=True)


async def _undo(interaction: Interaction, pressed: GamePress) -> None:
    await undo(interaction, _target(interaction, pressed))


async def _rematch(interaction: Interaction, pressed: GamePress) -> None:
    lobby = interaction.client.lobby
    await begin(interaction, await lobby.rematch(_target(interaction, pressed), user_of(interaction)))


async def _allow(interaction: Interaction, pressed: GamePress) -> None:
    registry = interaction.client.registry
    change = await registry.answer_undo(_target(interaction, pressed), user_of(interaction), allow=True)
    await _close_and_show(interaction, texts.notice(change), change)


async def _refuse(interaction: Interaction, pressed: GamePress) -> None:
    user = user_of(interaction)
    await interaction.client.registry.answer_undo(_target(interaction, pressed), user, allow=False)
    await answers.redraw(interaction, Draft(texts.undo_refused(user)))


async def _close_and_show(interaction: Interaction, closing: str, change: Update) -> None:
    """Close the question that was pressed and post the board: only a new message pings who is next."""
    interaction.extras["saved"] = True
    await answers.redraw(interaction, Draft(closing))
    await answers.show(interaction, change)


def _shows(act: Callable[[GameRegistry, Target, UserId], Awaitable[Update]]) -> GameHandler:
    async def handle(interaction: Interaction, pressed: GamePress) -> None:
        registry = interaction.client.registry
        await answers.show(interaction, await act(registry, _target(interaction, pressed), user_of(interaction)))

    return handle


def _starts(act: Callable[[Lobby, ChannelId, ChallengeId, UserId], Awaitable[Update]]) -> ChallengeHandler:
    async def handle(interaction: Interaction, pressed: ChallengePress) -> None:
        lobby, channel = interaction.client.lobby, answers.place(interaction).channel
        change = await act(lobby, channel, pressed.challenge, user_of(interaction))
        await _close_and_show(interaction, texts.accepted(change), change)

    return handle


def _closes(act: Callable[[Lobby, ChannelId, ChallengeId, UserId], Awaitable[Challenge]]) -> ChallengeHandler:
    async def handle(interaction: Interaction, pressed: ChallengePress) -> None:
        lobby, channel = interaction.client.lobby, answers.place(interaction).channel
        closed = await act(lobby, channel, pressed.challenge, user_of(interaction))
        await answers.redraw(interaction, message.challenge(closed))

    return handle


_GAME: Mapping[Action, GameHandler] = {
    Action.MARK: _mark,
    Action.FORM: _form,
    Action.UNDO: _undo,
    Action.ALLOW: _allow,
    Action.REFUSE: _refuse,
    Action.RESIGN: _shows(GameRegistry.resign),
    Action.DRAW: _shows(GameRegistry.call_draw),
    Action.REMATCH: _rematch,
    Action.LEFT: _look,
    Action.UP: _look,
    Action.DOWN: _look,
    Action.RIGHT: _look,
}
_CHALLENGE: Mapping[Answer, ChallengeHandler] = {
    Answer.ACCEPT: _starts(Lobby.accept),
    Answer.JOIN: _starts(Lobby.accept),
    Answer.COMPUTER: _starts(Lobby.play_computer),
    Answer.DECLINE: _closes(Lobby.decline),
    Answer.CANCEL: _closes(Lobby.cancel),
}
