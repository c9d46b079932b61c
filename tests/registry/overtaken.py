"""A database in which another process acts just before a save."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from bot.database.games import GameStore
from bot.database.lobby import LobbyStore
from bot.database.store import Store
from bot.database.transactions import Database, Observe
from bot.game.games import Game, UserId
from bot.game.preferences import Preferences
from bot.game.requests import NewChallenge, Update

Overtake = Callable[[], Awaitable[None]]


class _Games(GameStore):
    overtake: Overtake

    async def save(self, *arguments: Any, **options: Any) -> Game:
        await self.overtake()
        return await super().save(*arguments, **options)


class _Lobby(LobbyStore):
    overtake: Overtake

    async def open_game(self, *arguments: Any, **options: Any) -> tuple[Update, Mapping[UserId, Preferences]]:
        await self.overtake()
        return await super().open_game(*arguments, **options)

    async def offer(self, *arguments: Any, **options: Any) -> NewChallenge:
        await self.overtake()
        return await super().offer(*arguments, **options)


class Overtaken(Store):
    """Lets another process act before the next save, game or challenge."""

    def __init__(self, database: Database, observe: Observe) -> None:
        super().__init__(database, observe)
        self.overtaking: Callable[[], Awaitable[object]] | None = None
        self.games, self.lobby = _Games(database, observe), _Lobby(database, observe)
        self.games.overtake = self.lobby.overtake = self._overtake

    async def _overtake(self) -> None:
        overtaking, self.overtaking = self.overtaking, None
        if overtaking:
            await overtaking()
