"""The call to HEARTBEAT_URL, a service that notices when the calls stop."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import aiohttp

from bot import deadlines

log = logging.getLogger(__name__)


@asynccontextmanager
async def beating(url: str, is_healthy: Callable[[], Awaitable[bool]], pause: timedelta) -> AsyncGenerator[None]:
    """Call an address again and again during the block, whenever the bot is healthy."""
    task = asyncio.create_task(_keep_beating(url, is_healthy, pause.total_seconds()))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _keep_beating(url: str, is_healthy: Callable[[], Awaitable[bool]], pause: float) -> None:
    failure = ""
    timeout = aiohttp.ClientTimeout(deadlines.HEARTBEAT.total_seconds())
    async with aiohttp.ClientSession(timeout=timeout) as session:
        while True:
            if await is_healthy():
                failure = _log_change(failure, await _call(session, url))
            await asyncio.sleep(pause)


async def _call(session: aiohttp.ClientSession, url: str) -> str:
    """Call the address, and return why it failed, without the address, which is a secret."""
    try:
        async with session.get(url) as response:
            return "" if response.ok else f"status {response.status}"
    except (aiohttp.ClientError, TimeoutError) as error:
        return type(error).__name__


def _log_change(before: str, failure: str) -> str:
    if failure and not before:
        log.warning("could not call HEARTBEAT_URL: %s", failure)
    elif before and not failure:
        log.info("was able to call HEARTBEAT_URL again")
    return failure
