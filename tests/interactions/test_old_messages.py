"""Which old messages lose their buttons."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.tasks import EditLimit, OldMessages, Tasks
from tests.interactions.services import Edit, Message
from tests.people import Clock

HERE, THERE = ChannelId(1), ChannelId(2)


def limited(clock: Clock, **limits: int) -> EditLimit:
    return EditLimit(lambda: clock().timestamp(), **limits)


def test_each_channel_has_one_edit_at_a_time(clock: Clock) -> None:
    limit = limited(clock)
    assert [limit.claim(HERE), limit.claim(HERE), limit.claim(THERE)] == [True, False, True]
    limit.release(HERE)
    assert limit.claim(HERE)


@pytest.mark.parametrize(("after", "allowed"), [(0.1, 0), (0.5, 1), (0.7, 2), (60.0, 3)])
def test_edits_are_limited_per_second(clock: Clock, after: float, allowed: int) -> None:
    limit = limited(clock, per_second=3)
    channels = [ChannelId(number) for number in range(10)]
    assert [limit.claim(channel) for channel in channels[:4]] == [True, True, True, False]
    clock.advance(seconds=after)
    assert sum(limit.claim(channel) for channel in channels[4:]) == allowed


def test_a_refused_edit_does_not_count(clock: Clock) -> None:
    limit = limited(clock, per_second=2)
    limit.claim(HERE)
    limit.claim(HERE)
    assert limit.claim(THERE)


@pytest.mark.parametrize(("requests", "is_tidied"), [(2, True), (3, False)])
async def test_old_boards_are_tidied_only_while_few_users_wait(clock: Clock, requests: int, is_tidied: bool) -> None:
    old, drawn, edits = MessageId(7), list[str](), list[Edit]()

    def find(_: Place, message: MessageId) -> Any:
        return Message(message, edits)

    async def draw() -> str:
        drawn.append("It moved down.")
        return drawn[-1]

    tasks, answered = Tasks(), asyncio.Event()
    for _ in range(requests):
        tasks.start(answered.wait())
    OldMessages(find, tasks, limited(clock), few=2).remove_buttons(Place(HERE), {old: draw})
    answered.set()
    assert await tasks.finish(timedelta(minutes=1)) == 0
    assert edits == [(old, text, None) for text in drawn]
    assert bool(drawn) == is_tidied
