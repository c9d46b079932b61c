"""How the bot answers: every interaction exactly once, refusals and failures to the one who asked alone."""

import asyncio
import io
import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.utils import MISSING

from bot import boasts, message, refusals, texts
from bot.errors import ComputerThinking, GameError, OutOfDate
from bot.games import ChannelId, Game, GuildId, MessageId, Place
from bot.message import Button, Shown, Tone
from bot.metrics import Result
from bot.requests import Change, Event, Offered
from bot.storage import StoreFailed

if TYPE_CHECKING:
    from bot.client import Client

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Client]"

EDITABLE = timedelta(minutes=55)  # past an hour Discord refuses many edits, error 30046
IN_SIGHT = timedelta(minutes=10)  # a board that rested longer has scrolled away, so the next one is posted anew
NOT_WAITED_FOR = {10015, 10062, 40060, 50027}  # the token ran out, or it was answered and only the receipt got lost
LOST = (discord.HTTPException, aiohttp.ClientError)  # discord.py lets a broken connection through as it is

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.X: discord.ButtonStyle.primary,
    Tone.O: discord.ButtonStyle.danger,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.BAD: discord.ButtonStyle.danger,
}


def place(interaction: Interaction) -> Place:
    """Return where an interaction comes from."""
    assert interaction.channel_id is not None
    guild = interaction.guild_id
    return Place(ChannelId(interaction.channel_id), None if guild is None else GuildId(guild))


class Buttons(discord.ui.View):
    """The buttons of a message, as Discord takes them: objects for each would cost as much as drawing the board.

    The view is stopped, so discord.py keeps nothing of it in memory.
    """

    def __init__(self, shown: Shown) -> None:
        super().__init__(timeout=None)
        self._components = [{"type": 1, "components": [_component(button) for button in row]} for row in shown.rows]
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows: components/reference.mdx, Action Row."""
        return self._components


def _component(button: Button) -> dict[str, Any]:
    style = STYLES[button.tone].value
    return {
        "type": 2,
        "style": style,
        "label": button.label,
        "custom_id": button.custom_id,
        "disabled": button.disabled,
    }


def _pings(shown: Shown) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in shown.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


async def post(interaction: Interaction, shown: Shown) -> MessageId:
    """Answer with a new public message, or add one to the answer given before."""
    if interaction.response.is_done():
        sent = await interaction.followup.send(
            shown.content, view=Buttons(shown), files=await files(shown), allowed_mentions=_pings(shown), wait=True
        )
        return MessageId(sent.id)
    response = await interaction.response.send_message(
        shown.content, view=Buttons(shown), files=await files(shown), allowed_mentions=_pings(shown)
    )
    assert response.message_id is not None
    return MessageId(response.message_id)


async def redraw(interaction: Interaction, shown: Shown, *, keep_picture: bool = False) -> None:
    """Answer by changing the message that was pressed; edits never ping."""
    attachments = MISSING if keep_picture else await files(shown)
    await interaction.response.edit_message(**_edited(shown), attachments=attachments)


def _edited(shown: Shown) -> dict[str, Any]:
    return {"content": shown.content, "view": Buttons(shown), "allowed_mentions": discord.AllowedMentions.none()}


async def files(shown: Shown) -> list[discord.File]:
    """Return the picture of a message, drawn off the loop."""
    game = shown.pictured
    if game is None:
        return []
    png, description = await asyncio.to_thread(_drawn, game)
    return [discord.File(io.BytesIO(png), "board.png", description=description)]


def _drawn(game: Game) -> tuple[bytes, str]:
    from bot import picture  # noqa: PLC0415 - Pillow takes memory, and most boards are shown as text

    return picture.picture(game.board, picture.Theme.DARK), picture.description(game.board, boasts.spoken(game))


async def show(interaction: Interaction, change: Change, *, pictured: bool = False) -> None:
    """Show a changed game: in place when its newest board was pressed and is in sight, else in a new message."""
    interaction.extras["saved"] = True
    shown = message.board(change, pictured=pictured)
    if interaction.message and _in_place(interaction, change):
        await redraw(interaction, shown)
        now = MessageId(interaction.message.id)
    else:
        now = await post(interaction, shown)
        await interaction.client.registry.shown(change.game, now)
        _strip(interaction, change.before.message)
    await _withdraw(interaction, change)
    await resume(interaction.client, change.game, interaction, now)


async def resume(
    client: "Client", game: Game, interaction: "Interaction | None" = None, shown: MessageId | None = None
) -> None:
    """Let the computer move if it is its turn, and then redraw the newest board.

    That is by the interaction that showed it, which needs no permission, or else as far as Discord lets us.
    """
    change = await client.registry.reply(game)
    if change is None:
        return
    board = message.board(change)
    try:
        if interaction and shown == change.game.message:
            await interaction.edit_original_response(**_edited(board), attachments=await files(board))
        elif change.game.message:
            place = change.game.place
            channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
            old = channel.get_partial_message(change.game.message)
            await old.edit(**_edited(board), attachments=await files(board))
    except LOST as error:
        log.info("could not show the computer's move in message %s: %s", change.game.message, error)


def _in_place(interaction: Interaction, change: Change) -> bool:
    pressed = interaction.message
    if pressed is None or interaction.response.is_done() or pressed.id != change.before.message:
        return False
    now = interaction.created_at
    return now - pressed.created_at < EDITABLE and change.game.touched - change.before.touched < IN_SIGHT


async def show_offer(interaction: Interaction, offered: Offered) -> None:
    """Show a new challenge, and close the message of the one that it replaces."""
    interaction.extras["saved"] = True
    new = await post(interaction, message.challenge(offered.challenge))
    await interaction.client.registry.challenge_shown(offered.challenge, new)
    if offered.replaced and offered.replaced.message:
        await _edit(interaction, offered.replaced.message, message.challenge(offered.replaced))


async def ask_undo(interaction: Interaction, change: Change) -> None:
    """Put the question to the opponent in a message of its own."""
    interaction.extras["saved"] = True
    request = change.game.request
    assert request is not None
    asked = next(human for human in change.game.humans if human != request.by)
    new = await post(interaction, message.undo_request(change.game, request.by, asked))
    await interaction.client.registry.request_shown(change.game, new)


async def ask(interaction: Interaction, shown: Shown) -> None:
    """Ask back, the one who asked alone."""
    await interaction.response.send_message(
        shown.content, view=Buttons(shown), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


async def tell(interaction: Interaction, sentence: str) -> None:
    """Answer the one who asked, and nobody else."""
    mentions = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=mentions)
    else:
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=mentions)


async def replay(interaction: Interaction, game: Game) -> None:
    """Answer with the moves of a game, as text and as an animated picture, to the one who asked."""
    await interaction.response.defer(ephemeral=True, thinking=True)  # drawing may take longer than Discord waits
    gif, description, moves = await asyncio.to_thread(_replayed, game)
    attached = [discord.File(io.BytesIO(gif), "replay.gif", description=description)]
    text = f"{boasts.replay(game)}\n```\n{moves}\n```"
    if len(text) > message.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = boasts.replay(game)
    await interaction.followup.send(
        text, files=attached, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


def _replayed(game: Game) -> tuple[bytes, str, str]:
    from bot import picture  # noqa: PLC0415 - see _drawn

    board = game.board
    description = picture.description(board, boasts.spoken(game))
    return picture.replay(board, picture.Theme.DARK), description, picture.moves_text(board)


async def fail(interaction: Interaction, error: Exception) -> None:
    """Answer what went wrong: a refusal in its own sentence, a bug with a reference that the log has, too."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        error = OutOfDate()
    if isinstance(error, discord.HTTPException) and error.code in NOT_WAITED_FOR:
        log.warning("nobody waits for the answer to interaction %s any more: %s", interaction.id, error)
        interaction.extras["result"] = Result.LOST
        return
    interaction.extras["result"] = Result.REFUSED if isinstance(error, GameError) else Result.FAILED
    sentence = refusals.refusal(error) if isinstance(error, GameError) else _failure(interaction, error)
    try:
        await tell(interaction, sentence)
    except LOST as lost:
        log.warning("could not answer interaction %s: %s", interaction.id, lost)
        interaction.extras["result"] = Result.LOST
    if isinstance(error, ComputerThinking):  # or it did when the bot was stopped
        await resume(interaction.client, error.game)


