"""The check of a whole database: it finds nothing in a sound one, and everything that was broken by hand."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database.store import Store
from tests import people
from tests.databases import sqlite_file
from tests.e2e.kills import consistency
from tests.people import ANN, BOB, CHANNEL, CY, Clock, Deliberate, challenge, duel, play


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
        return consistency.inconsistencies(await consistency.tables(store), {CY})
    finally:
        await store.close()


def change(file: Path, statement: str) -> None:
    """Change the file, as the bot would never do."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute(statement).rowcount > 0
        database.commit()


async def test_a_sound_database_is_consistent(file: Path) -> None:
    assert await found_in(file) == []


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
        ("UPDATE games SET gain = gain + 0.001 WHERE id = 2", "101 is rated"),
        ("UPDATE games SET gain = NULL WHERE id = 1", "game 1 ended as resigned and has gained None"),
        ("UPDATE games SET gain = 16 WHERE id = 4", "game 4 ended as None and has gained 16.0"),
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
