"""How the bot answers: boards in place or in new messages, and what is for the one who asked alone."""

import asyncio
import io
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeAlias

import aiohttp
import discord
from discord.utils import MISSING

from bot.game.games import ChannelId, Game, GuildId, MessageId, Place, UserId
from bot.game.requests import Event, NewChallenge, Update
from bot.messages import descriptions, message, records, texts
from bot.messages.message import Button, Draft, Tone
from engine import Board

if TYPE_CHECKING:
    from bot.client import Client

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Client]"

EDITABLE = timedelta(minutes=55)  # past an hour Discord refuses many edits, error 30046
IN_SIGHT = timedelta(minutes=10)  # a board that rested longer has scrolled away, so the next one is posted anew
# discord.py lets a broken connection through as it is, and aiohttp gives up after five minutes.
LOST = (discord.HTTPException, aiohttp.ClientError, TimeoutError)
TAKEN_WITHIN = timedelta(seconds=6)  # past 3 s a first answer is void, and a later one that hangs so long is lost

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary,
    Tone.X: discord.ButtonStyle.primary,
    Tone.O: discord.ButtonStyle.danger,
    Tone.GOOD: discord.ButtonStyle.success,
    Tone.BAD: discord.ButtonStyle.danger,
}


class AnswerHung(TimeoutError):
    """Discord did not take an answer in time; whether it is shown is not known."""


@asynccontextmanager
async def bounded() -> AsyncGenerator[None]:
    """Give up an answer that hangs, with AnswerHung."""
    try:
        async with asyncio.timeout(TAKEN_WITHIN.total_seconds()):
            yield
    except TimeoutError as late:
        raise AnswerHung(f"not taken within {TAKEN_WITHIN.total_seconds():.0f} s") from late


def place(interaction: Interaction) -> Place:
    """Return where an interaction comes from."""
    assert interaction.channel_id is not None
    guild = interaction.guild_id
    return Place(ChannelId(interaction.channel_id), None if guild is None else GuildId(guild))


class Buttons(discord.ui.View):
    """The buttons of a message, as Discord takes them: objects for each would cost as much as drawing the board.

    The view is stopped, so discord.py keeps nothing of it in memory.
    """

    def __init__(self, shown: Draft) -> None:
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


def _pings(shown: Draft) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in shown.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


@bounded()
async def post(interaction: Interaction, shown: Draft) -> MessageId:
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


@bounded()
async def redraw(interaction: Interaction, shown: Draft, *, keep_picture: bool = False) -> None:
    """Answer by changing the message that was pressed; edits never ping."""
    attachments = MISSING if keep_picture else await files(shown)
    await interaction.response.edit_message(**_edited(shown), attachments=attachments)


def _edited(shown: Draft) -> dict[str, Any]:
    return {"content": shown.content, "view": Buttons(shown), "allowed_mentions": discord.AllowedMentions.none()}


async def files(shown: Draft) -> list[discord.File]:
    """Return the picture of a message, drawn off the loop."""
    game = shown.pictured
    if game is None:
        return []
    png = await asyncio.to_thread(_drawn, game.board)
    return [discord.File(io.BytesIO(png), "board.png", description=_described(game))]


def _drawn(board: Board) -> bytes:
    from bot.messages import picture  # noqa: PLC0415 - Pillow takes memory, and most boards are shown as text

    return picture.picture(board, picture.Theme.DARK)


def _described(game: Game) -> str:
    return descriptions.description(game.board, records.spoken(game))


async def show(interaction: Interaction, change: Update, *, pictured: bool = False) -> None:
    """Show a changed game: in place when its newest board was pressed and is in sight, else in a new message."""
    interaction.extras["saved"] = True
    shown = message.board(change, pictured=pictured)
    if interaction.message and _in_place(interaction, change):
        await redraw(interaction, shown)
        now = MessageId(interaction.message.id)
    else:
        now = await post(interaction, shown)
        await interaction.client.registry.board_sent(change.game, now)
        _strip(interaction, change.before.message)
    _withdraw(interaction, change)
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
            attached = await files(board)
            async with bounded():
                await interaction.edit_original_response(**_edited(board), attachments=attached)
        elif change.game.message:
            place = change.game.place
            channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
            old = channel.get_partial_message(change.game.message)
            await old.edit(**_edited(board), attachments=await files(board))
    except LOST as error:
        log.info("could not show the computer's move in message %s: %s", change.game.message, error)


