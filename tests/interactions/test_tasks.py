"""Background tasks, and the old messages that lose their buttons."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.tasks import OldMessages, Tasks
from bot.messages.drafts import Draft
from tests.interactions.services import Edit, Message

LONG = timedelta(seconds=10)


async def test_finish_also_waits_for_tasks_started_meanwhile() -> None:
    tasks, order, go = Tasks(), list[str](), asyncio.Event()

    async def second() -> None:
        order.append("second")

    async def first() -> None:
        await go.wait()
        tasks.start(second())
        order.append("first")

    tasks.start(first())
    finishing = asyncio.create_task(tasks.finish(LONG))
    await asyncio.sleep(0)
    assert not finishing.done()
    go.set()
    assert await finishing == 0
    assert order == ["first", "second"]


async def test_late_tasks_are_canceled_and_counted() -> None:
    tasks, ends = Tasks(), list[int]()

    async def hangs(number: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ends.append(number)

    for number in range(3):
        tasks.start(hangs(number))
    await asyncio.sleep(0)
    assert await tasks.finish(timedelta()) == 3
    assert sorted(ends) == [0, 1, 2]
    assert len(tasks) == 0


async def test_a_failed_task_does_not_disturb_the_end() -> None:
    tasks = Tasks()

    async def fails() -> None:
        raise ZeroDivisionError

    task = asyncio.create_task(fails())
    tasks.adopt(task)
    assert await tasks.finish(LONG) == 0
    assert isinstance(task.exception(), ZeroDivisionError)


@pytest.mark.parametrize(("requests", "is_tidied"), [(2, True), (3, False)])
async def test_old_boards_are_tidied_only_while_few_users_wait(requests: int, is_tidied: bool) -> None:
    old, texts, edits = MessageId(7), list[str](), list[Edit]()

    def find(_: Place, message: MessageId) -> Any:
        return Message(message, edits)

    async def draw() -> Draft:
        texts.append("It moved down.")
        return Draft(texts[-1])

    tasks, end = Tasks(), asyncio.Event()
    for _ in range(requests):
        tasks.start(end.wait())
    OldMessages(find, tasks, few=2).remove_buttons(Place(ChannelId(1)), {old: draw})
    end.set()
    assert await tasks.finish(timedelta(minutes=1)) == 0
    assert edits == [(old, text, None) for text in texts]
    assert bool(texts) == is_tidied
