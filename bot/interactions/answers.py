"""Answers to interactions, as Discord accepts them."""

import asyncio
import io
import logging
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot import deadlines
from bot.game.games import MessageId, UserId
from bot.interactions.pictures import Pictures
from bot.messages import screen_reader
from bot.messages.drafts import Button, Draft, Form, MemberMenu, Menu, Option, TextField, Tone
from bot.messages.translator import translator

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")

# The message, its channel or the interaction is gone, or has an answer: topics/opcodes-and-status-codes.mdx.
# Or it has had too many edits, or AutoMod refused its text.
NOT_ABOUT_FILES = frozenset({10003, 10008, 10015, 10062, 30046, 40060, 40094, 50027, 50083, 200000, 240000})

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
    description = {} if option.description is None else {"description": option.description}
    return {"label": option.label, "value": option.value, "default": option.is_chosen, **description}


def _component(button: Button) -> dict[str, Any]:
    label, custom_id, tone, disabled, url, emoji = button
    if url:
        return {"type": 2, "style": discord.ButtonStyle.link.value, "label": label, "url": url}
    component: dict[str, Any] = {"type": 2, "style": STYLES[tone], "custom_id": custom_id, "disabled": disabled}
    if emoji:
        component["emoji"] = {"name": emoji}
    if label or not emoji:
        component["label"] = label
    return component


def mentions_in(content: str) -> discord.AllowedMentions:
    """Return the allowed mentions of an edit. Without them, clients wouldn't show users' names. An edit never pings.

    Source: resources/message.mdx, Edit Message.
    """
    return _mentions(map(int, dict.fromkeys(re.findall(r"<@([0-9]+)>", content))))


def _mentions(users: Iterable[int]) -> discord.AllowedMentions:
    objects = [discord.Object(user) for user in users] or False
    return discord.AllowedMentions(everyone=False, roles=False, users=objects, replied_user=False)


def edit_of(draft: Draft, attached: Sequence[discord.File] = ()) -> dict[str, Any]:
    """Return an edit that turns a message into a draft. The picture, if it was drawn, replaces any older one."""
    content = content_of(draft, attached)
    return {
        "content": content,
        "view": Buttons(draft),
        "attachments": attached,
        "allowed_mentions": mentions_in(content),
    }


def message_of(draft: Draft, attached: Sequence[discord.File] = ()) -> dict[str, Any]:
    """Return a draft as a new message, with its picture if it was drawn."""
    return {
        "content": content_of(draft, attached),
        "view": Buttons(draft),
        "files": attached,
        "allowed_mentions": _mentions(draft.pings),
    }


def content_of(draft: Draft, attached: Sequence[discord.File]) -> str:
    """Return the content of a message, which depends on whether its picture was drawn."""
    return draft.beside_picture if attached and draft.beside_picture is not None else draft.content


def files(draft: Draft, png: bytes | None) -> list[discord.File]:
    """Return the picture of a message as an attachment with alt text."""
    pictured = draft.pictured
    if pictured is None or png is None:
        return []
    description = screen_reader.description(translator(pictured.locale), pictured.board, pictured.end)
    return [discord.File(io.BytesIO(png), "board.png", description=description)]


def is_temporary(error: Exception) -> bool:
    """Return whether a retry may succeed after a request that Discord refused or didn't confirm."""
    return not isinstance(error, discord.HTTPException) or error.status == 429 or error.status >= 500


async def with_picture(attached: list[discord.File], send: Callable[[list[discord.File]], Awaitable[T]]) -> T:
    """Send or edit a message, once more without its picture if Discord may have refused that."""
    if attached:
        try:
            return await send(attached)
        except discord.HTTPException as error:
            if is_temporary(error) or error.code in NOT_ABOUT_FILES:
                raise
            log.warning("Discord may have refused a picture, sending the message without it: %s", error)
    return await send([])


def modal(form: Form) -> discord.ui.Modal:
    """Return a form as a discord.py modal."""
    dialog = discord.ui.Modal(title=form.title, custom_id=form.custom_id)
    for field in form.fields:
        dialog.add_item(_label(field))
    dialog.stop()  # otherwise discord.py would keep it for 15 minutes, only to call its empty on_submit
    return dialog


def _label(field: Menu | TextField) -> discord.ui.Label[Any]:
    if isinstance(field, Menu):
        options = [discord.SelectOption(**_option(option)) for option in field.options]
        select = discord.ui.Select[Any](custom_id=field.custom_id, options=options, required=False, min_values=0)
        return discord.ui.Label(text=field.label, component=select)
    text_input = discord.ui.TextInput[Any](
        placeholder=field.example,
        custom_id=field.custom_id,
        max_length=field.limit,
        default=field.value,
        required=field.required,
    )
    return discord.ui.Label(text=field.label, description=field.description, component=text_input)


