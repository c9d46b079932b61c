"""What stands between Discord and the database, wired."""

import time
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import NamedTuple

from bot.database.clocks import Shards
from bot.database.store import Store
from bot.game.clock import PACES, Pace
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.choices import People, Servers
from bot.registry.coach import Coach
from bot.registry.computers import Computers
from bot.registry.keeping import Keeping
from bot.registry.lobby import Lobby
from bot.registry.puzzles import Puzzles
from bot.registry.registry import GameRegistry
from bot.registry.standings import Standings
from bot.registry.timekeeper import Timekeeper


class Core(NamedTuple):
    """What each process of the bot has of its own on the database that all share."""

    lobby: Lobby
    registry: GameRegistry
    keeping: Keeping
    people: People
    servers: Servers
    coach: Coach
    timekeeper: Timekeeper
    puzzles: Puzzles
    standings: Standings


def core(  # noqa: PLR0913 - what it is made of
    store: Store,
    channels: Channels,
    arbiter: Arbiter,
    computers: Computers,
    coach: Coach,
    *,
    clock: Callable[[], datetime],
    timer: Callable[[], float] = time.monotonic,
    random: Random,
    paces: Mapping[Pace, timedelta] = PACES,
    shards: Shards | None = None,
) -> Core:
    """Return all of it. clock tells the time, and timer counts seconds for what is remembered."""
    people, servers = People(store, clock=timer), Servers(store, clock=timer)
    puzzles = Puzzles(store, coach, clock=clock)
    return Core(
        Lobby(channels, store, computers, people, servers, clock=clock, random=random, paces=paces),
        GameRegistry(channels, store, computers, clock=clock),
        Keeping(channels, people, store, puzzles, clock=clock),
        people,
        servers,
        coach,
        Timekeeper(channels, store, arbiter, shards),
        puzzles,
        Standings(store, clock=clock),
    )
