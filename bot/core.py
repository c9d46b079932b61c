"""What stands between Discord and the database, wired."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Protocol

from bot import deadlines
from bot.game.clock import PACES, Pace
from bot.registry.arbiter import OUTAGE, Arbiter
from bot.registry.channels import Channels
from bot.registry.choices import People, Servers
from bot.registry.coach import Coach
from bot.registry.computers import Computers
from bot.registry.keeping import Keeping
from bot.registry.lobby import Lobby
from bot.registry.puzzles import Puzzles, PuzzleStore
from bot.registry.registry import GameRegistry
from bot.registry.standings import Standings, StandingsStore
from bot.registry.store import Shards, Store
from bot.registry.timekeeper import Timekeeper
from bot.registry.workers import Workers


class Database(Store, PuzzleStore, StandingsStore, Protocol):
    """All that the bot needs of a database."""


@dataclass(frozen=True)
class Times:
    """The clocks of a process, and how long things take in it. Only tests have other times.

    Shapes: timer counts seconds, for what is remembered; request is how long a request may take, waiting for its
    channel included; probing and sweeping are the pauses between two trial writes and between two looks at the clocks.
    """

    clock: Callable[[], datetime]
    timer: Callable[[], float] = time.monotonic
    request: timedelta = deadlines.REQUEST
    on_its_way: timedelta = deadlines.MOVE_ON_ITS_WAY
    outage: timedelta = OUTAGE
    paces: Mapping[Pace, timedelta] = field(default_factory=lambda: PACES)
    probing: timedelta = timedelta(seconds=30)
    sweeping: timedelta = timedelta(seconds=30)  # with on_its_way less than the minute that an end may be late


class Core:
    """What each process of the bot has of its own on the database that all share."""

    def __init__(
        self,
        store: Database,
        computers: Computers,
        thinkers: Workers,
        random: Random,
        times: Times,
        shards: Shards | None = None,
    ) -> None:
        self.times, clock = times, times.clock
        arbiter = Arbiter(clock, on_its_way=times.on_its_way, outage=times.outage)
        self.channels = channels = Channels(store, arbiter, request=times.request)
        self.people = people = People(store, clock=times.timer)
        self.servers = servers = Servers(store, clock=times.timer)
        self.coach = Coach(channels, thinkers, random=random)
        self.puzzles = Puzzles(store, self.coach, clock=clock)
        self.lobby = Lobby(channels, store, computers, people, servers, clock=clock, random=random, paces=times.paces)
        self.registry = GameRegistry(channels, store, computers, clock=clock)
        self.keeping = Keeping(channels, people, store, self.puzzles, clock=clock)
        self.timekeeper = Timekeeper(channels, store, arbiter, shards)
        self.standings = Standings(store, clock=clock)
