"""The gateway of the loopback Discord: docs, folder developers/events, gateway.mdx."""

import asyncio
from asyncio import Event
from collections import deque
from contextlib import suppress
from datetime import timedelta
from enum import IntEnum

import orjson
from aiohttp import WSMsgType, web

from tests.e2e.discord import payloads
from tests.e2e.discord.faults import Faults
from tests.e2e.discord.payloads import APPLICATION, Json

MAY_RESUME = 4000  # close code: unknown error


class Op(IntEnum):
    """Gateway operations: topics/opcodes-and-status-codes.mdx."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Gateway:
    """One shard: greets a bot, beats with it, sends it events, and lets it resume. Text frames, never compressed.

    A silent one hears nothing and says nothing, though its connection stands.
    """

    url: str
    beat = timedelta(seconds=41.25)

    def __init__(self, faults: Faults, keeps: int | None = None) -> None:
        self.guilds = [payloads.guild()]
        self.unknown: list[str] = []
        self.shards: list[list[int]] = []  # number and count, as bots identified themselves
        self._faults = faults
        self._socket: web.WebSocketResponse | None = None
        self._joined = Event()
        self._session = ""
        self._number = 0
        self._events: deque[str] = deque(maxlen=keeps)  # the newest, for a bot that resumes
        self.silent = False
        self.sessions_left = 999
        self.identified = 0
        self.resumed = 0

    async def joined(self) -> None:
        """Wait for a bot that has identified itself or resumed."""
        async with asyncio.timeout(60):
            await self._joined.wait()

    async def disconnect(self, code: int = MAY_RESUME) -> None:
        assert self._socket is not None
        self._joined.clear()
        await self._socket.close(code=code)

    async def ask_to_reconnect(self) -> None:
        """Tell the bot to connect again and resume."""
        await self._tell(Op.RECONNECT, None)

    async def invalidate(self) -> None:
        """Tell the bot that its session is invalid, but may be resumed."""
        await self._tell(Op.INVALID_SESSION, True)

    def forget_session(self) -> None:
        """Answer no resume of the session any more."""
        self._session = ""

    async def _tell(self, operation: Op, data: bool | None) -> None:
        assert self._socket is not None
        self._joined.clear()
        await self._socket.send_json({"op": operation, "d": data})

    async def dispatch(self, event: str, payload: Json) -> None:
        """Send an event, now or when the bot resumes."""
        self._number += 1
        self._events.append(orjson.dumps({"op": Op.DISPATCH, "t": event, "s": self._number, "d": payload}).decode())
        if self._socket is not None and not self._socket.closed and not self.silent:
            with suppress(ConnectionError):  # the bot was killed, and that is not known here yet
                await self._socket.send_str(self._events[-1])

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        refused = self._faults.take("GATEWAY CONNECT")
        await self._faults.strike(refused)
        if refused.loses:
            return web.Response(status=refused.status)
        socket = web.WebSocketResponse(compress=False, autoclose=False)
        await socket.prepare(request)
        fault = self._faults.take("GATEWAY HELLO")
        await self._faults.strike(fault)
        if fault.loses:
            return socket
        self.silent = False
        await socket.send_json({"op": Op.HELLO, "d": {"heartbeat_interval": self.beat // timedelta(milliseconds=1)}})
        async for frame in socket:
            if frame.type is WSMsgType.TEXT and not self.silent:
                await self._hear(socket, orjson.loads(frame.data))
        if self._socket is socket:
            self._joined.clear()
        await self._faults.strike(self._faults.take("GATEWAY CLOSE"))
        await socket.close()
        return socket

    async def _hear(self, socket: web.WebSocketResponse, said: Json) -> None:
        match said["op"]:
            case Op.HEARTBEAT:
                await socket.send_json({"op": Op.HEARTBEAT_ACK})
            case Op.IDENTIFY:
                await self._identify(socket, said["d"].get("shard", [0, 1]))
            case Op.RESUME:
                await self._faults.strike(self._faults.take("GATEWAY RESUME"))
                await self._resume(socket, said["d"])
            case operation:
                self.unknown.append(f"gateway operation {operation}")

    async def _identify(self, socket: web.WebSocketResponse, shard: list[int]) -> None:
        self.shards.append(shard)
        fault = self._faults.take("GATEWAY IDENTIFY")
        await self._faults.strike(fault)
        if fault.loses:
            await socket.close(code=fault.status or MAY_RESUME)
            return
        self._socket, self._number, self._session = socket, 0, payloads.snowflake()
        self._events.clear()
        self.identified += 1
        ready: Json = {"v": 10, "user": payloads.BOT, "session_id": self._session, "shard": shard}
        ready |= {"resume_gateway_url": self.url, "application": {"id": str(APPLICATION), "flags": 0}}
        number, count = shard  # events/gateway.mdx, Sharding
        ours = [guild for guild in self.guilds if (int(guild["id"]) >> 22) % count == number]
        await self.dispatch("READY", ready | {"guilds": [{"id": guild["id"], "unavailable": True} for guild in ours]})
        for guild in ours:
            if not guild["unavailable"]:
                await self.dispatch("GUILD_CREATE", guild)
        self._joined.set()

    async def _resume(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["session_id"] != self._session:
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        self._socket = socket
        self.resumed += 1
        missed = self._number - said["seq"]
        for event in list(self._events)[len(self._events) - missed :]:
            await socket.send_str(event)
        await self.dispatch("RESUMED", {})
        self._joined.set()
