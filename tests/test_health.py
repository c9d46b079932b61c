"""What is said of a database that hangs; the rest is told by real processes."""

import asyncio
import json
from datetime import timedelta
from typing import Any

import pytest
from aiohttp import web

from bot import health
from bot.health import Health
from bot.metrics import Metrics


class HangingBot:
    """A bot that is connected, but whose database answers only when it is let."""

    closing = False
    shard_ids = None
    shard_count = 1

    def __init__(self) -> None:
        self.registry = self.watch = self
        self.up = {0}
        self.may_answer = asyncio.Event()
        self.asked = 0

    def is_ready(self) -> bool:
        return True

    async def live_games(self) -> int:
        self.asked += 1
        await self.may_answer.wait()
        return 3


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> HangingBot:
    monkeypatch.setattr(health, "PATIENCE", timedelta(milliseconds=20))
    return HangingBot()


async def ask(watched: Health) -> list[str]:
    request: Any = None
    response = await watched.healthz(request)
    assert isinstance(response, web.Response)
    assert isinstance(response.body, bytes)
    said = json.loads(response.body)
    assert response.status == (503 if said["failing"] else 200)
    return said["failing"]


async def test_a_database_that_hangs_is_told_in_time_and_asked_once(bot: HangingBot) -> None:
    client: Any = bot
    watched = Health(client, Metrics())
    async with asyncio.timeout(10):
        assert [await ask(watched) for _ in range(3)] == [["database"]] * 3
    assert bot.asked == 1
    bot.may_answer.set()
    assert await ask(watched) == []
    assert await ask(watched) == []
    assert bot.asked == 2


async def test_a_question_that_hangs_does_not_hold_up_the_end(bot: HangingBot) -> None:
    client: Any = bot
    watched = Health(client, Metrics())
    await ask(watched)
    async with asyncio.timeout(10):
        await watched.close()
