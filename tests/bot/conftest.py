"""The real registry on both real databases, with a clock that stands still and a seeded Random."""

from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.registry import GameRegistry
from bot.store import SqlStore
from tests.bot.people import Clock, Deliberate


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


@pytest.fixture
async def rival(url: str, clock: Clock) -> AsyncIterator[GameRegistry]:
    """Another process that owns the same channels."""
    store = await SqlStore.open(url)
    yield GameRegistry(store, Deliberate(), now=clock, random=Random(8))
    await store.close()
