"""Whatever happens to a game in whatever order: what such tests have in common."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import ClassVar, TypeVar

from bot.core import Core
from bot.database.store import Store
from bot.game.challenges import Terms
from bot.game.errors import GameError
from bot.game.games import Game
from bot.game.requests import GameRequest, NewChallenge
from tests import people
from tests.databases import sqlite_store
from tests.people import ANN, BOB, CHANNEL, HERE, Clock, Deliberate
from tests.stored import latest_game


class Account(ABC):
    """A game between Ann and Bob in two processes, and what a test knows of it without asking."""

    terms: ClassVar[Terms]

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = Clock()
        self.here, self.there = self.started(), self.started()

    def started(self) -> Core:
        return people.process(self.store, Deliberate(), self.clock)

    async def begin(self) -> None:
        offered = await self.here.lobby.new(GameRequest(HERE, ANN, self.terms))
        assert isinstance(offered, NewChallenge)
        await self.here.lobby.accept(CHANNEL, offered.challenge.id, BOB)

    async def game(self) -> Game:
        game = await latest_game(self.store, HERE.channel)
        assert game
        return game

    @abstractmethod
    async def check(self) -> bool:
        """Check the game; return whether it goes on."""

    async def restart(self, _: int) -> None:
        self.here = self.started()

    async def change_process(self, _: int) -> None:
        self.here, self.there = self.there, self.here


A = TypeVar("A", bound=Account)
Act = Callable[[A, int], Awaitable[None]]


async def play(new: Callable[[Store], A], acts: Sequence[tuple[Act[A], int]]) -> None:
    """Let acts happen to a game, and check it after each; the registry may refuse them."""
    async with sqlite_store() as store:
        account = new(store)
        await account.begin()
        for act, number in acts:
            with suppress(GameError):
                await act(account, number)
            if not await account.check():
                break
