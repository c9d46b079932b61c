"""`/healthz` and `/metrics`, served on the bot's own loop: an answer proves that the loop is alive."""

import asyncio
import logging
import math
import socket
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from datetime import timedelta

from aiohttp import web

from bot.client import Client
from bot.metrics import CONTENT_TYPE, Metrics

log = logging.getLogger(__name__)

PATIENCE = timedelta(seconds=1)


class CannotListen(Exception):
    """The port is taken, or the address is none of ours; the text says so in one line."""


class Health:
    """Says how the bot is, to whatever keeps it running and to Prometheus."""

    def __init__(self, client: Client, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics
        self._question: asyncio.Task[int] | None = None

    async def healthz(self, _: web.Request) -> web.Response:
        """Answer 200 when everything works, else 503 with what does not."""
        failing = await self._failing()
        said = {"status": "failing" if failing else "ok", "failing": failing}
        return web.json_response(said, status=503 if failing else 200)

    async def _failing(self) -> list[str]:
        if self._client.closing:
            return ["closing"]
        database = [] if await self._live_games() is not None else ["database"]
        connected = self._client.is_ready() and self._client.watch.up.issuperset(self._shards())
        return database if connected else ["gateway", *database]

    def _shards(self) -> Iterable[int]:
        """Return the shards of this process, also those that never were connected; the first before Discord tells."""
        return self._client.shard_ids or range(self._client.shard_count or 1)

    async def scrape(self, _: web.Request) -> web.Response:
        """Answer with the metrics."""
        client, metrics = self._client, self._metrics
        live = None if client.closing else await self._live_games()
        latencies = dict(client.latencies)
        for shard in self._shards():
            metrics.shard(shard, is_up=shard in client.watch.up, latency=latencies.get(shard, math.inf))
        asking = client.registry.asking
        metrics.standing(guilds=len(client.guilds), asking=asking, live=math.nan if live is None else live)
        return web.Response(body=metrics.page(), headers={"Content-Type": CONTENT_TYPE})

    async def _live_games(self) -> int | None:
        """Ask the database; None if it has no answer in time. One question at a time, or a stuck one would pile up."""
        if self._question is None or self._question.done():
            self._question = asyncio.create_task(self._client.registry.live_games())
            self._question.add_done_callback(_log_failure)
        question = self._question
        await asyncio.wait({question}, timeout=PATIENCE.total_seconds())
        return question.result() if question.done() and not question.cancelled() and not question.exception() else None

    async def close(self) -> None:
        """Ask no longer."""
        if self._question:
            self._question.cancel()
            await asyncio.wait({self._question}, timeout=PATIENCE.total_seconds())


def _log_failure(question: asyncio.Task[int]) -> None:
    if not question.cancelled() and (error := question.exception()):
        log.warning("the database does not answer: %s", error)


def listen(host: str, port: int) -> socket.socket:
    """Take the port, before anything else is begun that would have to be undone.

    Raises
    ------
    CannotListen
    """
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise CannotListen(f"cannot listen at METRICS_HOST {host}, METRICS_PORT {port}: {error.strerror}") from error


@asynccontextmanager
async def serving(client: Client, metrics: Metrics, listening: socket.socket) -> AsyncGenerator[None]:
    """Answer on a taken port, from before the bot is connected until after it has closed."""
    health = Health(client, metrics)
    app = web.Application()
    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/metrics", health.scrape)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=PATIENCE.total_seconds())
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        log.info("health and metrics at port %d: /healthz, /metrics", listening.getsockname()[1])
        yield
    finally:
        await health.close()
        await runner.cleanup()
