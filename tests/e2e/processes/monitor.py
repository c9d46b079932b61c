"""Health and metrics of the real process, as an operator sees them."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from tests.e2e.discord.loopback import Loopback
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import bot_at


def samples_of(page: str) -> dict[tuple[str, ...], float]:
    """Return the samples of a page by name and the values of their labels."""
    families = text_string_to_metric_families(page)
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


class Monitor:
    """A client for the health and metrics of a process."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"

    async def get(self, path: str) -> tuple[int, str]:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(10)) as session,
            session.get(self._url + path) as response,
        ):
            return response.status, await response.text()

    async def health(self) -> tuple[int, list[str]]:
        status, body = await self.get("/healthz")
        return status, json.loads(body)["failing"]

    async def reason(self) -> str:
        """Return why the database accepts no writes."""
        return json.loads((await self.get("/healthz"))[1])["reason"]

    async def becomes(self, *failing: str) -> None:
        """Wait until exactly these checks fail."""
        async with asyncio.timeout(60):
            while await self.health() != (503 if failing else 200, list(failing)):
                await asyncio.sleep(0.1)

    async def metrics(self) -> dict[tuple[str, ...], float]:
        """Return the samples by name and the values of their labels."""
        status, page = await self.get("/metrics")
        assert status == 200
        return samples_of(page)

    async def counts(self, *key: str) -> dict[tuple[str, ...], float]:
        """Wait for something to be counted, and return all samples."""
        async with asyncio.timeout(60):
            while key not in (samples := await self.metrics()):
                await asyncio.sleep(0.1)
        return samples


@asynccontextmanager
async def watched_bot(discord: Loopback, folder: Path, **settings: str) -> AsyncGenerator[tuple[Process, Monitor]]:
    """Start the bot, and a monitor of it."""
    async with bot_at(discord, folder, METRICS_PORT="0", **settings) as bot:
        [port] = re.findall(r"on port ([0-9]+)", await bot.line_with("serving /healthz"))
        yield bot, Monitor(int(port))
