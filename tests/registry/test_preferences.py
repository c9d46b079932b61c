"""Preferences and settings: saved, cached for ten minutes, and never delaying a move."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

import pytest

from bot.core import Core
from bot.database.errors import StoreFailed
from bot.database.lobby import LobbyStore
from bot.database.preferences import PreferenceStore
from bot.database.store import Store
from bot.database.transactions import Database, Observe
from bot.game.clocks import Pace
from bot.game.games import GuildId, Human, UserId
from bot.game.preferences import (
    DEFAULT_PREFERENCES,
    DEFAULT_SETTINGS,
    BoardKind,
    BoardPlacement,
    Labels,
    Preferences,
    ServerSettings,
    Shape,
    Switch,
    Theme,
    WhoMayEnd,
)
from bot.game.requests import Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import TTL, People, Servers
from bot.registry.privacy import Privacy
from engine import Cell, Rules
from tests.people import ANN, BOB, CY, Clock, by, duel, solo

T = TypeVar("T")
GUILD, OTHER = GuildId(1), GuildId(2)
STAR = Preferences(mark=Shape.STAR)
NARROW = ServerSettings(Rules(7, 6, 4))


class WatchedPreferences(PreferenceStore):
    """Counts queries for preferences, and fails, hangs or answers late when told to."""

    queries = 0
    fails = False
    hangs = False
    has_read: asyncio.Event
    may_answer: asyncio.Event

    async def preferences(self, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        self.queries += 1
        await self._trouble()
        return await self.late(super().preferences(users))

    async def server_settings(self, guild: GuildId) -> ServerSettings:
        await self._trouble()
        return await super().server_settings(guild)

    async def _trouble(self) -> None:
        if self.fails:
            raise StoreFailed("gone", unchanged=True)
        if self.hangs:
            await asyncio.Event().wait()

    async def late(self, query: Awaitable[T]) -> T:
        result = await query
        self.has_read.set()
        await self.may_answer.wait()
        return result


Opened: TypeAlias = "tuple[Update, Mapping[UserId, Preferences]]"


class LateLobby(LobbyStore):
    late: Callable[[Awaitable[Opened]], Awaitable[Opened]]

    async def open_game(self, *arguments: Any, **options: Any) -> Opened:
        return await self.late(super().open_game(*arguments, **options))


class Watched(Store):
    """A database with watched preferences."""

    def __init__(self, database: Database, observe: Observe) -> None:
        super().__init__(database, observe)
        self.preferences, self.lobby = WatchedPreferences(database, observe), LateLobby(database, observe)
        self.lobby.late = self.preferences.late


@pytest.fixture
async def store(url: str) -> AsyncIterator[Watched]:
    store = await Watched.open(url)
    store.preferences.has_read, store.preferences.may_answer = asyncio.Event(), asyncio.Event()
    store.preferences.may_answer.set()
    yield store
    await store.close()


# -- preferences


async def test_preferences_come_back_as_they_were_saved(preferences: People, rival: Core) -> None:
    choices = Preferences(Shape.MOON, Theme.CONTRAST, BoardKind.PICTURE, Labels.COORDINATES, Switch.OFF)
    assert await preferences.prefer(ANN, vars(choices)) == choices
    assert await rival.people.preferences(ANN) == choices
    assert await rival.people.preferences(BOB) == DEFAULT_PREFERENCES


async def test_a_change_leaves_other_preferences_alone(preferences: People) -> None:
    await preferences.prefer(ANN, {"mark": Shape.STAR})
    assert await preferences.prefer(ANN, {"theme": Theme.LIGHT}) == Preferences(Shape.STAR, Theme.LIGHT)
    assert await preferences.prefer(ANN, {"mark": None}) == Preferences(theme=Theme.LIGHT)


async def test_another_process_sees_new_preferences_within_ten_minutes(
    process: Core, rival: Core, clock: Clock
) -> None:
    game = await solo(process.lobby)
    assert await rival.people.preferences_of(game) == (DEFAULT_PREFERENCES, DEFAULT_PREFERENCES)
    await process.people.prefer(ANN, {"mark": Shape.STAR})
    assert await process.people.preferences_of(game) == (STAR, DEFAULT_PREFERENCES)
    clock.advance(seconds=TTL.total_seconds() - 1)
    assert await rival.people.preferences_of(game) == (DEFAULT_PREFERENCES, DEFAULT_PREFERENCES)
    clock.advance(seconds=1)
    assert await rival.people.preferences_of(game) == (STAR, DEFAULT_PREFERENCES)


async def test_preferences_are_cached_for_ten_minutes(process: Core, rival: Core, store: Watched, clock: Clock) -> None:
    await rival.people.prefer(BOB, {"mark": Shape.STAR})
    game = await duel(process.lobby)
    for queries in (0, 1):  # a game begins with the preferences of its players
        for _ in range(3):
            assert await process.people.preferences_of(game) == (DEFAULT_PREFERENCES, STAR)
        assert store.preferences.queries == queries
        clock.advance(seconds=TTL.total_seconds())


async def test_the_cache_of_preferences_is_limited(lobby: Lobby, store: Watched) -> None:
    cache = People(store.preferences, timer=lambda: 0, size=2)
    game = await solo(lobby)
    queries: list[int] = []
    for user in (ANN, BOB, CY, CY, BOB, ANN):
        await cache.preferences_of(replace(game, x=Human(user)))
        queries.append(store.preferences.queries)
    assert queries == [1, 2, 3, 3, 3, 4]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_a_board_does_not_wait_for_preferences(trouble: str, process: Core, store: Watched, clock: Clock) -> None:
    await process.people.prefer(ANN, {"mark": Shape.STAR})
    game = await duel(process.lobby)
    setattr(store, trouble, True)
    assert await process.people.preferences_of(game) == (STAR, DEFAULT_PREFERENCES)
    clock.advance(seconds=TTL.total_seconds())
    assert await process.people.preferences_of(game) == (STAR, DEFAULT_PREFERENCES)  # an old value is better than none


@pytest.mark.parametrize("way", ["board", "preferences", "game"])
async def test_a_late_query_does_not_undo_a_change(way: str, process: Core, store: Watched, clock: Clock) -> None:
    game = await duel(process.lobby)
    clock.advance(seconds=TTL.total_seconds())
    store.preferences.has_read.clear()
    store.preferences.may_answer.clear()
    queries = {
        "board": lambda: process.people.preferences_of(game),
        "preferences": lambda: process.people.preferences(ANN),
        "game": lambda: solo(process.lobby),
    }
    waiting = asyncio.ensure_future(queries[way]())
    await store.preferences.has_read.wait()
    await process.people.prefer(ANN, {"mark": Shape.STAR})
    store.preferences.may_answer.set()
    await waiting
    assert await process.people.preferences_of(game) == (STAR, DEFAULT_PREFERENCES)


async def test_preferences_of_a_forgotten_user_are_not_cached(process: Core, privacy: Privacy) -> None:
    for user in (ANN, BOB):
        await process.people.prefer(user, {"mark": Shape.STAR})
    game = await duel(process.lobby)
    await privacy.forget(ANN)
    assert await process.people.preferences_of(game) == (DEFAULT_PREFERENCES, STAR)


# -- a picture that stays


async def test_a_picture_stays_with_a_game_through_moves_and_restarts(process: Core, rival: Core) -> None:
    game = await duel(process.lobby)
    current = (await process.games.set_picture(by(ANN), picture=True)).game
    assert (current.picture, current.revision) == (True, game.revision)
    update = await process.games.mark(by(ANN), Cell(1, 1))
    assert update.game.picture
    assert (await rival.games.view(by(BOB))).game.picture
    await process.games.set_picture(by(BOB), picture=False)
    assert (await process.games.view(by(BOB))).game.picture is False


async def test_a_picture_for_a_spectator_does_not_stay(lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    assert (await games.set_picture(by(CY), picture=True)).game.picture
    assert (await games.view(by(ANN))).game.picture is None


# -- settings of servers


async def test_settings_come_back_as_they_were_saved(servers: Servers, rival: Core) -> None:
    choices = ServerSettings(
        Rules(7, 6, 4),
        Pace.DAY,
        is_rated=False,
        boards=BoardPlacement.NEW_MESSAGE,
        end=WhoMayEnd.MODERATORS,
        language="pl",
    )
    assert await servers.change(GUILD, vars(choices), ANN) == choices
    assert await rival.servers.settings(GUILD) == choices
    assert await rival.servers.settings(OTHER) == DEFAULT_SETTINGS


async def test_a_change_leaves_other_settings_alone(servers: Servers) -> None:
    await servers.change(GUILD, {"size": NARROW.size}, ANN)
    assert await servers.change(GUILD, {"is_rated": False}, ANN) == ServerSettings(NARROW.size, is_rated=False)
    assert await servers.change(GUILD, {"size": None}, ANN) == ServerSettings(is_rated=False)


async def test_the_log_says_who_changed_what(servers: Servers, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await servers.change(GUILD, {"pace": Pace.DAY}, BOB)
    [record] = caplog.records
    assert all(str(word) in record.getMessage() for word in (BOB, GUILD, "pace", "1 day"))


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_no_request_waits_for_settings(trouble: str, servers: Servers, store: Watched, clock: Clock) -> None:
    await servers.change(GUILD, {"boards": BoardPlacement.NEW_MESSAGE}, ANN)
    setattr(store, trouble, True)
    clock.advance(seconds=TTL.total_seconds())
    settings = await servers.cached_settings(GUILD)
    assert settings.boards is BoardPlacement.NEW_MESSAGE  # an old value is better than none
    assert await servers.cached_settings(OTHER) == DEFAULT_SETTINGS
