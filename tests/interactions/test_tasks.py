"""Background tasks finish before the bot closes."""

import asyncio
from datetime import timedelta

from bot.interactions.tasks import Tasks

LONG = timedelta(seconds=10)


async def test_finish_also_waits_for_tasks_started_meanwhile() -> None:
    tasks, done, go = Tasks(), list[str](), asyncio.Event()

    async def second() -> None:
        done.append("second")

    async def first() -> None:
        await go.wait()
        tasks.start(second())
        done.append("first")

    tasks.start(first())
    finishing = asyncio.create_task(tasks.finish(LONG))
    await asyncio.sleep(0)
    assert not finishing.done()
    go.set()
    assert await finishing == 0
    assert done == ["first", "second"]


async def test_late_tasks_are_canceled_and_counted() -> None:
    tasks, cut_off = Tasks(), list[int]()

    async def hangs(number: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cut_off.append(number)

    for number in range(3):
        tasks.start(hangs(number))
    await asyncio.sleep(0)
    assert await tasks.finish(timedelta()) == 3
    assert sorted(cut_off) == [0, 1, 2]
    assert len(tasks) == 0


async def test_a_failed_task_does_not_disturb_the_end() -> None:
    tasks = Tasks()

    async def fails() -> None:
        raise ZeroDivisionError

    task = asyncio.create_task(fails())
    tasks.adopt(task)
    assert await tasks.finish(LONG) == 0
    assert isinstance(task.exception(), ZeroDivisionError)
