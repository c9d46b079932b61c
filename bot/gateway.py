"""Keeping the connection to Discord's gateway alive: odd events are dropped, sessions started sparingly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from discord import SessionStartLimits

log = logging.getLogger(__name__)

# Most of what discord.py would keep in memory of each server: events/gateway-events.mdx, Guild Create.
UNUSED = {"channels", "roles", "threads"}

Parse = Callable[[Any], None]

# Without READY the bot serves nobody: better exit and restart than go on silently.
REQUIRED_EVENTS = {"READY"}
# One shard may identify itself every five seconds: events/gateway.mdx, Rate Limiting.
PAUSE = timedelta(seconds=5)


@dataclass(frozen=True)
class Connection:
    """The state of a process's connection to Discord.

    latencies has the seconds from a heartbeat to its answer for each shard of the process, infinite until one is known;
    up has the shards that are connected now. is_lagging tells whether most interactions arrive too late.
    """

    is_closing: bool
    is_ready: bool
    latencies: Mapping[int, float]
    up: frozenset[int]
    guilds: int
    is_lagging: bool = False

    @property
    def is_connected(self) -> bool:
        """Whether every shard is connected."""
        return self.is_ready and self.up.issuperset(self.latencies)


# discord.py keeps every active thread in memory; deletions are reported without that.
UNUSED_EVENTS = ("THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBER_UPDATE", "THREAD_MEMBERS_UPDATE")


def drop_unused_data(parsers: dict[str, Parse]) -> None:
    """Drop the data of a server that an interaction brings along: its channel, its member and their permissions."""
    for event in UNUSED_EVENTS:
        parsers[event] = lambda _: None
    parse = parsers["GUILD_CREATE"]
    parsers["GUILD_CREATE"] = lambda server: parse({name: server[name] for name in server.keys() - UNUSED})


def drop_odd_events(parsers: dict[str, Parse], dropped: Callable[[str], None]) -> None:
    """Keep an event that can't be read from ending the process: log it, report its name to dropped, and go on."""
    for event in parsers.keys() - REQUIRED_EVENTS:
        parsers[event] = _guarded(event, parsers[event], dropped)


def _guarded(event: str, parse: Parse, dropped: Callable[[str], None]) -> Parse:
    def guarded(payload: Any) -> None:
        try:
            parse(payload)
        except Exception:
            log.exception("could not read the gateway's event %s, it is dropped", event)
            dropped(event)

    return guarded


async def wait_for_session(limits: Callable[[], Awaitable[SessionStartLimits]]) -> None:
    """Wait until Discord allows another session: a bot that starts more than 1,000 a day loses its token."""
    while (limit := await limits()).remaining < 1:
        wait = max(timedelta(milliseconds=limit.reset_after), PAUSE)
        log.warning("all %d sessions that Discord allows in a day have been started, waiting for %s", limit.total, wait)
        await asyncio.sleep(wait.total_seconds())
