"""What the bot works with by itself, where nothing may be sent to a channel and no picture drawn."""

from collections.abc import Callable
from typing import Any

from bot.core import Core
from bot.game.games import MessageId, Place
from bot.interactions.background import EditLimit, OldMessages, Tasks
from bot.interactions.pictures import Pictures
from bot.interactions.requests import Services
from bot.messages.pictures import Order
from tests.people import Clock


def services_of(process: Core, clock: Clock, find_message: Callable[[Place, MessageId], Any]) -> Services:
    """Return services that find messages so."""

    async def draw(_: Order) -> bytes:
        raise AssertionError

    def find_channel(_: Place) -> Any:
        raise AssertionError

    tasks, seconds = Tasks(), lambda: clock().timestamp()
    old_messages = OldMessages(find_message, tasks, EditLimit(seconds))
    return Services(process, Pictures(draw, seconds), old_messages, tasks, find_channel, find_message, lambda _: {})
