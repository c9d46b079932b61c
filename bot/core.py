"""Wires everything between Discord and the database."""

from collections.abc import Callable

from bot.database.store import Store
from bot.deadlines import Times
from bot.game.outages import Shards
from bot.game.requests import Update
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from bot.registry.coach import Coach
from bot.registry.computers import Computers
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import People, Servers
from bot.registry.privacy import Privacy
from bot.registry.processes import Processes
from bot.registry.puzzles import Puzzles
from bot.registry.ratings import Ratings
from bot.registry.workers import Workers


class Core:
    """The services of a process. All processes share the database.

    Reads and writes that need no lock and no rule are methods of store. make_worker is for the coach. on_timeout is
    called for each game that ends by timeout.
    """

    def __init__(
        self,
        store: Store,
        computers: Computers,
        make_worker: Callable[[], Workers],
        times: Times,
        shards: Shards | None = None,
        on_timeout: Callable[[Update], object] = lambda _update: None,
    ) -> None:
        self.store, self.times, self.computers, now = store, times, computers, times.now
        arbiter, random = Arbiter(times, shards), computers.random
        self.outages = arbiter.outages
        self.channels = channels = Channels(store.games, arbiter, on_timeout)
        self.people = People(store.preferences, timer=times.timer)
        self.servers = Servers(store.preferences, timer=times.timer)
        self.coach = Coach(channels, make_worker, random=random)
        self.puzzles = Puzzles(store.puzzles, self.coach, now=now)
        self.lobby = Lobby(channels, store.lobby, computers, self.people, self.servers, random)
        self.games = Games(channels, store.games, store.lobby, computers, now=now)
        self.privacy = Privacy(channels, self.people, store.privacy, now=now)
        self.processes = Processes(store.clocks, self.outages, now)
        self.clocks = Clocks(channels, store.clocks, arbiter)
        self.ratings = Ratings(store.ratings, now=now)
