"""An outage with many running games leaves each at least a quarter of its pace."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.core import Core
from bot.database.clocks import ClockStore
from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.database.tables import games
from bot.database.transactions import Database, Observe
from engine import Cell
from tests.people import ANN, BOB, Clock, press
from tests.stored import live_game

MANY = 2_300
DAY = timedelta(days=1)


class BreakingClocks(ClockStore):
    steps = -1

    async def sweep(self, *arguments: Any, **options: Any) -> int:
        self.steps -= 1
        if not self.steps:
            raise StoreFailed("gone", unchanged=True)
        return await super().sweep(*arguments, **options)


class Breaking(Store):
    """A database that fails at one of its steps."""

    def __init__(self, database: Database, observe: Observe) -> None:
        super().__init__(database, observe)
        self.clocks = BreakingClocks(database, observe)


@pytest.fixture
def store_type() -> type[Breaking]:
    return Breaking


@pytest.fixture
async def running(process: Core, store: Store, clock: Clock) -> None:
    """Many games with a pace of a day, most with the same deadline, a day after the last sweep."""
    await process.clocks.sweep()
    many = [row(number, clock) for number in range(MANY)]
    await store.database.write(lambda connection: connection.execute(games.insert(), many))


def row(number: int, clock: Clock) -> dict[str, Any]:
    deadline = clock.now + DAY + timedelta(microseconds=number % 100 if number < 300 else 0)
    game = {"guild": (number % 2) * 2**22, "channel": 100 + number, "m": 3, "n": 3, "k": 3, "x": ANN, "o": BOB}
    return game | {
        "opened_by": ANN, "opened": clock.now, "touched": clock.now, "revision": 0, "pace": 86_400,
        "deadline": deadline, "remind_at": deadline - DAY / 4,
    }  # fmt: skip


async def times_left(store: Store, clock: Clock) -> set[timedelta]:
    """Return how long the games have until their deadlines."""
    rows = await store.database.read(lambda connection: connection.execute(select(games)).all())
    assert len(rows) == MANY
    assert {game.deadline - game.remind_at for game in rows} == {DAY / 4}
    return {game.deadline - clock.now for game in rows}


async def test_each_of_many_clocks_gets_a_quarter_after_an_outage(
    process: Core, rival: Core, store: Store, clock: Clock, running: None
) -> None:
    for _ in range(2):  # another outage counts as well
        clock.advance(hours=30)
        for one in (process, rival, process):
            await one.clocks.sweep()
            assert await times_left(store, clock) == {DAY / 4}


async def test_a_short_outage_changes_no_clock(process: Core, store: Store, clock: Clock, running: None) -> None:
    clock.advance(hours=17)
    await process.clocks.sweep()
    assert min(await times_left(store, clock)) == timedelta(hours=7)


async def test_an_interrupted_sweep_is_resumed(
    process: Core, rival: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(hours=30)
    store.clocks.steps = 2
    with pytest.raises(StoreFailed):
        await process.clocks.sweep()
    assert len(await times_left(store, clock)) > 1
    await rival.clocks.sweep()
    assert await times_left(store, clock) == {DAY / 4}


async def test_no_game_ends_before_a_sweep(
    process: Core, rival: Core, store: Breaking, clock: Clock, running: None
) -> None:
    clock.advance(days=2)
    store.clocks.steps = 2
    with pytest.raises(StoreFailed):
        await process.clocks.sweep()
    late = await live_game(store, row(0, clock)["channel"])
    assert late
    for one in (process, rival):
        assert (await one.games.view(press(late, ANN))).game.result is None
    update = await process.games.mark(press(late, ANN), Cell(0, 0))
    assert update.game.plies == (Cell(0, 0),)