def _failure(interaction: Interaction, error: Exception) -> str:
    """Log what is not the user's doing, and return the sentence with the reference to it."""
    reference, saved = secrets.token_hex(4), "saved" in interaction.extras
    if isinstance(error, StoreFailed):
        log.error("the database failed, reference %s: %s", reference, error, extra={"reference": reference})
        return refusals.no_database(reference, saved=saved, unchanged=error.unchanged)
    log.error("interaction failed, reference %s", reference, exc_info=error, extra={"reference": reference})
    return refusals.broken(reference, saved=saved)


@asynccontextmanager
async def answering(interaction: Interaction) -> AsyncGenerator[None]:
    """Answer whatever goes wrong within."""
    interaction.client.watch.begin(interaction)
    try:
        interaction.client.begin()
        yield
    except Exception as error:  # noqa: BLE001 - the one handler of all bugs
        await fail(interaction, error)


def _strip(interaction: Interaction, old: MessageId | None) -> None:
    """Begin to take the buttons from the board that was replaced, and from a pressed one that was left as it was."""
    pressed = interaction.message
    untouched = interaction.response.type is discord.InteractionResponseType.channel_message
    stale = {old, MessageId(pressed.id) if pressed and untouched else None} - {None}
    client = interaction.client
    if stale and client.tidying.begin(place(interaction).channel):
        client.own(asyncio.create_task(_take_buttons(interaction, stale)))


async def _take_buttons(interaction: Interaction, stale: set[MessageId | None]) -> None:
    for message_id in stale:
        await _edit(interaction, message_id, None)
    interaction.client.tidying.end(place(interaction).channel)


async def _withdraw(interaction: Interaction, change: Change) -> None:
    request = change.before.request
    if request and request.message and change.event is not Event.UNDO_ALLOWED and not change.game.request:
        await _edit(interaction, request.message, Shown(texts.UNDO_WITHDRAWN))


async def _edit(interaction: Interaction, message_id: MessageId | None, shown: Shown | None) -> None:
    """Change an older message, as far as Discord lets us: nothing depends on it."""
    if message_id is None:
        return
    channel = interaction.client.get_partial_messageable(interaction.channel_id or 0, guild_id=interaction.guild_id)
    old = channel.get_partial_message(message_id)
    try:
        if shown is None:
            await old.edit(view=None)
        else:
            await old.edit(content=shown.content, view=None, allowed_mentions=discord.AllowedMentions.none())
    except LOST as error:
        log.debug("could not tidy message %s: %s", message_id, error)
