"""One answer to an interaction: a new message, a changed one, or an ephemeral one."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord.utils import MISSING

from bot import deadlines
from bot.game.games import Game, MessageId
from bot.messages import message, records
from bot.messages.components import Button, Form, MemberMenu, Menu, Option, TextField, Tone
from bot.messages.export import File
from bot.messages.message import Draft
from bot.messages.spoken import descriptions

P = ParamSpec("P")
T = TypeVar("T")
Interaction: TypeAlias = discord.Interaction[discord.Client]
Answer: TypeAlias = Callable[Concatenate[Interaction, P], Coroutine[Any, Any, T]]

_WHEN_ANSWERED, _DRAW = "when_answered", "draw"

# discord.py raises a broken connection as it is, and aiohttp gives up after five minutes.
NOT_DELIVERED = (discord.HTTPException, aiohttp.ClientError, TimeoutError)

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.X: discord.ButtonStyle.primary,
    Tone.O: discord.ButtonStyle.danger,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.BAD: discord.ButtonStyle.danger,
}


class AnswerHung(TimeoutError):
    """Discord did not take an answer in time; whether people see it is not known."""


def when_answered(interaction: Interaction, tell: Callable[[], None]) -> None:
    """Have somebody told as soon as Discord has taken the first answer to an interaction."""
    interaction.extras[_WHEN_ANSWERED] = tell


def draw_by(interaction: Interaction, draw: Callable[[Draft], Awaitable[bytes | None]]) -> None:
    """Have the pictures of the answers to an interaction drawn by somebody."""
    interaction.extras[_DRAW] = draw


def note_answered(interaction: Interaction) -> None:
    """Tell whoever is to be told that Discord has taken an answer, if it is the first."""
    if tell := interaction.extras.pop(_WHEN_ANSWERED, None):
        tell()


def bounded(answer: Answer[P, T]) -> Answer[P, T]:
    """Make an answer give up with AnswerHung when it hangs."""

    @wraps(answer)
    async def within(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
                taken = await answer(interaction, *args, **kwargs)
        except TimeoutError as late:
            raise AnswerHung(f"not taken within {deadlines.HANGING_ANSWER.total_seconds():.0f} s") from late
        note_answered(interaction)
        return taken

    return within


class Buttons(discord.ui.View):
    """The buttons of a message, as Discord takes them: an object for each would cost as much as drawing the board.

    The view is stopped, so discord.py keeps nothing of it in memory.
    """

    def __init__(self, draft: Draft) -> None:
        super().__init__(timeout=None)
        menus = [_row([_menu(menu)]) for menu in draft.menus]
        self._components = menus + [_row([_component(button) for button in row]) for row in draft.rows]
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows: components/reference.mdx, Action Row."""
        return self._components


