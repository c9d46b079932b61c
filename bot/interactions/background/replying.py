"""The computer tries again to move where the database or a busy channel did not let it."""

from bot.interactions import redrawing
from bot.interactions.context import Services


def start(services: Services) -> None:
    """Have the computer move wherever it could not; a move that was saved after all is shown."""
    while services.unmoved:
        _, (game, answer) = services.unmoved.popitem()
        services.tasks.start(redrawing.let_computer_move(services, game, answer))
