"""The real registry on both real databases, with a clock that stands still and a seeded Random."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from bot.registry import GameRegistry
from bot.store import SqlStore
from tests.bot.people import Clock, Deliberate
from tests.databases import PostgresServer


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new()


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url)
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
