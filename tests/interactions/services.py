"""Services for background work, where nothing is sent to a channel and no picture is drawn."""

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.core import Core
from bot.game.games import MessageId, Place
from bot.interactions.pictures import Pictures
from bot.interactions.requests import Services
from bot.interactions.tasks import OldMessages, Tasks
from bot.messages.pictures import Order
from tests.people import Clock


class Edit(NamedTuple):
    """The new content and buttons of a message."""

    message: MessageId
    content: str
    view: Any


class Message:
    """A message that records its edits in a list."""

    def __init__(self, number: MessageId, edits: list[Edit]) -> None:
        self._number = number
        self._edits = edits

    async def edit(self, *, content: str, view: object, allowed_mentions: object, attachments: object = ()) -> None:
        self._edits.append(Edit(self._number, content, view))


def nothing(_: Place, __: MessageId | None = None) -> Any:
    raise AssertionError


def services_of(process: Core, clock: Clock, find_message: Callable[[Place, MessageId], Any] = nothing) -> Services:
    """Return services that find messages with a function."""

    async def draw(_: Order) -> bytes:
        raise AssertionError

    tasks, seconds = Tasks(), lambda: clock().timestamp()
    old_messages = OldMessages(find_message, tasks)
    return Services(process, Pictures(draw, seconds), old_messages, tasks, nothing, find_message, lambda _: {})
