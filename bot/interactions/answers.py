"""Answers to interactions, as Discord accepts them."""

import asyncio
import io
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.utils import MISSING

from bot import deadlines
from bot.game.errors import OutOfDate
from bot.game.games import Game, MessageId
from bot.messages import message, records, screen_reader
from bot.messages.forms import Button, Form, MemberMenu, Menu, Option, TextField, Tone
from bot.messages.message import Draft
from bot.messages.translator import Translator, translator

log = logging.getLogger(__name__)

T = TypeVar("T")

MISSING_PERMISSION = 50013  # topics/opcodes-and-status-codes.mdx

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary.value,
    Tone.X: discord.ButtonStyle.primary.value,
    Tone.O: discord.ButtonStyle.danger.value,
    Tone.GOOD: discord.ButtonStyle.success.value,
    Tone.BAD: discord.ButtonStyle.danger.value,
}


class Buttons(discord.ui.View):
    """The buttons of a message, as JSON: an object for each would take as long as drawing the board.

    The view is stopped, so that discord.py doesn't keep it in memory.
    """

    def __init__(self, draft: Draft) -> None:
        super().__init__(timeout=None)
        rows = [_row([_component(button) for button in row]) for row in draft.rows]
        self._components = rows + [_row([_menu(menu)]) for menu in draft.menus]
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows. Source: components/reference.mdx, Action Row."""
        return self._components


def _row(components: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": 1, "components": components}


def _menu(menu: Menu | MemberMenu) -> dict[str, Any]:
    """Return a select. Source: components/reference.mdx, String Select and User Select."""
    select = {"custom_id": menu.custom_id, "placeholder": menu.label}
    if isinstance(menu, MemberMenu):
        return {"type": 5, **select}
    return {"type": 3, "options": [_option(option) for option in menu.options], **select}


def _option(option: Option) -> dict[str, Any]:
    described = {} if option.description is None else {"description": option.description}
    return {"label": option.label, "value": option.value, "default": option.is_chosen, **described}


def _component(button: Button) -> dict[str, Any]:
    if button.url:
        return {"type": 2, "style": discord.ButtonStyle.link.value, "label": button.label, "url": button.url}
    shown: dict[str, Any] = {"type": 2, "style": STYLES[button.tone], "custom_id": button.custom_id}
    shown["disabled"] = button.disabled
    if button.emoji:
        shown["emoji"] = {"name": button.emoji}
    if button.label or not button.emoji:
        shown["label"] = button.label
    return shown


def pings(draft: Draft) -> discord.AllowedMentions:
    """Return the users and roles that a message pings."""
    return _mentions(draft.pings)


def mentions_in(content: str) -> discord.AllowedMentions:
    """Return the users that an edit mentions; otherwise clients wouldn't show their names. An edit never pings.

    Source: resources/message.mdx, Edit Message.
    """
    return _mentions(map(int, dict.fromkeys(re.findall(r"<@([0-9]+)>", content))))


def _mentions(users: Iterable[int]) -> discord.AllowedMentions:
    objects = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, users=objects, replied_user=False)


def edit_of(draft: Draft, attached: Sequence[discord.File] = ()) -> dict[str, Any]:
    """Return the edit that shows a message, with its picture if it was drawn. It always removes the old picture."""
    content = content_of(draft, attached)
    return {
        "content": content,
        "view": Buttons(draft),
        "attachments": attached,
        "allowed_mentions": mentions_in(content),
    }


def message_of(draft: Draft, attached: Sequence[discord.File]) -> dict[str, Any]:
    """Return a new message, with its picture if it was drawn."""
    content = content_of(draft, attached)
    return {"content": content, "view": Buttons(draft), "files": attached, "allowed_mentions": pings(draft)}


def content_of(draft: Draft, attached: Sequence[discord.File]) -> str:
    """Return the content of a message, which depends on whether its picture was drawn."""
    return draft.beside_picture if attached and draft.beside_picture is not None else draft.content


def files(draft: Draft, png: bytes | None) -> list[discord.File]:
    """Return the picture of a message as an attachment with alt text."""
    if draft.pictured is None or png is None:
        return []
    return [discord.File(io.BytesIO(png), "board.png", description=_described(draft.pictured))]


async def send_with_picture(draft: Draft, png: bytes | None, send: Callable[[list[discord.File]], Awaitable[T]]) -> T:
    """Send or edit a message outside of interactions, without its picture if the bot may not attach files."""
    if attached := files(draft, png):
        try:
            return await send(attached)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSION:
                raise
    return await send([])


def _described(game: Game) -> str:
    tr = translator(game.locale)
    return screen_reader.description(tr, game.board, records.end_description(tr, game))


def modal(form: Form) -> discord.ui.Modal:
    """Return a form as a discord.py modal."""
    shown = discord.ui.Modal(title=form.title, custom_id=form.custom_id)
    for field in form.fields:
        shown.add_item(_label(field))
    shown.stop()  # otherwise discord.py would keep it for 15 minutes, only to call its empty on_submit
    return shown


def _label(field: Menu | TextField) -> discord.ui.Label[Any]:
    if isinstance(field, Menu):
        options = [discord.SelectOption(**_option(option)) for option in field.options]
        chosen = discord.ui.Select[Any](custom_id=field.custom_id, options=options, required=False, min_values=0)
        return discord.ui.Label(text=field.label, component=chosen)
    typed = discord.ui.TextInput[Any](
        placeholder=field.example,
        custom_id=field.custom_id,
        max_length=field.limit,
        default=field.value,
        required=field.required,
    )
    return discord.ui.Label(text=field.label, description=field.description, component=typed)


P = ParamSpec("P")
Choice: TypeAlias = app_commands.Choice[Any]
Interaction: TypeAlias = discord.Interaction[discord.Client]
Answer: TypeAlias = Callable[Concatenate[Interaction, P], Coroutine[Any, Any, T]]

NO_MORE_FOLLOW_UPS = 40094  # after five follow-ups, where only the user has installed the app

# discord.py doesn't wrap connection errors. aiohttp's own timeout is five minutes.
NOT_DELIVERED = (discord.HTTPException, aiohttp.ClientError, TimeoutError)


class AnswerHung(TimeoutError):
    """Discord didn't confirm an answer in time. Users may or may not see it."""


