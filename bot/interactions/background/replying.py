"""The computer tries again to move where the database or a busy channel did not let it."""

import logging

from bot.game.errors import GameError
from bot.game.requests import Event, Target, Update
from bot.interactions import redrawing
from bot.interactions.context import Services, Unmoved
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)


def start(services: Services) -> None:
    """Have the computer move wherever it could not."""
    while services.unmoved:
        _, unmoved = services.unmoved.popitem()
        services.tasks.start(_try_again(services, unmoved))


async def _try_again(services: Services, unmoved: Unmoved) -> None:
    """Let the computer move; if its move was saved after all and nobody has acted since, show that."""
    game, answer = unmoved
    try:
        now = (await services.core.registry.look(Target(game.place.channel), game.humans[0])).game
        if (now.id, now.interaction) == (game.id, game.interaction) and now.moves > game.moves:
            await redrawing.redraw(services, Update(game, now, Event.PLAYED, game.humans[0]), answer)
            return
    except (StoreFailed, GameError) as failed:
        log.info("could not look at game %d: %r", game.id, failed)
    await redrawing.let_computer_move(services, game, answer)
