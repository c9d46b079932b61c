"""The health page while the database hangs; tests with real processes have the rest."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web

from bot.database.errors import StoreFailed
from bot.gateway import Connection
from bot.operations.health import Health
from bot.operations.metrics import Metrics

CONNECTED = Connection(is_closing=False, is_ready=True, latencies={0: 0.05}, up=frozenset({0}), guilds=1)


class HangingGames:
    """Games in a database that answers only when it is allowed to."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.requests = 0

    async def live_games(self) -> int:
        self.requests += 1
        await self.may_answer.wait()
        return 3


@pytest.fixture
def games() -> HangingGames:
    return HangingGames()


@pytest.fixture
async def health(games: HangingGames) -> AsyncIterator[Health]:
    health = Health(lambda: CONNECTED, games.live_games, lambda: 0, Metrics(), patience=timedelta(milliseconds=20))
    yield health
    async with asyncio.timeout(60):
        await health.close()


async def ask(health: Health) -> list[str]:
    request: Any = None
    response = await health.healthz(request)
    assert isinstance(response, web.Response)
    assert isinstance(response.body, bytes)
    body = json.loads(response.body)
    assert response.status == (503 if body["failing"] else 200)
    return body["failing"]


async def test_a_hanging_database_is_reported_and_asked_once(health: Health, games: HangingGames) -> None:
    async with asyncio.timeout(60):
        assert [await ask(health) for _ in range(3)] == [["database"]] * 3
    assert games.requests == 1
    games.may_answer.set()
    assert await ask(health) == []
    assert await ask(health) == []
    assert games.requests == 2


async def test_a_hanging_query_does_not_delay_closing(health: Health, games: HangingGames) -> None:
    await ask(health)
    async with asyncio.timeout(60):
        await health.close()
    assert not games.may_answer.is_set()


async def test_failures_of_the_clockwork_are_reported(games: HangingGames) -> None:
    games.may_answer.set()
    failures: dict[str, Exception] = {}
    health = Health(lambda: CONNECTED, games.live_games, lambda: 0, Metrics(), failures)
    assert await ask(health) == []
    failures["sweep the clocks"] = StoreFailed("disk full", unchanged=True)
    assert await ask(health) == ["writes"]
    failures["send reminders"] = ValueError("a bug")
    assert await ask(health) == ["writes", "clockwork"]
    del failures["sweep the clocks"]
    assert await ask(health) == ["clockwork"]
    assert health.reason == "could not send reminders: ValueError('a bug')"


@pytest.mark.parametrize(
    ("connection", "failing"),
    [
        (CONNECTED, []),
        (replace(CONNECTED, is_ready=False), ["gateway"]),
        (replace(CONNECTED, latencies={0: 1, 1: 1}, up=frozenset({1})), ["gateway"]),
        (replace(CONNECTED, is_closing=True), ["closing"]),
    ],
)
async def test_each_state_of_the_connection_is_reported(
    connection: Connection, failing: list[str], games: HangingGames
) -> None:
    games.may_answer.set()
    assert await ask(Health(lambda: connection, games.live_games, lambda: 0, Metrics())) == failing