Choice: TypeAlias = app_commands.Choice[Any]
Interaction: TypeAlias = discord.Interaction[discord.Client]

NO_MORE_FOLLOW_UPS = 40094  # after five follow-ups, where only the user has installed the app

# discord.py doesn't wrap connection errors. aiohttp's own timeout is five minutes.
NOT_DELIVERED = (discord.HTTPException, aiohttp.ClientError, TimeoutError)


# The statuses of Discord's responses to the current request. discord.py repeats what got 429, 500, 502, 504 or 524.
_STATUSES: ContextVar[list[int] | None] = ContextVar("statuses", default=None)

# What discord.py raises if a confirmation of Discord lacks a part or is empty.
UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)


class AnswerHung(TimeoutError):
    """Discord didn't confirm an answer in time, or its confirmation can't be read. Users may or may not see it."""


def status_trace() -> aiohttp.TraceConfig:
    """Return what a client needs so that AnswerHung reports the statuses of Discord's responses."""

    async def note(_session: object, _context: object, end: aiohttp.TraceRequestEndParams) -> None:
        if (statuses := _STATUSES.get()) is not None:
            statuses.append(end.response.status)

    config = aiohttp.TraceConfig()
    config.on_request_end.append(note)
    return config


@asynccontextmanager
async def in_time() -> AsyncGenerator[None]:
    """Limit the time of a request to Discord. Raises AnswerHung, with the statuses of Discord's responses so far."""
    limit, statuses = deadlines.HANGING_ANSWER.total_seconds(), list[int]()
    token = _STATUSES.set(statuses)
    try:
        async with asyncio.timeout(limit):
            yield
    except TimeoutError as late:
        after = f", after status {', '.join(map(str, statuses))}" if statuses else ""
        raise AnswerHung(f"not confirmed within {limit:.0f} s{after}") from late
    finally:
        _STATUSES.reset(token)


async def best_effort(action: str, request: Awaitable[object], level: int = logging.INFO) -> Exception | None:
    """Make a request to Discord on which nothing depends. If it fails, log and return the error."""
    try:
        async with in_time():
            await request
    except NOT_DELIVERED as error:
        log.log(level, "could not %s: %s", action, error)
        return error
    return None


def is_private(pressed: discord.Message | None) -> bool:
    """Return whether a message is ephemeral."""
    return pressed is not None and pressed.flags.ephemeral


def _confirmed(
    send: Callable[Concatenate["Answer", P], Awaitable[T]],
) -> Callable[Concatenate["Answer", P], Coroutine[Any, Any, T]]:
    """Let a method that sends a message raise AnswerHung if Discord doesn't confirm the message in time."""

    @wraps(send)
    async def send_in_time(self: "Answer", *args: P.args, **kwargs: P.kwargs) -> T:
        async with in_time():
            sent = await send(self, *args, **kwargs)
        self.note_latency()
        return sent

    return send_in_time


def _id(message: int | None) -> MessageId:
    """Return the id of a sent message. Raises AnswerHung."""
    if message is None:
        raise AnswerHung("the confirmation has no message")
    return MessageId(message)