class AnswerState:
    """The state of a request's answers, kept until its task ends.

    when_answered is called after Discord has accepted the first answer. is_replaced: because Discord accepted no more
    messages, the newest one replaced the pressed message or an earlier answer. is_deferred: a deferred answer is still
    to come. is_private: the deferred answer is or was ephemeral.
    """

    when_answered: Callable[[], None] | None = None
    is_replaced: bool = False
    is_deferred: bool = False
    is_private: bool = False

    async def draw(self, draft: Draft) -> bytes | None:
        """Return the picture of an answer, if it has one."""
        return None


STATE = "state"  # of an interaction, in its extras


def state_of(interaction: Interaction) -> AnswerState:
    """Return the state of an interaction's answers."""
    return interaction.extras[STATE]


def note_answered(interaction: Interaction) -> None:
    """Call when_answered, unless an earlier answer has."""
    state = state_of(interaction)
    if called := state.when_answered:
        state.when_answered = None
        called()


def with_timeout(answer: Answer[P, T]) -> Answer[P, T]:
    """Make an answer raise AnswerHung if Discord doesn't confirm it in time."""

    @wraps(answer)
    async def within(interaction: Interaction, /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
                taken = await answer(interaction, *args, **kwargs)
        except TimeoutError as late:
            raise AnswerHung(f"not confirmed within {deadlines.HANGING_ANSWER.total_seconds():.0f} s") from late
        note_answered(interaction)
        return taken

    return within


async def best_effort(what: str, sending: Awaitable[object], level: int = logging.INFO) -> Exception | None:
    """Send or edit a message that nothing depends on. If that fails, log and return the error."""
    try:
        async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
            await sending
    except NOT_DELIVERED as error:
        log.log(level, "could not %s: %s", what, error)
        return error
    return None


def chosen(interaction: Interaction) -> str:
    """Return the chosen value of a menu.

    Raises OutOfDate.
    """
    match interaction.data:
        case {"values": [str(value)]}:
            return value
        case _:
            raise OutOfDate


def is_private(pressed: discord.Message | None) -> bool:
    """Return whether a message is ephemeral."""
    return pressed is not None and pressed.flags.ephemeral


@with_timeout
async def post(interaction: Interaction, draft: Draft) -> MessageId:
    """Answer with a new public message, or with a follow-up.

    If Discord accepts no more messages, replace the pressed message or the earlier answer.
    """
    attached = await _files(interaction, draft)
    if interaction.response.is_done():
        try:
            sent = await interaction.followup.send(**message_of(draft, attached), wait=True)
        except discord.HTTPException as error:
            if error.code != NO_MORE_FOLLOW_UPS:
                raise
            replaced = await _edit_original(interaction, **edit_of(draft, await _files(interaction, draft)))
            state_of(interaction).is_replaced = True
            return replaced
        return MessageId(sent.id)
    response = await interaction.response.send_message(**message_of(draft, attached))
    assert response.message_id is not None
    return MessageId(response.message_id)


@with_timeout
async def redraw(interaction: Interaction, draft: Draft) -> None:
    """Answer by editing the pressed message. Edits never ping."""
    await interaction.response.edit_message(**edit_of(draft, await _files(interaction, draft)))


@with_timeout
async def redraw_answer(interaction: Interaction, draft: Draft) -> None:
    """Edit the first answer to an interaction. After an acknowledged press, that is the pressed message."""
    await _edit_original(interaction, **edit_of(draft, await _files(interaction, draft)))


@with_timeout
async def fill_deferred(
    interaction: Interaction, content: str, attached: Sequence[discord.File] = (), view: discord.ui.View = MISSING
) -> None:
    """Send a deferred answer, or edit a sent one. That pings nobody, yet clients show the names in it."""
    await _edit_original(
        interaction, content=content, attachments=attached, view=view, allowed_mentions=mentions_in(content)
    )


async def with_names(interaction: Interaction, content: str, *, private: bool) -> None:
    """Answer with a message that pings nobody, yet in which clients show names: only an edit can do both."""
    await defer(interaction, private=private)
    await fill_deferred(interaction, content)


async def _edit_original(interaction: Interaction, **edit: Any) -> MessageId:
    message = await interaction.edit_original_response(**edit)
    state_of(interaction).is_deferred = False
    return MessageId(message.id)


@with_timeout
async def redraw_follow_up(interaction: Interaction, sent: MessageId, draft: Draft) -> None:
    """Edit a follow-up message of an interaction."""
    await interaction.followup.edit_message(sent, **edit_of(draft, await _files(interaction, draft)))


@with_timeout
async def delete_answer(interaction: Interaction) -> None:
    """Delete the first answer to an interaction. After that, a follow-up may be ephemeral."""
    await interaction.delete_original_response()
    state_of(interaction).is_deferred = False


@with_timeout
async def acknowledge(interaction: Interaction) -> None:
    """Acknowledge a press whose result takes longer, or comes in another message."""
    await interaction.response.defer()


async def _files(interaction: Interaction, draft: Draft) -> list[discord.File]:
    return files(draft, await state_of(interaction).draw(draft)) if draft.pictured else []


@with_timeout
async def show_privately(interaction: Interaction, draft: Draft) -> None:
    """Answer with an ephemeral message that has buttons."""
    await interaction.response.send_message(
        draft.content, view=Buttons(draft), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


@with_timeout
async def tell(interaction: Interaction, sentence: str, *buttons: Button) -> None:
    """Answer with an ephemeral message: the first answer, the deferred answer if that is ephemeral, or a follow-up.

    If Discord accepts no more messages, replace the earlier answer, unless it has already shown something to others.
    """
    draft = Draft(sentence, (buttons,) if buttons else ())
    view: discord.ui.View = Buttons(draft) if buttons else MISSING
    mentions = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.send_message(sentence, view=view, ephemeral=True, allowed_mentions=mentions)
        return
    state = state_of(interaction)
    if state.is_deferred and state.is_private:
        await fill_deferred(interaction, sentence, view=view)
        return
    if state.is_deferred:  # the answer is public if the deferral was
        await delete_answer(interaction)
    try:
        await interaction.followup.send(sentence, view=view, ephemeral=True, allowed_mentions=mentions)
    except discord.HTTPException as error:
        if error.code != NO_MORE_FOLLOW_UPS or not _has_shown_nothing_publicly(interaction):
            raise
        await _edit_original(interaction, **edit_of(draft, []))


def _has_shown_nothing_publicly(interaction: Interaction) -> bool:
    """Return whether the only answer so far is the acknowledgment of a press on an ephemeral message."""
    is_acknowledged = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return is_acknowledged and is_private(interaction.message)


@with_timeout
async def offer_choices(interaction: Interaction, choices: Sequence[Choice]) -> None:
    """Answer an autocomplete with choices."""
    await interaction.response.autocomplete(choices)


@with_timeout
async def open_form(interaction: Interaction, form: Form) -> None:
    """Answer with a form."""
    await interaction.response.send_modal(modal(form))


@with_timeout
async def defer(interaction: Interaction, *, private: bool = True) -> None:
    """Defer an answer that may take longer than Discord waits for it."""
    await interaction.response.defer(ephemeral=private, thinking=True)
    state = state_of(interaction)
    state.is_deferred, state.is_private = True, private


async def send_replay(interaction: Interaction, tr: Translator, game: Game, gif: bytes) -> None:
    """Answer a deferred interaction with the moves of a game, as text and as a GIF."""
    described = screen_reader.replay_description(
        tr, game.board, records.end_description(tr, game), swapped=bool(game.swapped)
    )
    attached = [discord.File(io.BytesIO(gif), "replay.gif", description=described)]
    moves = screen_reader.moves_text(game.board, swapped=bool(game.swapped))
    text = f"{records.replay(tr, game)}\n" + (f"```\n{moves}\n```" if moves else records.no_moves(tr))
    if len(text) > message.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = records.replay(tr, game)
    await fill_deferred(interaction, text, attached)
