"""A hint, for whoever is to move alone."""

from bot.interactions import sending
from bot.interactions.context import Request
from bot.messages import coach


async def send(request: Request) -> None:
    """Answer with a hint."""
    services = request.services
    game = await services.core.coach.check_hint(request.current_game, request.user)
    await sending.defer(request.interaction)
    found = await services.core.coach.hint(game)
    request.saved = True
    await sending.tell(request.interaction, coach.hint(request.tr, game, found))
