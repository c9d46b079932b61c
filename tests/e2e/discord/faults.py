"""Faults between the bot and Discord, set by a test as rules."""

import asyncio
import re
from asyncio import Event
from dataclasses import dataclass, field
from typing import Any


class Refused(Exception):
    """An error of Discord: HTTP status, and JSON error code of topics/opcodes-and-status-codes.mdx."""

    def __init__(self, status: int, code: int = 0, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status}, {code}")
        self.status = status
        self.code = code
        self.errors = errors  # by field: reference.mdx, Error Messages


@dataclass
class Fault:
    """A fault of the next `METHOD /path` that matches a pattern; with forever, of all of them.

    The gateway has `GATEWAY` with `CONNECT`, `HELLO`, `IDENTIFY` and `CLOSE`. First the delay. Then a hung request is
    never answered, a dropped one loses its connection, one with a status gets that and the error code, after HELLO as
    the close code. None of these three is carried out, unless done says so: then it is at once. With retry_after a 429
    is Discord's own rate limit; without, it comes from the proxy before it.
    """

    pattern: str
    delay: float = 0
    hang: bool = False
    drop: bool = False
    status: int = 0
    code: int = 0
    forever: bool = False
    retry_after: float = 0
    done: bool = False
    body: str | None = None  # instead of an error
    struck: Event = field(default_factory=Event)

    async def strikes(self) -> None:
        """Wait until it has struck a request."""
        async with asyncio.timeout(60):
            await self.struck.wait()

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a rate limit: topics/rate-limits.mdx. discord.py recognizes Discord's proxies by Via."""
        if not self.retry_after:
            return {}
        limits = {"Limit": "5", "Remaining": "0", "Reset-After": str(self.retry_after), "Bucket": "a-fault"}
        return {f"X-RateLimit-{name}": value for name, value in limits.items()} | {"Via": "1.1 google"}

    @property
    def loses(self) -> bool:
        """Whether the proper answer never arrives."""
        return self.hang or self.drop or bool(self.status)


class Faults:
    """The rules that still apply."""

    def __init__(self) -> None:
        self._waiting: list[Fault] = []
        self._ended = Event()

    def add(self, pattern: str, **what: Any) -> Fault:
        self._waiting.append(Fault(pattern, **what))
        return self._waiting[-1]

    def take(self, what: str) -> Fault:
        """Return the rule for a request, for most requests one that does nothing."""
        fault = next((fault for fault in self._waiting if re.search(fault.pattern, what)), Fault(""))
        if fault in self._waiting and not fault.forever:
            self._waiting.remove(fault)
        return fault

    async def strike(self, fault: Fault) -> None:
        """Delay a request, or let it hang, by a rule."""
        fault.struck.set()
        await asyncio.sleep(fault.delay)
        if fault.hang:
            await self._ended.wait()

    def clear(self) -> None:
        """Let nothing go wrong any more."""
        self._waiting.clear()

    def end(self) -> None:
        self._ended.set()
