"""Keeps the connection to Discord's gateway alive: drops unreadable events, and starts sessions sparingly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

from discord import SessionStartLimits

from bot.payloads import Incomplete, completed

log = logging.getLogger(__name__)

# Most of the data about a server that discord.py would keep in memory: events/gateway-events.mdx, Guild Create.
UNUSED = {"channels", "roles", "threads"}

Parse = Callable[[Any], None]

# Without READY the bot is useless, so it should exit and restart.
REQUIRED_EVENTS = {"READY"}
# A shard may identify itself every five seconds: events/gateway.mdx, Rate Limiting.
PAUSE = timedelta(seconds=5)


@dataclass(frozen=True)
class Connection:
    """The state of a process's connection to Discord.

    latencies has the seconds from a heartbeat to its answer for each shard of the process, infinite until known. up has
    the shards that are connected. is_lagging: at least half of the interactions arrive too late.
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


# These would make discord.py keep every active thread in memory. Deletions arrive without them.
UNUSED_EVENTS = ("THREAD_CREATE", "THREAD_UPDATE", "THREAD_LIST_SYNC", "THREAD_MEMBER_UPDATE", "THREAD_MEMBERS_UPDATE")


def drop_unused_data(parsers: dict[str, Parse]) -> None:
    """Drop the data of servers that interactions contain anyway: the channel, the member and their permissions."""
    for event in UNUSED_EVENTS:
        parsers[event] = lambda _: None
    parse = parsers["GUILD_CREATE"]
    parsers["GUILD_CREATE"] = lambda server: parse({name: server[name] for name in server.keys() - UNUSED})


def complete_interactions(parsers: dict[str, Parse], application: Callable[[], int | None]) -> None:
    """Fill in what discord.py requires of an interaction."""
    parse = parsers["INTERACTION_CREATE"]
    parsers["INTERACTION_CREATE"] = lambda payload: parse(completed(payload, application()))


def drop_unreadable_events(parsers: dict[str, Parse], dropped: Callable[[str], None]) -> None:
    """If an event can't be read, log it and pass its name to dropped, instead of ending the process.

    Only the first of each name has a traceback in the log, because Discord may send thousands of the same kind.
    """
    logged = set[str]()
    for event in parsers.keys() - REQUIRED_EVENTS:
        parsers[event] = partial(_read, event, parsers[event], dropped, logged)


def _read(event: str, parse: Parse, dropped: Callable[[str], None], logged: set[str], payload: Any) -> None:
    try:
        parse(payload)
    except Incomplete as incomplete:
        log.warning("could not read the gateway event %s, dropped it: %s", event, incomplete)
        dropped(event)
    except Exception:
        if event not in logged:
            logged.add(event)
            log.exception("could not read the gateway event %s, dropped it, and will only count the next ones", event)
        dropped(event)


async def wait_for_session(limits: Callable[[], Awaitable[SessionStartLimits]]) -> None:
    """Wait until Discord allows another session. A bot that starts more than 1,000 sessions a day loses its token."""
    while (limit := await limits()).remaining < 1:
        wait = max(timedelta(milliseconds=limit.reset_after), PAUSE)
        log.warning("all %d session starts for today are used up, waiting %s", limit.total, wait)
        await asyncio.sleep(wait.total_seconds())