def _row(components: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": 1, "components": components}


def _menu(menu: Menu | MemberMenu) -> dict[str, Any]:
    """Return a select: components/reference.mdx, String Select and User Select."""
    asked = {"custom_id": menu.custom_id, "placeholder": menu.label}
    if isinstance(menu, MemberMenu):
        chosen = [] if menu.chosen is None else [{"id": str(menu.chosen), "type": "user"}]
        return {"type": 5, "default_values": chosen, **asked}
    return {"type": 3, "options": [_option(option) for option in menu.options], **asked}


def _option(option: Option) -> dict[str, Any]:
    described = {} if option.description is None else {"description": option.description}
    return {"label": option.label, "value": option.value, "default": option.is_chosen, **described}


def _component(button: Button) -> dict[str, Any]:
    if button.url:
        return {"type": 2, "style": discord.ButtonStyle.link.value, "label": button.label, "url": button.url}
    if button.emoji:
        return _with_emoji(button, button.emoji)
    return {
        "type": 2,
        "style": STYLES[button.tone].value,
        "label": button.label,
        "custom_id": button.custom_id,
        "disabled": button.disabled,
    }


def _with_emoji(button: Button, emoji: str) -> dict[str, Any]:
    shown = _component(button._replace(emoji=None)) | {"emoji": {"name": emoji}}
    if not button.label:
        del shown["label"]
    return shown


def _pings(draft: Draft) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in draft.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def is_private(pressed: discord.Message | None) -> bool:
    """Return whether only one person sees a message."""
    return pressed is not None and pressed.flags.ephemeral


@bounded
async def post(interaction: Interaction, draft: Draft) -> MessageId:
    """Answer with a new public message, or add one to an earlier answer."""
    attached = await _files(interaction, draft)
    content = _said(draft, attached)
    if interaction.response.is_done():
        sent = await interaction.followup.send(
            content, view=Buttons(draft), files=attached, allowed_mentions=_pings(draft), wait=True
        )
        return MessageId(sent.id)
    response = await interaction.response.send_message(
        content, view=Buttons(draft), files=attached, allowed_mentions=_pings(draft)
    )
    assert response.message_id is not None
    return MessageId(response.message_id)


@bounded
async def redraw(interaction: Interaction, draft: Draft) -> None:
    """Answer by changing the message that was pressed; edits never ping."""
    await interaction.response.edit_message(**edited(draft, await _files(interaction, draft)))


@bounded
async def redraw_answer(interaction: Interaction, draft: Draft) -> None:
    """Change the first answer to an interaction; of a press that was acknowledged, the message that was pressed."""
    await interaction.edit_original_response(**edited(draft, await _files(interaction, draft)))


@bounded
async def acknowledge(interaction: Interaction) -> None:
    """Answer a press without a change: what it brings follows in messages of its own."""
    await interaction.response.defer()


def is_acknowledged(interaction: Interaction) -> bool:
    """Return whether a press was answered without a change."""
    return interaction.response.type is discord.InteractionResponseType.deferred_message_update


def edited(draft: Draft, attached: Sequence[discord.File] = ()) -> dict[str, Any]:
    """Return a message as the edit of an older one, with its picture if that could be drawn, and no older one."""
    return {
        "content": _said(draft, attached),
        "view": Buttons(draft),
        "attachments": attached,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def _said(draft: Draft, attached: Sequence[discord.File]) -> str:
    return draft.beside_picture if attached and draft.beside_picture is not None else draft.content


async def _files(interaction: Interaction, draft: Draft) -> list[discord.File]:
    return files(draft, await interaction.extras[_DRAW](draft)) if draft.pictured else []


def files(draft: Draft, png: bytes | None) -> list[discord.File]:
    """Return the picture of a message as its attachment, with a description."""
    if draft.pictured is None or png is None:
        return []
    return [discord.File(io.BytesIO(png), "board.png", description=_described(draft.pictured))]


def _described(game: Game) -> str:
    return descriptions.description(game.board, records.spoken(game))


@bounded
async def show_privately(interaction: Interaction, draft: Draft) -> None:
    """Answer with an ephemeral message that has buttons."""
    await interaction.response.send_message(
        draft.content, view=Buttons(draft), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


@bounded
async def tell(interaction: Interaction, sentence: str, *buttons: Button) -> None:
    """Answer with an ephemeral message."""
    view: discord.ui.View = Buttons(Draft(sentence, (buttons,))) if buttons else MISSING
    mentions = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(sentence, view=view, ephemeral=True, allowed_mentions=mentions)
    else:
        await interaction.response.send_message(sentence, view=view, ephemeral=True, allowed_mentions=mentions)


@bounded
async def offer_nothing(interaction: Interaction) -> None:
    """Answer an autocomplete without choices."""
    await interaction.response.autocomplete([])


@bounded
async def open_form(interaction: Interaction, form: Form) -> None:
    """Answer with a form."""
    modal = discord.ui.Modal(title=form.title, custom_id=form.custom_id)
    for field in form.fields:
        modal.add_item(_label(field))
    modal.stop()  # else discord.py would keep it for a quarter of an hour, only to call its empty on_submit
    await interaction.response.send_modal(modal)


def _label(field: Menu | TextField) -> discord.ui.Label[Any]:
    if isinstance(field, Menu):
        options = [discord.SelectOption(**_option(option)) for option in field.options]
        chosen = discord.ui.Select[Any](custom_id=field.custom_id, options=options, required=False)
        return discord.ui.Label(text=field.label, component=chosen)
    typed = discord.ui.TextInput[Any](
        placeholder=field.example,
        custom_id=field.custom_id,
        max_length=field.limit,
        default=field.value,
        required=field.required,
    )
    return discord.ui.Label(text=field.label, description=field.description, component=typed)


@bounded
async def defer(interaction: Interaction, *, private: bool = True) -> None:
    """Announce an answer that may take longer than Discord waits for the first one."""
    await interaction.response.defer(ephemeral=private, thinking=True)


@bounded
async def defer_edit(interaction: Interaction) -> None:
    """Announce that the message that was pressed will change, later than Discord waits for the first answer."""
    await interaction.response.defer()


@bounded
async def edit(interaction: Interaction, draft: Draft) -> None:
    """Change the message that was announced to change."""
    await interaction.edit_original_response(**edited(draft))


@bounded
async def send_export(interaction: Interaction, file: File) -> None:
    """Answer a deferred interaction with the file of everything that is kept of the user."""
    attached = discord.File(io.BytesIO(file.content), file.name)
    await interaction.followup.send(records.EXPORTED, file=attached, ephemeral=True)


@bounded
async def send_replay(interaction: Interaction, game: Game, gif: bytes, *, private: bool) -> None:
    """Answer a deferred interaction with the moves of a game, as text and as an animated picture."""
    attached = [
        discord.File(io.BytesIO(gif), "replay.gif", description=descriptions.replayed(game.board, records.spoken(game)))
    ]
    moves = descriptions.moves_text(game.board)
    text = f"{records.replay(game)}\n" + (f"```\n{moves}\n```" if moves else records.NO_MOVES)
    if len(text) > message.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = records.replay(game)
    mentions = discord.AllowedMentions.none()
    await interaction.followup.send(text, files=attached, ephemeral=private, allowed_mentions=mentions)