class Answer:
    """The answer to an interaction, with its later edits and follow-ups.

    latency: the seconds until Discord accepted the first answer, None before. is_deferred: a deferred answer is still
    to come. is_private: the deferred answer is or was ephemeral. has_no_follow_ups: Discord accepted no more messages,
    so the newest one replaced the pressed message or an earlier answer.
    """

    def __init__(self, interaction: Interaction, pictures: Pictures, timer: Callable[[], float]) -> None:
        """Start counting the seconds until the first answer."""
        self.interaction = interaction
        self.latency: float | None = None
        self.is_deferred = self.is_private = self.has_no_follow_ups = False
        self._pictures = pictures
        self._timer = timer
        self._arrived = timer()

    def note_latency(self) -> None:
        """Note how long the first answer took."""
        if self.latency is None:
            self.latency = self._timer() - self._arrived

    async def _sent(self, request: Awaitable[T]) -> T | None:
        """Make a request; return None if Discord accepted it, but its confirmation can't be read. Raises AnswerHung."""
        try:
            return await request
        except UNREADABLE as error:
            if not self.interaction.response.is_done():  # discord.py couldn't read even the status
                raise AnswerHung(repr(error)) from error
            log.warning("could not read the confirmation of an answer to %d: %r", self.interaction.id, error)
            return None

    async def _files(self, draft: Draft) -> list[discord.File]:
        """Return the picture of a draft, if it is drawn in time for a first answer."""
        if draft.pictured is None:
            return []
        until = None if self.interaction.response.is_done() else self._arrived + deadlines.PICTURE.total_seconds()
        return files(draft, await self._pictures.board(draft, UserId(self.interaction.user.id), until))

    @_confirmed
    async def post(self, draft: Draft) -> MessageId:
        """Send a new public message, or a follow-up.

        If Discord accepts no more messages, replace the pressed message or the earlier answer.
        """
        try:
            return _id(await self._send(draft, await self._files(draft)))
        except discord.HTTPException as error:
            if error.code != NO_MORE_FOLLOW_UPS:
                raise
        edited = await self._edit(draft, await self._files(draft))
        self.has_no_follow_ups = True
        return _id(edited)

    async def _send(self, draft: Draft, attached: list[discord.File], *, private: bool = False) -> int | None:
        """Send the first answer or a follow-up; return its id, None if the confirmation can't be read."""
        response = self.interaction.response
        send = partial(self.interaction.followup.send, wait=True) if response.is_done() else response.send_message
        request = with_picture(attached, lambda files: send(**message_of(draft, files), ephemeral=private))
        sent = await self._sent(request)
        return sent.message_id if isinstance(sent, discord.InteractionCallbackResponse) else sent and sent.id

    @_confirmed
    async def show_privately(self, draft: Draft) -> None:
        """Send an ephemeral message: the first answer, the deferred answer if that is ephemeral, or a follow-up.

        If Discord accepts no more messages, replace the earlier answer, unless it has already shown something to
        others.
        """
        attached = await self._files(draft)
        if self.is_deferred and self.is_private:
            await self._edit(draft, attached)
            return
        if self.is_deferred:  # the answer is public if the deferral was
            await self.delete()
        try:
            await self._send(draft, attached, private=True)
        except discord.HTTPException as error:
            if error.code != NO_MORE_FOLLOW_UPS or not self._has_shown_nothing_publicly():
                raise
            await self._edit(draft, await self._files(draft))

    async def tell(self, sentence: str, *buttons: Button) -> None:
        """Send a sentence as an ephemeral message."""
        await self.show_privately(Draft(sentence, (buttons,) if buttons else ()))

    def _has_shown_nothing_publicly(self) -> bool:
        """Return whether the only answer so far is the acknowledgment of a press on an ephemeral message."""
        is_acknowledged = self.interaction.response.type is discord.InteractionResponseType.deferred_message_update
        return is_acknowledged and is_private(self.interaction.message)

    @_confirmed
    async def redraw(self, draft: Draft) -> None:
        """Edit the pressed message."""
        edit = self.interaction.response.edit_message
        await self._sent(with_picture(await self._files(draft), lambda files: edit(**edit_of(draft, files))))

    @_confirmed
    async def edit(
        self, draft: Draft, attached: list[discord.File] | None = None, follow_up: MessageId | None = None
    ) -> None:
        """Edit a follow-up, or by default the first answer, which sends it if it was deferred. Edits never ping.

        After an acknowledged press, the first answer is the pressed message.
        """
        attached = attached or await self._files(draft)
        if follow_up is None:
            await self._edit(draft, attached)
        else:
            edit = self.interaction.followup.edit_message
            await self._sent(with_picture(attached, lambda files: edit(follow_up, **edit_of(draft, files))))

    async def _edit(self, draft: Draft, attached: list[discord.File] | None = None) -> int | None:
        edit = self.interaction.edit_original_response
        message = await self._sent(with_picture(attached or [], lambda files: edit(**edit_of(draft, files))))
        self.is_deferred = False
        return message and message.id

    @_confirmed
    async def acknowledge(self) -> None:
        """Acknowledge a press whose result takes longer, or comes in another message."""
        await self._sent(self.interaction.response.defer())

    @_confirmed
    async def defer(self, *, private: bool = True) -> None:
        """Defer an answer that may take longer than Discord waits."""
        await self._sent(self.interaction.response.defer(ephemeral=private, thinking=True))
        self.is_deferred, self.is_private = True, private

    async def send_with_names(self, content: str, *, private: bool) -> None:
        """Send a message in which clients show names, but which pings nobody: only an edit can do both."""
        await self.defer(private=private)
        await self.edit(Draft(content))

    @_confirmed
    async def delete(self) -> None:
        """Delete the first answer. After that, a follow-up may be ephemeral."""
        await self.interaction.delete_original_response()
        self.is_deferred = False

    @_confirmed
    async def open_form(self, form: Form) -> None:
        """Open a form."""
        await self._sent(self.interaction.response.send_modal(modal(form)))

    @_confirmed
    async def offer_choices(self, choices: Sequence[Choice]) -> None:
        """Send the choices of an autocomplete."""
        await self._sent(self.interaction.response.autocomplete(choices))