def _in_place(interaction: Interaction, change: Update) -> bool:
    pressed = interaction.message
    if pressed is None or interaction.response.is_done() or pressed.id != change.before.message:
        return False
    now = interaction.created_at
    return now - pressed.created_at < EDITABLE and change.game.touched - change.before.touched < IN_SIGHT


async def show_offer(interaction: Interaction, offered: NewChallenge) -> None:
    """Show a new challenge, and close the message of the one that it replaces."""
    interaction.extras["saved"] = True
    new = await post(interaction, message.challenge(offered.challenge))
    await interaction.client.lobby.challenge_sent(offered.challenge, new)
    if offered.replaced and offered.replaced.message:
        await _edit(interaction, offered.replaced.message, message.challenge(offered.replaced))


async def ask_undo(interaction: Interaction, change: Update) -> None:
    """Put the question to the opponent in a message of its own."""
    interaction.extras["saved"] = True
    request = change.game.request
    assert request is not None
    asked = next(human for human in change.game.humans if human != request.by)
    new = await post(interaction, message.undo_request(change.game, request.by, asked))
    await interaction.client.registry.request_sent(change.game, new)


@bounded()
async def ask(interaction: Interaction, shown: Draft) -> None:
    """Ask back, the one who asked alone."""
    await interaction.response.send_message(
        shown.content, view=Buttons(shown), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
    )


@bounded()
async def tell(interaction: Interaction, sentence: str) -> None:
    """Answer the one who asked, and nobody else."""
    mentions = discord.AllowedMentions.none()
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True, allowed_mentions=mentions)
    else:
        await interaction.response.send_message(sentence, ephemeral=True, allowed_mentions=mentions)


async def replay(interaction: Interaction, game: Game) -> None:
    """Answer with the moves of a game, as text and as an animated picture, to the one who asked."""
    async with bounded():
        await interaction.response.defer(ephemeral=True, thinking=True)  # drawing may take longer than Discord waits
    gif = await interaction.client.replays.draw(game.board, UserId(interaction.user.id))
    attached = [discord.File(io.BytesIO(gif), "replay.gif", description=_described(game))]
    moves = descriptions.moves_text(game.board)
    text = f"{records.replay(game)}\n```\n{moves}\n```"
    if len(text) > message.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = records.replay(game)
    async with bounded():
        await interaction.followup.send(
            text, files=attached, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
        )


def _strip(interaction: Interaction, old: MessageId | None) -> None:
    """Begin to take the buttons from the board that was replaced, and from a pressed one that was left as it was."""
    pressed = interaction.message
    untouched = interaction.response.type is discord.InteractionResponseType.channel_message
    stale = {old, MessageId(pressed.id) if pressed and untouched else None} - {None}
    client = interaction.client
    if stale and client.tidying.begin(place(interaction).channel):
        client.own(asyncio.create_task(_take_buttons(interaction, stale)))


async def _take_buttons(interaction: Interaction, stale: set[MessageId | None]) -> None:
    try:
        for message_id in stale:
            await _edit(interaction, message_id, None)
    finally:
        interaction.client.tidying.end(place(interaction).channel)


def _withdraw(interaction: Interaction, change: Update) -> None:
    """Begin to close the question that a change has answered."""
    request = change.before.request
    if request and request.message and change.event is not Event.UNDO_ALLOWED and not change.game.request:
        closing = _edit(interaction, request.message, Draft(texts.UNDO_WITHDRAWN))
        interaction.client.own(asyncio.create_task(closing))


async def _edit(interaction: Interaction, message_id: MessageId | None, shown: Draft | None) -> None:
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
