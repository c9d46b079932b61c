"""The check of a whole database: it finds nothing in a sound one, and whatever was broken in the file by hand."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.challenges import Terms
from bot.game.clock import Pace
from bot.game.games import GuildId, has_next_game
from bot.game.requests import GameRequest, NewChallenge
from bot.registry.lobby import Lobby
from tests import people
from tests.databases import sqlite_file
from tests.e2e.kills import consistency
from tests.people import ANN, BOB, CHANNEL, CY, HERE, SMALL, Clock, Deliberate, challenge, duel, play, press

NAMES = {1: (ANN, BOB), 2: (ANN, CY), 3: (ANN, BOB)}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database in which Ann won against Bob and Cy, lost against Bob and began once more; then Cy was forgotten."""
    file = tmp_path_factory.mktemp("played") / "games.sqlite3"
    asyncio.run(play_in(sqlite_file(file)))
    return file.read_bytes()


async def play_in(url: str) -> None:
    store, clock = await Store.open(url), Clock()
    core = people.process(store, Deliberate(), clock)
    for other, loser in ((BOB, BOB), (CY, CY), (BOB, ANN)):
        offered = await challenge(core.lobby, opponent=other)
        await core.lobby.accept(CHANNEL, offered.id, other)
        await core.registry.resign(CHANNEL, loser)
        clock.advance(seconds=5)
    await duel(core.lobby)
    await play(core.registry, (0, 0), (1, 1), (2, 2))
    await core.privacy.forget(CY)
    await store.close()


@pytest.fixture
def file(played: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "games.sqlite3"
    file.write_bytes(played)
    return file


async def found_in(file: Path) -> list[str]:
    store = await Store.open(f"sqlite:///{file}")
    try:
        return consistency.inconsistencies(await consistency.tables(store), NAMES, {CY})
    finally:
        await store.close()


def change(file: Path, statement: str) -> None:
    """Change the file, as the bot would never do."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute(statement).rowcount > 0
        database.commit()


async def test_a_sound_database_is_consistent(file: Path) -> None:
    assert await found_in(file) == []
    change(file, "UPDATE games SET touched = datetime(touched, '+15 seconds') WHERE id = 2")
    assert await found_in(file) == []  # so close to the next end, either may have been saved first


async def begin(lobby: Lobby, **terms: Any) -> None:
    """Let Bob accept a challenge of Ann with these terms."""
    offered = await lobby.new(GameRequest(HERE, ANN, Terms(SMALL, opponent=BOB, **terms)))
    assert isinstance(offered, NewChallenge)
    await lobby.accept(CHANNEL, offered.challenge.id, BOB)


async def test_series_seasons_and_the_bound_of_a_day_are_consistent(process: Core, store: Store, clock: Clock) -> None:
    for _ in range(4):
        await begin(process.lobby)
        await process.registry.resign(CHANNEL, BOB)
        clock.advance(minutes=1)
    await process.ratings.begin_season(GuildId(1), 2, CY)
    await begin(process.lobby, best_of=3)
    for loser in (BOB, ANN, ANN):
        over = (await process.registry.resign(CHANNEL, loser)).game
        if has_next_game(over):
            await process.lobby.next_game(press(over), ANN)
    found = await consistency.tables(store)
    assert consistency.inconsistencies(found, {}, ()) == []
    records = [(row["season"], row["user"], row["won"]) for row in found.ratings]
    assert records == [(1, ANN, 4), (1, BOB, 0), (2, ANN, 1), (2, BOB, 2)]


async def test_a_loss_on_time_right_after_a_swap_is_consistent(process: Core, store: Store, clock: Clock) -> None:
    await process.timekeeper.sweep()
    await begin(process.lobby, pace=Pace.FIVE_MINUTES, swap=True)
    await play(process.registry, (1, 1))
    await process.registry.swap(CHANNEL, BOB)
    for _ in range(8):
        clock.advance(minutes=1)
        await process.timekeeper.sweep()
    found = await consistency.tables(store)
    assert consistency.inconsistencies(found, {}, ()) == []
    assert [(row["user"], row["won"]) for row in found.ratings] == [(ANN, 0), (BOB, 1)]


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [  # 101 is Ann, 102 is Bob and 103 was Cy
        ("UPDATE ratings SET rating = rating + 0.001 WHERE user = 102", "102 is rated 1502.164"),
        ("UPDATE ratings SET won = won + 1 WHERE user = 102", "102 has the record {'won': 2,"),
        ("DELETE FROM ratings WHERE user = 102", "102 has played and has no rating"),
        (
            "INSERT INTO ratings SELECT guild, 1, 103, 1484, 0, 1, 0, played FROM ratings LIMIT 1",
            "still in ratings.user",
        ),
        ("INSERT INTO ratings SELECT guild, 1, 0, 1484, 0, 1, 0, played FROM ratings LIMIT 1", "0 is rated 1484.0"),
        ("UPDATE games SET gain = gain + 0.001 WHERE id = 3", "game 3 gained"),
        ("UPDATE games SET gain = gain + 0.001 WHERE id = 2", "game 2 gained"),
        ("UPDATE games SET touched = datetime(touched, '+1 minute') WHERE id = 2", "game 3 gained"),
        ("UPDATE games SET gain = NULL WHERE id = 1", "game 1 ended as resigned and has gained None"),
        ("UPDATE games SET gain = 16 WHERE id = 4", "game 4 ended as None and has gained 16.0"),
        ("UPDATE games SET winner = 2 WHERE id = 1", "game 1 gained 16.0, but should have gained -16.0"),
        ("UPDATE games SET o = 103 WHERE id = 2", "103 was forgotten and is still in games.o"),
        ("INSERT INTO forgetting VALUES (102, 1, 1)", "102 is still being forgotten"),
        ("UPDATE games SET opened_by = 102 WHERE id = 4", "an accepted challenge of 101 in channel 7 has no game"),
        ("DELETE FROM challenges WHERE id = 4", "a game of 101 in channel 7 has no challenge"),
        ("UPDATE challenges SET state = 'open' WHERE id = 2", "challenge 2 is open, but somebody in it was forgotten"),
        ("DELETE FROM plies WHERE game = 4 AND number = 1", "game 4 lacks a ply before its last"),
        ("UPDATE plies SET row = 0, col = 0 WHERE game = 4", "game 4 has a cell twice"),
    ],
)
async def test_what_is_broken_by_hand_is_found(file: Path, statement: str, wrong: str) -> None:
    change(file, statement)
    assert wrong in "\n".join(await found_in(file))
