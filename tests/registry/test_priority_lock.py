"""PriorityLock: one at a time, by rank and then by arrival."""

import asyncio
from datetime import timedelta

import pytest

from bot.game.errors import CoachBusy
from bot.registry.coach import MAX_WAITING, PriorityLock


async def test_the_lowest_rank_goes_first_then_the_earliest() -> None:
    lock, had = PriorityLock(), list[str]()
    holding, done = asyncio.Event(), asyncio.Event()

    async def have(name: str, rank: int) -> None:
        async with lock.held(rank):
            had.append(name)
            holding.set()
            await done.wait()

    first = asyncio.create_task(have("first", 1))
    await holding.wait()
    others = [asyncio.create_task(have(name, rank)) for name, rank in (("b", 1), ("a", 0), ("c", 1), ("d", 0))]
    await asyncio.sleep(0)
    done.set()
    await asyncio.gather(first, *others)
    assert had == ["first", "a", "d", "b", "c"]


async def test_a_task_that_gives_up_is_skipped() -> None:
    lock = PriorityLock()
    async with lock.held(0):
        with pytest.raises(TimeoutError):
            async with lock.held(0, timedelta(milliseconds=1)):
                pytest.fail("another task has the lock")
        cancelled = asyncio.create_task(lock.held(0).__aenter__())
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.wait({cancelled})
    async with lock.held(0, timedelta(seconds=1)):
        pass


async def test_the_turn_of_a_cancelled_task_passes_on() -> None:
    lock, had = PriorityLock(), list[str]()

    async def have(name: str) -> None:
        async with lock.held(0):
            had.append(name)

    async with lock.held(0):
        waiting = [asyncio.create_task(have(name)) for name in ("a", "b")]
        await asyncio.sleep(0)
    waiting[0].cancel()  # it has just been called
    await asyncio.wait(waiting)
    assert had == ["b"]
    async with lock.held(0, timedelta(seconds=1)):
        pass


async def test_the_turn_of_a_timed_out_task_passes_on() -> None:
    lock = PriorityLock()
    async with lock.held(0):
        waiting = asyncio.create_task(lock.held(0, timedelta(0)).__aenter__())
        await asyncio.sleep(0)  # now it waits, and its time is over as soon as it is called
    with pytest.raises(TimeoutError):
        await waiting
    async with lock.held(0, timedelta(seconds=1)):
        pass


async def test_too_many_waiting_tasks_are_refused_but_a_lower_rank_is_not() -> None:
    lock = PriorityLock()
    async with lock.held(0), asyncio.TaskGroup() as group:
        reviews = [group.create_task(lock.held(1).__aenter__()) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(CoachBusy):
            await lock.held(1).__aenter__()
        hint = asyncio.create_task(lock.held(0).__aenter__())
        await asyncio.sleep(0)
        assert not hint.done()
        for waiting in (*reviews, hint):
            waiting.cancel()
        await asyncio.wait((*reviews, hint))
        later = group.create_task(lock.held(1).__aenter__())  # those who gave up make room
        await asyncio.sleep(0)
        assert not later.done()
        later.cancel()
