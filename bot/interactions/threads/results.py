"""What a channel is told of the games in its threads."""

import asyncio
import logging

import discord

from bot import deadlines
from bot.game.games import Game, Place
from bot.game.requests import Update
from bot.interactions.context import Services
from bot.interactions.sending import NOT_DELIVERED
from bot.messages import challenges
from bot.messages.translator import translator

log = logging.getLogger(__name__)


def post(services: Services, update: Update) -> None:
    """Tell the channel of a thread if an update has ended its game, as far as Discord lets the bot."""
    if update.before.result is None and update.game.result and update.game.place.parent is not None:
        services.tasks.start(_post(services, update.game, Place(update.game.place.parent, update.game.place.guild)))


async def _post(services: Services, game: Game, channel: Place) -> None:
    told = challenges.result(translator(game.locale), game)
    try:
        async with asyncio.timeout(deadlines.HANGING_ANSWER.total_seconds()):
            await services.find_channel(channel).send(told, allowed_mentions=discord.AllowedMentions.none())
    except NOT_DELIVERED as error:
        log.info("could not tell channel %d how game %d has ended: %s", channel.channel, game.id, error)
