"""An outage with more games than one transaction can put forward: each of them gets the time once, whatever happens."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.core import Core
from bot.database.clocks import Shards
from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.database.tables import games
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.timekeeper import Timekeeper
from engine import Cell
from tests.people import ANN, BOB, Clock, press

MANY = 2_300
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Breaking(Store):
    """A database that is lost after so many steps."""

    steps = -1

    async def put_forward(self, shards: Shards) -> bool:
        self.steps -= 1
        if not self.steps:
            raise StoreFailed("gone", unchanged=True)
        return await super().put_forward(shards)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Breaking]:
    store = await Breaking.open(url)
    yield store
    await store.close()


@pytest.fixture
async def running(process: Core, store: Store, clock: Clock) -> None:
    """Many games with a pace of a day, of which most have one and the same deadline, a day after the last sweep."""
    await process.timekeeper.sweep()
    await fill(store, clock)


async def fill(store: Store, clock: Clock) -> None:
    many = [row(number, clock) for number in range(MANY)]
    await store.database.write(lambda connection: connection.execute(games.insert(), many))


def row(number: int, clock: Clock) -> dict[str, Any]:
    deadline = clock.now + DAY + timedelta(microseconds=number % 100 if number < 300 else 0)
    game = {"guild": (number % 2) * 2**22, "channel": 100 + number, "m": 3, "n": 3, "k": 3, "x": ANN, "o": BOB}
    return game | {
        "opened_by": ANN, "opened": clock.now, "touched": clock.now, "revision": 0, "pace": 86_400,
        "deadline": deadline, "remind_at": deadline - DAY / 4,
    }  # fmt: skip


async def interrupted_sweep(process: Core, store: Breaking, at: int = 3) -> None:
    """Let a process sweep until its database is lost, at one of its steps."""
    store.steps = at
    with pytest.raises(StoreFailed):
        await process.timekeeper.sweep()


async def gained(store: Store, clock: Clock, since: timedelta) -> dict[timedelta, int]:
    """Return how much later the deadlines are than they were, and in how many games."""
    found = await store.database.read(lambda connection: connection.execute(select(games)).all())
    counts: dict[timedelta, int] = {}
    start = clock.now - since
    for game in found:
        number = game.channel - 100
        before = start + DAY + timedelta(microseconds=number % 100 if number < 300 else 0)
        assert game.deadline - game.remind_at == DAY / 4
        counts[game.deadline - before] = counts.get(game.deadline - before, 0) + 1
    return counts


async def test_each_of_many_games_gets_the_time_once(
    process: Core, rival: Core, store: Store, clock: Clock, running: None
) -> None:
    clock.advance(hours=1)
    for one in (process, rival, process):
        await one.timekeeper.sweep()
    assert await gained(store, clock, HOUR) == {HOUR: MANY}


async def test_an_interrupted_outage_is_made_up_for_by_whoever_sweeps_next(
    process: Core, rival: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(hours=1)
    await interrupted_sweep(process, store)
    assert len(await gained(store, clock, HOUR)) == 2
    await rival.timekeeper.sweep()
    assert await gained(store, clock, HOUR) == {HOUR: MANY}


async def test_another_outage_in_the_middle_of_that_is_added(
    process: Core, rival: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(hours=1)
    await interrupted_sweep(process, store)
    clock.advance(hours=1)
    await rival.timekeeper.sweep()
    assert await gained(store, clock, 2 * HOUR) == {2 * HOUR: MANY}


async def test_another_outage_is_found_only_once_the_first_one_is_made_up_for(
    store: Breaking, clock: Clock, running: None
) -> None:
    everywhere, longest = Shards(), timedelta(minutes=5)
    clock.advance(hours=1)
    assert await store.sweep(everywhere, clock.now, longest) == HOUR
    clock.advance(hours=1)
    assert await store.sweep(everywhere, clock.now, longest) == timedelta(0)
    while await store.put_forward(everywhere):
        pass
    assert await gained(store, clock, 2 * HOUR) == {HOUR: MANY}
    assert await store.sweep(everywhere, clock.now, longest) == HOUR


async def test_shards_that_are_divided_anew_go_on_with_it(
    process: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(hours=1)
    await interrupted_sweep(process, store)
    for shard in (0, 1):
        arbiter = Arbiter(clock)
        await Timekeeper(Channels(store, arbiter), store, arbiter, Shards(2, (shard,))).sweep()
    assert await gained(store, clock, HOUR) == {HOUR: MANY}


async def test_nobody_is_judged_before_all_clocks_are_put_forward(
    process: Core, rival: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(days=2)
    await interrupted_sweep(process, store, at=2)
    late = await store.live_game(row(0, clock)["channel"])
    assert late
    for one in (process, rival):
        assert (await one.registry.look(press(late), ANN)).game.result is None
    moved = await process.registry.mark(press(late), ANN, Cell(0, 0))
    assert moved.game.plies == (Cell(0, 0),)
