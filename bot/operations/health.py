"""`/healthz` and `/metrics`. The bot's own event loop serves them, so an answer proves that the loop is alive."""

import asyncio
import logging
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from aiohttp import web

from bot import deadlines
from bot.database.errors import StoreFailed
from bot.gateway import Connection
from bot.operations.metrics import CONTENT_TYPE, Metrics

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Health:
    """Reports the state of the bot to an orchestrator and to Prometheus.

    searches is the number of positions that experts are searching or have yet to search. failures are the errors of the
    parts of the clockwork that failed. patience is the time limit for the database. warning returns what an operator
    must change although the bot works.
    """

    connection: Callable[[], Connection]
    live_games: Callable[[], Coroutine[Any, Any, int]]
    searches: Callable[[], int]
    metrics: Metrics
    failures: Mapping[str, Exception] = field(default_factory=dict[str, Exception])
    patience: timedelta = deadlines.HEALTH
    warning: Callable[[], str] = str
    _query: asyncio.Task[int] | None = None

    async def healthz(self, _: web.Request) -> web.Response:
        """Answer 200 if everything works, else 503 with the failures."""
        failing = await self._failing()
        report: dict[str, Any] = {"status": "failing" if failing else "ok", "failing": failing}
        if self.failures:
            report["reason"] = self.reason
        if warning := self.warning():  # no failure, because a restart doesn't help
            report["warning"] = warning
        return web.json_response(report, status=503 if failing else 200)

    async def is_healthy(self) -> bool:
        """Return whether everything works."""
        return not await self._failing()

    async def _failing(self) -> list[str]:
        if self.connection().is_closing:
            return ["closing"]
        responds = await self._live_games() is not None
        connection = self.connection()
        outages = [isinstance(error, StoreFailed) for error in self.failures.values()]
        fails = {
            "gateway": not connection.is_connected,
            "database": not responds,
            "writes": any(outages),
            "clockwork": not all(outages),
        }
        return [name for name, failing in fails.items() if failing]

    @property
    def reason(self) -> str:
        """What the clockwork could not do, and why."""
        return "; ".join(f"could not {part}: {error!r}" for part, error in self.failures.items())

    async def scrape(self, _: web.Request) -> web.Response:
        """Answer with the metrics."""
        live = None if self.connection().is_closing else await self._live_games()
        page = self.metrics.page(self.connection(), self.searches(), live)
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE})

    async def _live_games(self) -> int | None:
        """Return the number of live games; None if the database is too slow. Only one query runs at a time."""
        if self._query is None or self._query.done():
            self._query = asyncio.create_task(self.live_games())
            self._query.add_done_callback(_log_failure)
        query = self._query
        await asyncio.wait({query}, timeout=self.patience.total_seconds())
        return query.result() if query.done() and not query.cancelled() and not query.exception() else None

    async def close(self) -> None:
        """Cancel the running query."""
        if self._query:
            self._query.cancel()
            await asyncio.wait({self._query}, timeout=self.patience.total_seconds())


def _log_failure(query: asyncio.Task[int]) -> None:
    if not query.cancelled() and (error := query.exception()):
        log.warning("the database is not responding: %s", error)


@asynccontextmanager
async def serving(health: Health, listening: socket.socket) -> AsyncGenerator[None]:
    """Serve on an open port, from before the bot connects until after it has disconnected."""
    app = web.Application()
    app.router.add_get("/healthz", health.healthz)
    app.router.add_get("/metrics", health.scrape)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=deadlines.HEALTH.total_seconds())
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        log.info("serving /healthz and /metrics on port %d", listening.getsockname()[1])
        yield
    finally:
        await runner.cleanup()
