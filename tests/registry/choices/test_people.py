"""What people prefer: saved, remembered for a while, and never in the way of a move."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select

from bot.core import Core
from bot.database import tables
from bot.database.store import Store
from bot.game.choices import DEFAULT_PREFERENCES, BoardKind, Labels, Preferences, Shape, Switch, Theme
from bot.game.games import Human, UserId
from bot.game.requests import StartedGame
from bot.registry.choices import TTL, People
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.registry import GameRegistry
from engine import Cell
from tests import people
from tests.people import ANN, BOB, CHANNEL, CY, Clock, Deliberate, duel, exported, solo
from tests.registry.watched import Watched

STAR = Preferences(mark=Shape.STAR)
ALL = Preferences(Shape.MOON, Theme.CONTRAST, BoardKind.PICTURE, Labels.COORDINATES, Switch.OFF)


async def test_what_somebody_prefers_comes_back_as_it_was_saved(preferences: People, rival: Core) -> None:
    assert await preferences.prefer(ANN, vars(ALL)) == ALL
    assert await rival.people.preferences(ANN) == ALL
    assert await rival.people.preferences(BOB) == DEFAULT_PREFERENCES


async def test_what_is_left_out_stays_as_it_is(preferences: People) -> None:
    await preferences.prefer(ANN, {"mark": Shape.STAR})
    assert await preferences.prefer(ANN, {"theme": Theme.LIGHT}) == Preferences(Shape.STAR, Theme.LIGHT)
    assert await preferences.prefer(ANN, {"mark": None}) == Preferences(theme=Theme.LIGHT)


async def test_a_choice_counts_at_once_here_and_elsewhere_within_a_while(
    lobby: Lobby, preferences: People, rival: Core, clock: Clock
) -> None:
    game = await solo(lobby)
    assert await rival.people.of_players(game) == (DEFAULT_PREFERENCES, DEFAULT_PREFERENCES)
    await preferences.prefer(ANN, {"mark": Shape.STAR})
    assert await preferences.of_players(game) == (STAR, DEFAULT_PREFERENCES)
    clock.advance(seconds=TTL.total_seconds() - 1)
    assert await rival.people.of_players(game) == (DEFAULT_PREFERENCES, DEFAULT_PREFERENCES)
    clock.advance(seconds=1)
    assert await rival.people.of_players(game) == (STAR, DEFAULT_PREFERENCES)


class Counted(Watched):
    """Counts the questions for preferences."""

    async def preferences(self, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        return await self.answer(lambda: super(Counted, self).preferences(users))


@pytest.fixture
async def counted(url: str) -> AsyncIterator[Counted]:
    async with Counted.opened(url) as store:
        yield store


async def test_the_database_is_asked_once_for_both_players_of_many_boards(counted: Counted, clock: Clock) -> None:
    process = people.process(counted, Deliberate(), clock)
    game = await duel(process.lobby)
    clock.advance(seconds=TTL.total_seconds())
    for _ in range(100):
        await process.people.of_players(game)
    assert counted.asked == 1


async def test_the_first_boards_of_a_game_ask_nothing(counted: Counted, rival: Core, clock: Clock) -> None:
    await rival.people.prefer(BOB, {"mark": Shape.STAR})
    process = people.process(counted, Deliberate(), clock)
    game = await duel(process.lobby)
    assert await process.people.of_players(game) == (DEFAULT_PREFERENCES, STAR)
    assert counted.asked == 0


async def test_as_many_people_are_remembered_as_there_is_room_for(counted: Counted, clock: Clock) -> None:
    known = People(counted, clock=lambda: 0, remembered=2)
    game = await solo(people.process(counted, Deliberate(), clock).lobby)
    asked: list[int] = []
    for user in (ANN, BOB, CY, CY, BOB, ANN):
        await known.of_players(replace(game, x=Human(user)))
        asked.append(counted.asked)
    assert asked == [1, 2, 3, 3, 3, 4]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_a_board_does_not_wait_for_preferences_that_do_not_come(
    trouble: str, counted: Counted, clock: Clock
) -> None:
    process = people.process(counted, Deliberate(), clock)
    await process.people.prefer(ANN, {"mark": Shape.STAR})
    game = await duel(process.lobby)
    setattr(counted, trouble, True)
    assert await process.people.of_players(game) == (STAR, DEFAULT_PREFERENCES)
    clock.advance(seconds=TTL.total_seconds())
    assert await process.people.of_players(game) == (STAR, DEFAULT_PREFERENCES)  # what was known is better than nothing


@pytest.mark.parametrize("way", ["a board", "what I prefer"])
async def test_a_late_answer_does_not_undo_what_was_chosen_meanwhile(way: str, counted: Counted, clock: Clock) -> None:
    process = people.process(counted, Deliberate(), clock)
    game = await duel(process.lobby)
    clock.advance(seconds=TTL.total_seconds())
    counted.may_answer.clear()
    asks = process.people.of_players(game) if way == "a board" else process.people.preferences(ANN)
    asking = asyncio.create_task(asks)
    await counted.has_read.wait()
    await process.people.prefer(ANN, {"mark": Shape.STAR})
    counted.may_answer.set()
    await asking
    assert await process.people.of_players(game) == (STAR, DEFAULT_PREFERENCES)


class Slow(Watched):
    """Says late that a game has begun."""

    async def open_game(self, *opened: Any, **named: Any) -> StartedGame:
        return await self.answer(lambda: super(Slow, self).open_game(*opened, **named))


async def test_a_game_that_begins_late_does_not_undo_what_was_chosen_meanwhile(url: str, clock: Clock) -> None:
    async with Slow.opened(url) as store:
        process = people.process(store, Deliberate(), clock)
        store.may_answer.clear()
        beginning = asyncio.create_task(solo(process.lobby))
        await store.has_read.wait()
        await process.people.prefer(ANN, {"mark": Shape.STAR})
        store.may_answer.set()
        assert await process.people.of_players(await beginning) == (STAR, DEFAULT_PREFERENCES)


# -- kept of a person


async def rows(store: Store, user: UserId) -> Sequence[Any]:
    asked = select(tables.preferences).where(tables.preferences.c.user == user)
    return await store.database.read(lambda connection: connection.execute(asked).all())


async def test_who_is_forgotten_prefers_nothing_any_more(process: Core, privacy: Privacy) -> None:
    for user in (ANN, BOB):
        await process.people.prefer(user, {"mark": Shape.STAR})
    game = await duel(process.lobby)
    await privacy.forget(ANN)
    assert await process.people.of_players(game) == (DEFAULT_PREFERENCES, STAR)
    assert await rows(process.store, ANN) == []
    assert len(await rows(process.store, BOB)) == 1


async def test_the_export_has_what_somebody_prefers(privacy: Privacy, preferences: People) -> None:
    await preferences.prefer(ANN, {"mark": Shape.STAR, "board": BoardKind.PICTURE})
    await preferences.prefer(BOB, {"mark": Shape.MOON})
    told = dict.fromkeys(vars(STAR)) | {"user": "you", "mark": "star", "board": "picture"}
    assert (await exported(privacy, ANN))["preferences"] == [told]
    assert (await exported(privacy, CY))["preferences"] == []


# -- a picture that stays


async def test_a_picture_stays_with_a_game_through_moves_and_restarts(process: Core, rival: Core) -> None:
    game = await duel(process.lobby)
    shown = (await process.registry.set_picture(CHANNEL, ANN, picture=True)).game
    assert (shown.picture, shown.revision) == (True, game.revision)
    moved = await process.registry.mark(CHANNEL, ANN, Cell(1, 1))
    assert moved.game.picture
    assert (await rival.registry.view(CHANNEL, BOB)).game.picture
    await process.registry.set_picture(CHANNEL, BOB, picture=False)
    assert (await process.registry.view(CHANNEL, BOB)).game.picture is False


async def test_a_picture_for_a_spectator_does_not_stay(lobby: Lobby, registry: GameRegistry) -> None:
    await duel(lobby)
    assert (await registry.set_picture(CHANNEL, CY, picture=True)).game.picture
    assert (await registry.view(CHANNEL, ANN)).game.picture is None
