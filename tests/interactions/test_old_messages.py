"""Which old messages lose their buttons."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.tasks import OldMessages, Tasks
from tests.interactions.services import Edit, Message


@pytest.mark.parametrize(("requests", "is_tidied"), [(2, True), (3, False)])
async def test_old_boards_are_tidied_only_while_few_users_wait(requests: int, is_tidied: bool) -> None:
    old, drawn, edits = MessageId(7), list[str](), list[Edit]()

    def find(_: Place, message: MessageId) -> Any:
        return Message(message, edits)

    async def draw() -> str:
        drawn.append("It moved down.")
        return drawn[-1]

    tasks, answered = Tasks(), asyncio.Event()
    for _ in range(requests):
        tasks.start(answered.wait())
    OldMessages(find, tasks, few=2).remove_buttons(Place(ChannelId(1)), {old: draw})
    answered.set()
    assert await tasks.finish(timedelta(minutes=1)) == 0
    assert edits == [(old, text, None) for text in drawn]
    assert bool(drawn) == is_tidied
