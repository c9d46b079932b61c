"""The gateway of the loopback Discord: docs, folder developers/events, gateway.mdx."""

import asyncio
import json
from asyncio import Event
from contextlib import suppress
from datetime import timedelta
from enum import IntEnum

from aiohttp import WSMsgType, web

from tests.e2e import payloads
from tests.e2e.faults import Faults
from tests.e2e.payloads import APPLICATION, GUILD, Json

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

    def __init__(self, faults: Faults) -> None:
        self.unknown: list[str] = []
        self._faults = faults
        self._socket: web.WebSocketResponse | None = None
        self._joined = Event()
        self._session = ""
        self._events: list[str] = []
        self.silent = False
        self.identified = 0
        self.resumed = 0

    async def joined(self) -> None:
        """Wait for a bot that has identified itself or resumed."""
        async with asyncio.timeout(30):
            await self._joined.wait()

    async def disconnect(self, code: int = MAY_RESUME) -> None:
        """Lose the connection."""
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
        number = len(self._events) + 1
        self._events.append(json.dumps({"op": Op.DISPATCH, "t": event, "s": number, "d": payload}))
        if self._socket is not None and not self._socket.closed and not self.silent:
            with suppress(ConnectionError):  # the bot was killed, and that is not known here yet
                await self._socket.send_str(self._events[-1])

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection to its end."""
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
                await self._hear(socket, json.loads(frame.data))
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
                await self._identify(socket)
            case Op.RESUME:
                await self._resume(socket, said["d"])
            case operation:
                self.unknown.append(f"gateway operation {operation}")

    async def _identify(self, socket: web.WebSocketResponse) -> None:
        fault = self._faults.take("GATEWAY IDENTIFY")
        await self._faults.strike(fault)
        if fault.loses:
            await socket.close(code=fault.status or MAY_RESUME)
            return
        self._socket, self._events, self._session = socket, [], payloads.snowflake()
        self.identified += 1
        ready: Json = {"v": 10, "user": payloads.BOT, "session_id": self._session, "shard": [0, 1]}
        ready |= {"resume_gateway_url": self.url, "application": {"id": str(APPLICATION), "flags": 0}}
        await self.dispatch("READY", ready | {"guilds": [{"id": str(GUILD), "unavailable": True}]})
        await self.dispatch("GUILD_CREATE", payloads.guild())
        self._joined.set()

    async def _resume(self, socket: web.WebSocketResponse, said: Json) -> None:
        if said["session_id"] != self._session:
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        self._socket = socket
        self.resumed += 1
        for missed in self._events[said["seq"] :]:
            await socket.send_str(missed)
        await self.dispatch("RESUMED", {})
        self._joined.set()
