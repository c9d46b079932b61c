"""Wires everything between Discord and the database."""

from collections.abc import Callable

from bot.database.clocks import Shards
from bot.database.store import Store
from bot.game.requests import Update
from bot.registry.arbiter import Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from bot.registry.coach import Coach
from bot.registry.computers import Computers
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import Choices, People, Servers
from bot.registry.privacy import Privacy
from bot.registry.puzzles import Puzzles
from bot.registry.ratings import Ratings
from bot.registry.workers import Workers


class Core:
    """The services of a process. All processes share the database.

    Reads and writes that need no lock and no rule are methods of store. on_timeout is called for each game that ends by
    timeout.
    """

    def __init__(
        self,
        store: Store,
        computers: Computers,
        thinkers: Workers,
        times: Times,
        shards: Shards | None = None,
        on_timeout: Callable[[Update], object] = lambda _update: None,
    ) -> None:
        self.store, self.times, self.computers, clock = store, times, computers, times.clock
        arbiter, random = Arbiter(times), computers.random
        self.channels = channels = Channels(store, arbiter, on_timeout)
        choices = Choices(People(store, clock=times.timer), Servers(store, clock=times.timer))
        self.people, self.servers = choices
        self.coach = Coach(channels, thinkers, random=random)
        self.puzzles = Puzzles(store, self.coach, clock=clock)
        self.lobby = Lobby(channels, store, computers, choices, random, times)
        self.games = Games(channels, store, computers, clock=clock)
        self.privacy = Privacy(channels, self.people, store, clock=clock)
        self.clocks = Clocks(channels, store, arbiter, shards)
        self.ratings = Ratings(store, clock=clock)
