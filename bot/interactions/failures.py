"""What went wrong, answered once, to the one who asked alone: the one handler of refusals, outages and bugs."""

import logging
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import discord
from discord import app_commands

from bot.game.errors import ComputerThinking, GameError, OutOfDate
from bot.interactions.answers import LOST, AnswerHung, Interaction, tell
from bot.messages import refusals
from bot.metrics import InteractionResult
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)

NOT_WAITED_FOR = {10015, 10062, 40060, 50027}  # the token ran out, or it was answered and only the receipt got lost
UNKNOWN = (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch, app_commands.TransformerError)


async def fail(interaction: Interaction, error: Exception) -> None:
    """Answer what went wrong: a refusal in its own sentence, a bug with a reference that the log has, too."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, UNKNOWN):
        error = OutOfDate()
    if isinstance(error, AnswerHung) or (isinstance(error, discord.HTTPException) and error.code in NOT_WAITED_FOR):
        log.warning("nobody waits for the answer to interaction %s any more: %s", interaction.id, error)
        interaction.extras["result"] = InteractionResult.LOST
        return
    interaction.extras["result"] = (
        InteractionResult.REFUSED if isinstance(error, GameError) else InteractionResult.FAILED
    )
    sentence = refusals.refusal(error) if isinstance(error, GameError) else _failure(interaction, error)
    try:
        await tell(interaction, sentence)
    except LOST as lost:
        log.warning("could not answer interaction %s: %s", interaction.id, lost)
        interaction.extras["result"] = InteractionResult.LOST
    if isinstance(error, ComputerThinking):  # or it did when the bot was stopped
        await interaction.client.resume(error.game)


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
        yield
    except Exception as error:  # noqa: BLE001 - the one handler of all bugs
        await fail(interaction, error)
