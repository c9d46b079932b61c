"""One answer to an interaction: a new message, a changed one, or an ephemeral one."""

import asyncio
import io
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

import aiohttp
import discord
from discord.utils import MISSING

from bot import deadlines
from bot.game.games import Game, MessageId
from bot.interactions.payloads import Buttons, edited, files, modal, pings, said
from bot.messages import export, message, records, spoken
from bot.messages.export import File
from bot.messages.forms import Button, Form
from bot.messages.message import Draft
from bot.messages.translator import Translator

P = ParamSpec("P")
T = TypeVar("T")
Interaction: TypeAlias = discord.Interaction[discord.Client]
Answer: TypeAlias = Callable[Concatenate[Interaction, P], Coroutine[Any, Any, T]]

_WHEN_ANSWERED, _DRAW, _IS_REPLACED = "when_answered", "draw", "is_replaced"
NO_MORE_FOLLOW_UPS = 40094  # where only a user has installed the bot, after five of them

# discord.py raises a broken connection as it is, and aiohttp gives up after five minutes.
NOT_DELIVERED = (discord.HTTPException, aiohttp.ClientError, TimeoutError)


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


def is_replaced(interaction: Interaction) -> bool:
    """Return whether what was posted last has taken the place of the message that was pressed, or of the answer."""
    return _IS_REPLACED in interaction.extras


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


def is_private(pressed: discord.Message | None) -> bool:
    """Return whether only one person sees a message."""
    return pressed is not None and pressed.flags.ephemeral


@bounded
async def post(interaction: Interaction, draft: Draft) -> MessageId:
    """Answer with a new public message, or add one to an earlier answer.

    Where Discord takes no more of them, the message that was pressed or the earlier answer becomes it.
    """
    attached = await _files(interaction, draft)
    content = said(draft, attached)
    if interaction.response.is_done():
        try:
            sent = await interaction.followup.send(
                content, view=Buttons(draft), files=attached, allowed_mentions=pings(draft), wait=True
            )
        except discord.HTTPException as error:
            if error.code != NO_MORE_FOLLOW_UPS:
                raise
            sent = await interaction.edit_original_response(**edited(draft, await _files(interaction, draft)))
            interaction.extras[_IS_REPLACED] = True
        return MessageId(sent.id)
    response = await interaction.response.send_message(
        content, view=Buttons(draft), files=attached, allowed_mentions=pings(draft)
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
async def redraw_follow_up(interaction: Interaction, sent: MessageId, draft: Draft) -> None:
    """Change a message that followed the first answer to an interaction."""
    await interaction.followup.edit_message(sent, **edited(draft, await _files(interaction, draft)))


@bounded
async def take_back(interaction: Interaction) -> None:
    """Delete the first answer to an interaction, as if there had been none; what follows may be ephemeral."""
    await interaction.delete_original_response()


@bounded
async def acknowledge(interaction: Interaction) -> None:
    """Answer a press without a change: what it brings takes longer, or follows in messages of its own."""
    await interaction.response.defer()


async def _files(interaction: Interaction, draft: Draft) -> list[discord.File]:
    return files(draft, await interaction.extras[_DRAW](draft)) if draft.pictured else []


@bounded
async def show_privately(interaction: Interaction, draft: Draft) -> None:
    """Answer with an ephemeral message that has buttons."""
    await interaction.response.send_message(
        draft.content, view=Buttons(draft), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


@bounded
async def tell(interaction: Interaction, sentence: str, *buttons: Button) -> None:
    """Answer with an ephemeral message, or add one to an earlier answer.

    Where Discord takes no more of them, the earlier answer becomes it, if that has shown nothing yet to anybody else.
    """
    draft = Draft(sentence, (buttons,) if buttons else ())
    view: discord.ui.View = Buttons(draft) if buttons else MISSING
    mentions = discord.AllowedMentions.none()
    if not interaction.response.is_done():
        await interaction.response.send_message(sentence, view=view, ephemeral=True, allowed_mentions=mentions)
        return
    try:
        await interaction.followup.send(sentence, view=view, ephemeral=True, allowed_mentions=mentions)
    except discord.HTTPException as error:
        if error.code != NO_MORE_FOLLOW_UPS or not _has_shown_nothing(interaction):
            raise
        await interaction.edit_original_response(**edited(draft, []))


def _has_shown_nothing(interaction: Interaction) -> bool:
    """Return whether an answer was only announced, or the press on a message that one person sees acknowledged."""
    kind = discord.InteractionResponseType
    is_acknowledged = interaction.response.type is kind.deferred_message_update
    return interaction.response.type is kind.deferred_channel_message or (
        is_acknowledged and is_private(interaction.message)
    )


@bounded
async def offer_nothing(interaction: Interaction) -> None:
    """Answer an autocomplete without choices."""
    await interaction.response.autocomplete([])


@bounded
async def open_form(interaction: Interaction, form: Form) -> None:
    """Answer with a form."""
    await interaction.response.send_modal(modal(form))


@bounded
async def defer(interaction: Interaction, *, private: bool = True) -> None:
    """Announce an answer that may take longer than Discord waits for the first one."""
    await interaction.response.defer(ephemeral=private, thinking=True)


@bounded
async def send_export(interaction: Interaction, tr: Translator, file: File) -> None:
    """Answer a deferred interaction with the file of everything that is kept of the user."""
    attached = discord.File(io.BytesIO(file.content), file.name)
    await interaction.followup.send(export.exported(tr), file=attached, ephemeral=True)


@bounded
async def send_replay(interaction: Interaction, tr: Translator, game: Game, gif: bytes, *, private: bool) -> None:
    """Answer a deferred interaction with the moves of a game, as text and as an animated picture."""
    described = spoken.replayed(tr, game.board, records.spoken(tr, game), swapped=bool(game.swapped))
    attached = [discord.File(io.BytesIO(gif), "replay.gif", description=described)]
    moves = spoken.moves_text(game.board, swapped=bool(game.swapped))
    text = f"{records.replay(tr, game)}\n" + (f"```\n{moves}\n```" if moves else records.unmoved(tr))
    if len(text) > message.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = records.replay(tr, game)
    mentions = discord.AllowedMentions.none()
    await interaction.followup.send(text, files=attached, ephemeral=private, allowed_mentions=mentions)
