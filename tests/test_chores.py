"""The chores of the process: probing the database, sweeping and purging."""

import asyncio
from datetime import datetime, timedelta

import pytest

from bot.database.errors import StoreFailed, StoreLost
from bot.database.store import Store
from bot.deadlines import Times
from bot.operations.chores import Chores
from tests import people
from tests.people import Clock, Deliberate


class Failing:
    """A database that fails on request."""

    def __init__(self) -> None:
        self.fails: StoreFailed | None = None
        self.asked = asyncio.Event()

    async def probe(self, at: datetime) -> None:
        self.asked.set()
        if self.fails:
            raise self.fails


@pytest.fixture
def database() -> Failing:
    return Failing()


@pytest.fixture
def swept() -> asyncio.Event:
    return asyncio.Event()


@pytest.fixture
def chores(database: Failing, store: Store, clock: Clock, swept: asyncio.Event) -> Chores:
    privacy = people.process(store, Deliberate(), clock).privacy
    soon = timedelta(milliseconds=1)
    return Chores(database.probe, privacy, Times(clock, probing=soon, sweeping=soon), sweep=swept.set, solo=None)


async def test_a_write_failure_is_reported_until_a_write_succeeds(chores: Chores, database: Failing) -> None:
    database.fails = StoreFailed("disk full", unchanged=True)
    await chores.probe()
    assert chores.write_failure == "disk full"
    database.fails = None
    await chores.probe()
    assert chores.write_failure is None


async def test_a_lost_database_ends_the_process(chores: Chores, database: Failing) -> None:
    database.fails = StoreLost("removed", unchanged=True)
    limit = asyncio.timeout(60)
    with pytest.raises(StoreLost):
        async with limit, chores.running():
            await asyncio.Event().wait()
    assert not limit.expired()


async def test_a_jump_of_the_wall_clock_starts_no_purge(
    store: Store, clock: Clock, database: Failing, monkeypatch: pytest.MonkeyPatch
) -> None:
    privacy, soon = people.process(store, Deliberate(), clock).privacy, timedelta(milliseconds=1)
    purges: list[object] = []

    async def purge(solo: timedelta | None) -> None:
        purges.append(solo)

    monkeypatch.setattr(privacy, "purge", purge)
    timer = [0.0]
    times = Times(clock, timer=lambda: timer[0], probing=soon, sweeping=soon)
    async with asyncio.timeout(60), Chores(database.probe, privacy, times, sweep=lambda: None, solo=None).running():
        clock.advance(days=3)
        for _ in range(2):
            database.asked.clear()
            await database.asked.wait()
        assert not purges
        timer[0] += 86_400
        while not purges:
            database.asked.clear()
            await database.asked.wait()


async def test_the_chores_end_with_the_process(chores: Chores, database: Failing, swept: asyncio.Event) -> None:
    async with asyncio.timeout(60), chores.running():
        await swept.wait()
        await database.asked.wait()
    assert len(asyncio.all_tasks()) == 1


async def test_the_probe_writes_to_the_real_database(store: Store, clock: Clock) -> None:
    await store.probe(clock.now)
    clock.advance(minutes=1)
    await store.probe(clock.now)
    found = await store.database.read(lambda connection: connection.exec_driver_sql("SELECT at FROM probes").all())
    assert len(found) == 1
    assert "12:01" in str(found[0][0])
