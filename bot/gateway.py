"""Keeps the shards connected to Discord's gateway: survives what it can't read, and starts sessions sparingly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import yarl
from discord import ConnectionClosed, SessionStartLimits
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot import deadlines

log = logging.getLogger(__name__)

# Discord refuses the bot for good: topics/opcodes-and-status-codes.mdx, Gateway Close Event Codes.
INTENTS_REFUSED = 4014
REFUSALS = {4004, 4010, 4011, 4012, 4013}
NOT_CONNECTED = (OSError, discord.HTTPException, discord.GatewayNotFound, ConnectionClosed, aiohttp.ClientError)
LONGEST_DELAY = 60  # seconds between two attempts to connect
# A shard may identify itself every five seconds: events/gateway.mdx, Rate Limiting.
PAUSE = timedelta(seconds=5)


@dataclass(frozen=True)
class Connection:
    """The state of a process's connection to Discord.

    latencies has the seconds from a heartbeat to its answer for each shard of the process, infinite until known. up has
    the shards that are connected.
    """

    is_closing: bool
    is_ready: bool
    latencies: Mapping[int, float]
    up: frozenset[int]
    guilds: int

    @property
    def is_connected(self) -> bool:
        """Whether every shard is connected."""
        return self.is_ready and self.up.issuperset(self.latencies)


async def wait_for_session(limits: Callable[[], Awaitable[SessionStartLimits]]) -> None:
    """Wait until Discord allows another session. A bot that starts more than 1,000 sessions a day loses its token."""
    while (limit := await limits()).remaining < 1:
        wait = max(timedelta(milliseconds=limit.reset_after), PAUSE)
        log.warning("all %d session starts for today are used up, waiting %s", limit.total, wait)
        await asyncio.sleep(wait.total_seconds())


class Socket(DiscordWebSocket):
    """A connection that closes itself if anything fails, for example if a frame can't be read."""

    async def poll_event(self) -> None:
        """Read one frame."""
        try:
            await super().poll_event()
        except BaseException as error:
            await self._close_after(error)
            raise

    async def identify(self) -> None:
        """Start a session."""
        try:
            await super().identify()
        except BaseException as error:
            await self._close_after(error)
            raise

    async def _close_after(self, error: BaseException) -> None:
        """Close the connection; only at the end of the process, with the code that also ends the session."""
        with suppress(TimeoutError):
            async with asyncio.timeout(deadlines.LEAVE.total_seconds()):
                await self.close(1000 if isinstance(error, asyncio.CancelledError) else 4000)


class Shard:
    """One shard, which connects again whenever its connection ends.

    discord.py 2.7.1 ends all shards if one gets a frame that it can't read, lets all wait for one that can't connect,
    and doubles its delay up to 17 minutes even after it has been connected.
    """

    def __init__(
        self, client: discord.Client, number: int, gateway: yarl.URL, pace: Callable[[], Awaitable[None]]
    ) -> None:
        self.socket: Socket | None = None
        self._client = client
        self._number = number
        self._gateway = gateway
        self._pace = pace  # waits until another session may start
        self._session: dict[str, Any] = {}  # what resumes it
        self._is_up = False
        self._failures = 0  # since the shard was connected
        self._unreadable: tuple[str, int | None] | None = None  # the session and sequence of the last such frame

    def note_up(self) -> None:
        """Note that Discord has started or resumed a session."""
        if not self._is_up:
            log.info("shard %d is connected", self._number)
        self._is_up, self._failures = True, 0

    async def run(self) -> None:
        """Stay connected. Raises ConnectionClosed, PrivilegedIntentsRequired (Discord refuses to reconnect)."""
        while True:
            try:
                await self._poll()
            except ConnectionClosed as closed:
                if closed.code == INTENTS_REFUSED:
                    raise discord.PrivilegedIntentsRequired(self._number) from None
                if closed.code in REFUSALS:
                    raise
                self._note_down(closed)
            except Exception as error:  # noqa: BLE001 - whatever it is, it concerns only this connection
                self._note_down(error)
            await asyncio.sleep(min(2**self._failures - 1, LONGEST_DELAY))

    async def _poll(self) -> None:
        self.socket = None
        if not self._session:
            await self._pace()
        async with asyncio.timeout(deadlines.CONNECT.total_seconds()):
            options: dict[str, Any] = {"gateway": self._gateway, **self._session}
            self.socket = await Socket.from_client(self._client, initial=True, shard_id=self._number, **options)
        while True:
            await self.socket.poll_event()

    def _note_down(self, error: Exception) -> None:
        """Log why the connection ended, and decide how the next one begins."""
        socket, reason = self.socket, repr(error)
        if isinstance(error, ReconnectWebSocket):
            reason = f"closed with code {socket and socket.socket.close_code}"
        if self._is_up:
            log.warning("shard %d lost its connection: %s", self._number, reason)
            self._client.dispatch("shard_disconnect", self._number)
        else:
            self._failures += 1
            log.warning("shard %d could not connect, attempt %d: %s", self._number, self._failures, reason)
        self._session = self._next_session(error)
        self._is_up = False

    def _next_session(self, error: Exception) -> dict[str, Any]:
        """Return what resumes the session; nothing if another one has to start."""
        socket = self.socket
        if isinstance(error, ReconnectWebSocket) and not error.resume:
            self._failures += self._is_up  # Discord wants a pause
            return {}
        if socket is None or socket.session_id is None:
            self._session.pop("gateway", None)  # its host may be down
            return self._session
        at = (socket.session_id, socket.sequence)
        if not isinstance(error, (ReconnectWebSocket, *NOT_CONNECTED)):
            if not self._is_up or at == self._unreadable:  # Discord would send the same again
                return {}
            self._unreadable = at
        return {"session": at[0], "sequence": at[1], "gateway": socket.gateway, "resume": True}


class Shards:
    """The shards of the process."""

    def __init__(self, client: discord.AutoShardedClient, timer: Callable[[], float]) -> None:
        self._client = client
        self._timer = timer
        self._shards: dict[int, Shard] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._identifying = asyncio.Lock()
        self._identified = -PAUSE.total_seconds()

    def launch(self, number: int, gateway: yarl.URL) -> None:
        """Connect a shard."""
        self._shards[number] = shard = Shard(self._client, number, gateway, self._pace)
        self._tasks.append(asyncio.create_task(shard.run()))

    def note_up(self, number: int) -> None:
        """Note that a shard is connected."""
        if shard := self._shards.get(number):
            shard.note_up()

    @property
    def latencies(self) -> list[tuple[int, float]]:
        """The seconds from a heartbeat to its answer, for each shard that has been connected."""
        return [(number, shard.socket.latency) for number, shard in self._shards.items() if shard.socket]

    async def run(self) -> None:
        """Wait until Discord refuses a shard for good, and raise why."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    async def close(self) -> None:
        """Disconnect all shards."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _pace(self) -> None:
        async with self._identifying:
            await wait_for_session(self._client.fetch_session_start_limits)
            await asyncio.sleep(self._identified + PAUSE.total_seconds() - self._timer())
            self._identified = self._timer()
