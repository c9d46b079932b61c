"""The real registry on a real SQLite file, with a clock that stands still and a seeded Random."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.registry import GameRegistry
from bot.store import SqlStore
from tests.bot.people import Clock, Deliberate


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def experts() -> Deliberate:
    return Deliberate()


@pytest.fixture
def registry(store: SqlStore, experts: Deliberate, clock: Clock) -> GameRegistry:
    return GameRegistry(store, experts, now=clock, random=Random(7))
