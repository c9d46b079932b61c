"""The gateway of the loopback Discord: docs, folder developers/events, gateway.mdx."""

import asyncio
from asyncio import Event
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import IntEnum
from typing import Any

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


@dataclass
class Session:
    """A shard's connection, and the events that it was sent."""

    socket: web.WebSocketResponse
    events: deque[str]  # the newest, for a bot that resumes
    id: str = field(default_factory=payloads.snowflake)
    number: int = 0


class Gateway:
    """The shards: each sends HELLO and events, answers heartbeats, and lets a bot resume, in uncompressed text frames.

    While silent, it neither reads nor sends, but its connections stay open. greetings has frames that replace HELLO.
    """

    url: str
    beat = timedelta(seconds=41.25)

    def __init__(self, faults: Faults, keeps: int | None = None) -> None:
        self.guilds = [payloads.guild()]
        self.unknown: list[str] = []
        self.shards: list[list[int]] = []  # number and count, as bots identified themselves
        self.greetings: list[str | bytes] = []
        self._faults = faults
        self._keeps = keeps
        self._sessions: dict[int, Session] = {}
        self._count = 1
        self._has_bot = Event()
        self.silent = False
        self.sessions_left = 999
        self.identifies = 0
        self.resumes = 0

    async def wait_for_bot(self) -> None:
        """Wait for a bot that has identified itself or resumed."""
        async with asyncio.timeout(60):
            await self._has_bot.wait()

    async def disconnect(self, code: int = MAY_RESUME, shard: int = 0) -> None:
        self._has_bot.clear()
        await self._sessions[shard].socket.close(code=code)

    async def send(self, frame: str | bytes, shard: int = 0, *, is_repeated: bool = False) -> None:
        """Send any frame, with is_repeated also to a bot that resumes; the bot may close its connection."""
        self._has_bot.clear()
        session = self._sessions[shard]
        socket = session.socket
        if is_repeated and isinstance(frame, str):
            session.number += 1
            session.events.append(frame)
        await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))

    async def ask_to_reconnect(self) -> None:
        """Tell the bot to connect again and resume."""
        await self._tell(Op.RECONNECT, None)

    async def invalidate(self) -> None:
        """Tell the bot that its session is invalid, but may be resumed."""
        await self._tell(Op.INVALID_SESSION, True)

    def forget_session(self) -> None:
        """Answer no resume of the session any more."""
        for session in self._sessions.values():
            session.id = ""

    async def _tell(self, operation: Op, data: bool | None) -> None:
        await self.send(orjson.dumps({"op": operation, "d": data}).decode())

    async def dispatch(self, event: str, payload: Any) -> None:
        """Send an event, now or when the bot resumes, to the shard of its server: events/gateway.mdx, Sharding."""
        data = payload if isinstance(payload, dict) else {}
        guild = str(data.get("guild_id") or (data.get("id") if event.startswith("GUILD") else 0))
        shard = (int(guild) >> 22) % self._count if guild.isdecimal() else 0
        await self._dispatch(self._sessions[shard], event, payload)

    async def _dispatch(self, session: Session, event: str, payload: Any) -> None:
        session.number += 1
        frame = {"op": Op.DISPATCH, "t": event, "s": session.number, "d": payload}
        session.events.append(orjson.dumps(frame).decode())
        if not session.socket.closed and not self.silent:
            with suppress(ConnectionError):  # the bot was killed, and that is not known here yet
                await session.socket.send_str(session.events[-1])

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        fault_at_connect = self._faults.take("GATEWAY CONNECT")
        await self._faults.strike(fault_at_connect)
        if fault_at_connect.loses:
            return web.Response(status=fault_at_connect.status)
        socket = web.WebSocketResponse(compress=False, autoclose=False)
        await socket.prepare(request)
        fault = self._faults.take("GATEWAY HELLO")
        await self._faults.strike(fault)
        if fault.loses:
            return socket
        self.silent = False
        await self._greet(socket)
        async for frame in socket:
            if frame.type is WSMsgType.TEXT and not self.silent:
                await self._hear(socket, orjson.loads(frame.data))
        if any(session.socket is socket for session in self._sessions.values()):
            self._has_bot.clear()
        await self._faults.strike(self._faults.take("GATEWAY CLOSE"))
        await socket.close()
        return socket

    async def _greet(self, socket: web.WebSocketResponse) -> None:
        hello = orjson.dumps({"op": Op.HELLO, "d": {"heartbeat_interval": self.beat // timedelta(milliseconds=1)}})
        frame = self.greetings.pop(0) if self.greetings else hello.decode()
        await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))

    async def _hear(self, socket: web.WebSocketResponse, frame: Json) -> None:
        match frame["op"]:
            case Op.HEARTBEAT:
                await socket.send_json({"op": Op.HEARTBEAT_ACK})
            case Op.IDENTIFY:
                await self._identify(socket, frame["d"].get("shard", [0, 1]))
            case Op.RESUME:
                await self._faults.strike(self._faults.take("GATEWAY RESUME"))
                await self._resume(socket, frame["d"])
            case operation:
                self.unknown.append(f"gateway operation {operation}")

    async def _identify(self, socket: web.WebSocketResponse, shard: list[int]) -> None:
        self.shards.append(shard)
        fault = self._faults.take("GATEWAY IDENTIFY")
        await self._faults.strike(fault)
        if fault.loses:
            await socket.close(code=fault.status or MAY_RESUME)
            return
        number, self._count = shard  # events/gateway.mdx, Sharding
        session = self._sessions[number] = Session(socket, deque(maxlen=self._keeps))
        self.identifies += 1
        ready: Json = {"v": 10, "user": payloads.BOT, "session_id": session.id, "shard": shard}
        ready |= {"resume_gateway_url": self.url, "application": {"id": str(APPLICATION), "flags": 0}}
        ours = [guild for guild in self.guilds if (int(guild["id"]) >> 22) % self._count == number]
        guilds = [{"id": guild["id"], "unavailable": True} for guild in ours]
        await self._dispatch(session, "READY", ready | {"guilds": guilds})
        for guild in ours:
            if not guild["unavailable"]:
                await self._dispatch(session, "GUILD_CREATE", guild)
        self._has_bot.set()

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = next((each for each in self._sessions.values() if each.id == data["session_id"]), None)
        if session is None:
            await socket.send_json({"op": Op.INVALID_SESSION, "d": False})
            return
        session.socket = socket
        self.resumes += 1
        number = session.number - data["seq"]
        for event in list(session.events)[len(session.events) - number :]:
            await socket.send_str(event)
        await self._dispatch(session, "RESUMED", {})
        self._has_bot.set()
