"""The clockwork: parts run on time, and none stops another."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import timedelta

import pytest

from bot.clockwork import OUTAGE, Clockwork, Part, SomeFailed, for_each
from bot.database.errors import StoreFailed, StoreLost

DOWN = StoreFailed("disk full", unchanged=True)
LOST = StoreLost("removed", unchanged=True)
NAME = "do it"


class Work:
    """Work that counts its runs, and fails or takes long on request."""

    def __init__(self) -> None:
        self.runs = 0
        self.error: Exception | None = None
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def __call__(self) -> None:
        self.runs += 1
        await self.may_end.wait()
        if self.error:
            raise self.error.with_traceback(None)


class Seconds:
    """A timer that tests set."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def work() -> Work:
    return Work()


@pytest.fixture
def timer() -> Seconds:
    return Seconds()


def clockwork_of(*parts: Part, timer: Callable[[], float] = lambda: 0.0) -> Clockwork:
    return Clockwork(parts, asyncio.create_task, timedelta(milliseconds=1), timer)


async def tick(clockwork: Clockwork, times: int = 1) -> None:
    for _ in range(times):
        await asyncio.gather(*clockwork.start_due())


@pytest.fixture
async def limit() -> AsyncIterator[None]:
    async with asyncio.timeout(60):
        yield


def take_log(caplog: pytest.LogCaptureFixture) -> list[tuple[int, bool]]:
    """Return the level of each record and whether it has a traceback; clear them, because an ERROR fails a test."""
    records = [(record.levelno, bool(record.exc_info)) for record in caplog.records]
    caplog.get_records("call").clear()
    return records


SHORT_ERROR, TRACEBACK, WARNING = (logging.ERROR, False), (logging.ERROR, True), (logging.WARNING, False)


# -- failures


