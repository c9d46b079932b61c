"""Wires everything between Discord and the database."""

from random import Random

from bot.database.clocks import Shards
from bot.database.store import Store
from bot.registry.arbiter import Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from bot.registry.coach import Coach
from bot.registry.computers import Computers
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import People, Servers
from bot.registry.privacy import Privacy
from bot.registry.puzzles import Puzzles
from bot.registry.ratings import Ratings
from bot.registry.workers import Workers


class Core:
    """The services of a process. All processes share the database.

    Reads and writes that need no lock and no rule are methods of store.
    """

    def __init__(
        self,
        store: Store,
        computers: Computers,
        thinkers: Workers,
        random: Random,
        times: Times,
        shards: Shards | None = None,
    ) -> None:
        self.store, self.times, self.computers, clock = store, times, computers, times.clock
        arbiter = Arbiter(times)
        self.channels = channels = Channels(store.games, arbiter)
        self.people = People(store.preferences, clock=times.timer)
        self.servers = Servers(store.preferences, clock=times.timer)
        self.coach = Coach(channels, thinkers, random=random)
        self.puzzles = Puzzles(store.puzzles, self.coach, clock=clock)
        self.lobby = Lobby(channels, store.lobby, computers, self.people, self.servers, random)
        self.games = Games(channels, store.games, store.lobby, computers, clock=clock)
        self.privacy = Privacy(channels, self.people, store.privacy, clock=clock)
        self.clocks = Clocks(channels, store.clocks, arbiter, shards)
        self.ratings = Ratings(store.ratings, clock=clock)
