"""A game that can't be read, because its row is damaged or newer, concerns only its players."""

import logging
from datetime import timedelta

import pytest

from bot import deadlines
from bot.core import Core
from bot.database.store import Store
from bot.deadlines import Times
from bot.game.clocks import Pace
from bot.game.games import Ending, Game, Level, Place, Result
from bot.game.requests import Target
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from engine import Cell, Mark
from tests.people import ANN, BOB, HERE, THERE, Clock, by, challenge, duel, solo
from tests.stored import saved

pytestmark = pytest.mark.both_databases

DAMAGES = {
    "level": "UPDATE games SET o = NULL, level = 'grandmaster' WHERE id = 1",
    "rules": "UPDATE games SET m = 0 WHERE id = 1",
    "plies": "UPDATE plies SET row = 99 WHERE game = 1",
}


@pytest.fixture(params=DAMAGES)
async def games(request: pytest.FixtureRequest, process: Core, store: Store) -> list[Game]:
    """Two games of Ann (X) and Bob, of which the first is damaged."""
    games = [await paced(process, place) for place in (HERE, THERE)]
    await damage(store, request.param)
    return games


async def paced(process: Core, place: Place) -> Game:
    await duel(process.lobby, place=place, pace=Pace.HOUR.time)
    await process.games.mark(Target(ANN, place), Cell(0, 0))
    return (await process.games.mark(Target(BOB, place), Cell(1, 1))).game


async def damage(store: Store, how: str) -> None:
    await store.database.write(lambda connection: connection.exec_driver_sql(DAMAGES[how]))


async def sweep(process: Core, clock: Clock, minutes: int) -> None:
    for _ in range(0, minutes, 4):
        await process.clocks.sweep()
        clock.advance(minutes=4)
    clock.now += deadlines.MOVE_ON_ITS_WAY
    await process.clocks.sweep()


async def test_a_damaged_game_leaves_others_alone(process: Core, store: Store, clock: Clock, games: list[Game]) -> None:
    other = games[1].id
    assert other in [game.id for game in (await process.games.active_games(ANN)).games]
    await sweep(process, clock, 48)
    claims = [await process.clocks.claim_reminder(*due) for due in await process.clocks.due_reminders()]
    assert other in [game.id for game in claims if game]
    await sweep(process, clock, 12)
    assert (await saved(store, other)).result == Result(Mark.O, Ending.TIMEOUT, ANN)


@pytest.mark.parametrize("how", ["level", "rules"])
async def test_a_damaged_game_is_not_offered(how: str, process: Core, store: Store, clock: Clock) -> None:
    await paced(process, HERE)
    await process.games.resign(by(ANN))
    other = await paced(process, HERE)
    await damage(store, how)
    assert [game.id for game in await process.store.games.recent_games(HERE.channel, 25)] == [other.id]


async def test_the_computer_moves_beside_a_damaged_game(process: Core, store: Store) -> None:
    for place in (HERE, THERE):
        game = await solo(process.lobby, place=place, level=Level.EXPERT)
        await process.games.mark(Target(ANN, place), Cell(1, 1))
    await damage(store, "level")
    assert [game.id for game in await process.store.games.awaiting_computer()] == [game.id]


async def test_a_damaged_game_is_logged_each_day(process: Core, clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    await paced(process, HERE)
    await damage(process.store, "rules")
    caplog.set_level(logging.INFO)
    arbiter = Arbiter(Times(clock, outage=timedelta.max))
    clocks = Clocks(Channels(process.store.games, arbiter), process.store.clocks, arbiter)
    await clocks.sweep()
    for times in (1, 2):
        for _ in range(3):
            clock.advance(hours=8)
            await clocks.sweep()
            assert sum("game 1 can't be read" in message for message in caplog.messages) == times


async def test_a_damaged_challenge_leaves_others_alone(process: Core, store: Store, clock: Clock) -> None:
    await challenge(process.lobby, place=HERE)
    other = await challenge(process.lobby, place=THERE)
    damage = "UPDATE challenges SET m = 0 WHERE id = 1"
    await store.database.write(lambda connection: connection.exec_driver_sql(damage))
    assert [each.id for each in (await process.games.active_games(BOB)).challenges] == [other.id]
    clock.advance(minutes=15)
    assert [each.id for each in await process.lobby.expire()] == [other.id]
