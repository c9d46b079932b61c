"""The call to HEARTBEAT_URL while the bot is healthy."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.operations.heartbeat import beating
from tests.e2e.discord.loopback import Loopback
from tests.e2e.processes.real import running_bot, stop_cleanly


class Service:
    """A service that is called, and answers with a status."""

    def __init__(self) -> None:
        self.calls: asyncio.Queue[str] = asyncio.Queue()
        self.status = 200

    async def answer(self, request: web.Request) -> web.Response:
        self.calls.put_nowait(request.path_qs)
        return web.Response(status=self.status)

    async def called(self) -> str:
        async with asyncio.timeout(60):
            return await self.calls.get()


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
async def url(service: Service) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_get("/{anything}", service.answer)
    async with TestServer(app) as server:
        yield str(server.make_url("/s3cret?id=s3cret"))


async def test_only_a_healthy_bot_calls_the_heartbeat_url(url: str, service: Service) -> None:
    healthy = [True, False, False, True]
    calls: list[int] = []
    done = asyncio.Event()

    async def is_healthy() -> bool:
        calls.append(service.calls.qsize())
        if len(calls) <= len(healthy):
            return healthy[len(calls) - 1]
        done.set()
        return False

    async with asyncio.timeout(60), beating(url, is_healthy, timedelta(0)):
        await done.wait()
    assert calls[:5] == [0, 1, 1, 1, 2]
    assert await service.called() == "/s3cret?id=s3cret"


@pytest.mark.parametrize("gone", [False, True])
async def test_a_service_that_fails_is_one_warning_without_its_address(
    url: str, service: Service, caplog: pytest.LogCaptureFixture, gone: bool
) -> None:
    service.status, rounds = 503, iter(range(4))
    done = asyncio.Event()
    caplog.set_level(logging.INFO, "bot")

    async def is_healthy() -> bool:
        if next(rounds, None) is None:
            done.set()
            return False
        return True

    async with asyncio.timeout(60), beating("http://127.0.0.1:1/s3cret" if gone else url, is_healthy, timedelta(0)):
        await done.wait()
    [line] = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert "HEARTBEAT_URL" in line
    assert "s3cret" not in caplog.text


async def test_the_heartbeat_url_is_called_without_a_metrics_port(
    discord: Loopback, tmp_path: Path, url: str, service: Service
) -> None:
    async with running_bot(discord, tmp_path, HEARTBEAT_URL=url, SWEEPING="0.1") as bot:
        assert await service.called() == await service.called()
        service.status = 500
        await bot.line_with("HEARTBEAT_URL")
        await stop_cleanly(bot)
    assert "s3cret" not in bot.output