@pytest.mark.parametrize("error", [ValueError("a bug"), KeyError(1), DOWN, TimeoutError(), asyncio.CancelledError()])
async def test_the_clockwork_survives_any_error(work: Work, error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    work.error, other = error, Work()
    clockwork = clockwork_of(Part(NAME, work), Part("do more", other))
    async with asyncio.timeout(60), clockwork.running():
        while min(work.runs, other.runs) < 4:
            await asyncio.sleep(0)
    take_log(caplog)


async def test_a_failure_of_the_clockwork_is_known_until_its_next_success(
    work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    clockwork = clockwork_of(Part(NAME, work))
    for error in (DOWN, ValueError("a bug")):
        work.error = error
        await tick(clockwork)
        assert clockwork.failures == {NAME: error}
    work.error = None
    await tick(clockwork)
    assert clockwork.failures == {}
    assert take_log(caplog) == [WARNING, TRACEBACK]


async def test_a_lasting_bug_does_not_flood_the_log(work: Work, caplog: pytest.LogCaptureFixture) -> None:
    work.error = ValueError("a bug")
    clockwork = clockwork_of(Part(NAME, work))
    await tick(clockwork, 1000)
    assert "failure 512 in a row: ValueError('a bug')" in caplog.messages[-1]
    assert take_log(caplog) == [TRACEBACK] + 9 * [SHORT_ERROR]  # the first, then the 2nd, 4th, 8th ... 512th
    work.error = TypeError()
    await tick(clockwork, 10)
    assert take_log(caplog) == [TRACEBACK]


async def test_a_bug_that_comes_and_goes_has_one_traceback(work: Work, caplog: pytest.LogCaptureFixture) -> None:
    clockwork = clockwork_of(Part(NAME, work))
    for number in range(10):
        work.error = ValueError(number) if number % 2 else None
        await tick(clockwork)
    assert take_log(caplog) == [TRACEBACK] + 4 * [SHORT_ERROR]


async def test_a_lasting_outage_is_a_short_warning(work: Work, caplog: pytest.LogCaptureFixture) -> None:
    work.error = DOWN
    await tick(clockwork_of(Part(NAME, work)), 10)
    assert "disk full" in caplog.messages[0]
    assert take_log(caplog) == [WARNING] * 4


async def test_each_bug_of_many_items_has_one_traceback(work: Work, caplog: pytest.LogCaptureFixture) -> None:
    errors = [DOWN, *(ValueError(number) for number in range(100))]

    async def fail(error: Exception) -> None:
        raise error

    clockwork = clockwork_of(Part(NAME, lambda: for_each(errors, fail)))
    await tick(clockwork)
    assert take_log(caplog) == [TRACEBACK]
    assert clockwork.failures == {NAME: errors[1]}


@pytest.mark.usefixtures("limit")
async def test_a_lost_database_ends_the_process(work: Work) -> None:
    work.error = LOST
    with pytest.raises(StoreLost):
        async with clockwork_of(Part(NAME, work)).running():
            await asyncio.Event().wait()


@pytest.mark.usefixtures("limit")
async def test_a_database_that_is_lost_between_two_items_ends_the_process() -> None:
    async def lose(_: int) -> None:
        raise LOST

    with pytest.raises(StoreLost):
        async with clockwork_of(Part(NAME, lambda: for_each([1, 2], lose))).running():
            await asyncio.Event().wait()


# -- the times at which parts run


async def test_a_slow_clockwork_part_delays_no_other_and_runs_once_at_a_time(work: Work) -> None:
    other = Work()
    work.may_end.clear()
    clockwork = clockwork_of(Part("be slow", work), Part(NAME, other))
    slow, fast = clockwork.start_due()
    await fast
    await tick(clockwork, 4)
    assert (work.runs, other.runs) == (1, 5)
    work.may_end.set()
    await slow
    await tick(clockwork)
    assert work.runs == 2


async def test_a_clockwork_part_that_may_not_run_keeps_its_failure(
    work: Work, caplog: pytest.LogCaptureFixture
) -> None:
    may_run, work.error = True, DOWN
    clockwork = clockwork_of(Part(NAME, work, lambda: may_run))
    await tick(clockwork)
    may_run, work.error = False, None
    await tick(clockwork)
    assert (work.runs, clockwork.failures) == (1, {NAME: DOWN})
    take_log(caplog)


async def test_a_daily_clockwork_part_runs_an_hour_after_the_start_and_again_after_a_failure(
    work: Work, timer: Seconds, caplog: pytest.LogCaptureFixture
) -> None:
    daily = Part(NAME, work, first=timedelta(hours=1), every=timedelta(days=1))
    clockwork = clockwork_of(daily, timer=timer)
    hours = {0.9: 0, 1.0: 1, 24.9: 1, 25.0: 2, 25.1: 3, 25.2: 4, 49.1: 4, 49.2: 5}
    for hour, runs in hours.items():
        timer.now = hour * 3600
        work.error = DOWN if 25 <= hour < 25.2 else None
        await tick(clockwork)
        assert work.runs == runs
    take_log(caplog)


@pytest.mark.usefixtures("limit")
async def test_no_clockwork_part_starts_after_the_end(work: Work) -> None:
    async with clockwork_of(Part(NAME, work)).running():
        while not work.runs:
            await asyncio.sleep(0)
        work.may_end.clear()
        while work.runs < 3:  # another has just begun
            work.may_end.set()
            await asyncio.sleep(0)
            work.may_end.clear()
    runs = work.runs
    work.may_end.set()
    await asyncio.sleep(0.01)
    assert work.runs == runs
    assert len(asyncio.all_tasks()) == 1


# -- items


async def attempts(errors: Sequence[Exception | None]) -> int:
    """Return the number of items attempted, if some of them fail."""
    count = 0

    async def attempt(error: Exception | None) -> None:
        nonlocal count
        count += 1
        if error:
            raise error

    if any(errors):
        with pytest.raises(SomeFailed) as error_group:
            await for_each(errors, attempt)
        assert list(error_group.value.exceptions) == [error for error in errors[:count] if error]
    else:
        await for_each(errors, attempt)
    return count


async def test_a_failure_stops_no_other_item() -> None:
    assert await attempts([None, None]) == 2
    assert await attempts([ValueError(), None, KeyError(), DOWN, DOWN, None, DOWN, TimeoutError(), None]) == 9


async def test_remaining_items_are_skipped_if_the_database_is_down() -> None:
    assert await attempts([None] + [DOWN] * 9) == 1 + OUTAGE
    assert await attempts([None, LOST, None]) == 2
