"""Tables from nothing and from the version before, on both databases."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text

from bot.database.connections import connect, make_tables, version_of
from bot.database.errors import StoreUnavailable
from bot.database.migrations import migrate
from bot.database.store import Store
from bot.database.tables import VERSION
from bot.database.transactions import Database
from bot.game.games import ChannelId, Ending, GuildId, Human, Result
from bot.game.outages import Shards
from bot.game.puzzles import Day, PuzzleChannel
from bot.game.ratings import Record
from engine import Mark
from tests.architecture import ROOT
from tests.databases import PostgresServer, sqlite_file
from tests.people import ANN, BOB, HERE
from tests.stored import latest_game, live_game

OLD_GAME = """
    INSERT INTO games (guild, channel, m, n, k, x, o, opened_by, opened, touched, revision)
    VALUES (1, 7, 3, 4, 3, 101, 102, 101, '2026-11-21 12:00:00+00:00', '2026-11-21 12:00:00+00:00', 0)
"""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """Return the URLs of two databases without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'one.sqlite3'}", f"sqlite:///{tmp_path / 'two.sqlite3'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new(template="template1"), server.new(template="template1")


@pytest.fixture
async def empty(urls: tuple[str, str]) -> AsyncIterator[tuple[Database, Database]]:
    both = connect(urls[0]), connect(urls[1])
    yield both
    for database in both:
        await database.close()


def condition(index: Any) -> str:
    """Return the WHERE of an index over some of the rows."""
    options = index.get("dialect_options", {})
    return str(options.get("sqlite_where", options.get("postgresql_where")))


def shapes(connection: Connection) -> dict[str, Any]:
    """Return the schema of a database."""
    schema = inspect(connection)
    versions = list(connection.scalars(text("SELECT version_num FROM alembic_version")))
    return {"versions": versions} | {
        name: (
            [
                (column["name"], str(column["type"]), column["nullable"], column["default"])
                for column in schema.get_columns(name)
            ],
            sorted(
                (str(index["name"]), str(index["column_names"]), str(index["unique"]), condition(index))
                for index in schema.get_indexes(name)
            ),
            schema.get_pk_constraint(name),
            [(key["constrained_columns"], key.get("options")) for key in schema.get_foreign_keys(name)],
            [check["name"] for check in schema.get_check_constraints(name)],
        )
        for name in schema.get_table_names()
    }


async def test_the_migrations_make_exactly_the_tables(empty: tuple[Database, Database]) -> None:
    migrated, created = empty
    await migrated.change_tables(migrate)
    await migrated.change_tables(migrate)
    assert await created.change_tables(make_tables)
    assert not await created.change_tables(make_tables)
    assert await migrated.read(shapes) == await created.read(shapes)
    await created.change_tables(migrate)  # finds nothing to do


@asynccontextmanager
async def upgraded(folder: Path, version: str, *rows: str) -> AsyncIterator[Store]:
    """Open a file with the tables of an older version and some rows; tests of releases do it on PostgreSQL, too."""
    url = f"sqlite:///{folder / 'old.sqlite3'}"
    database = connect(url)
    await database.change_tables(lambda connection: migrate(connection, version))
    await database.write(lambda connection: [connection.execute(text(row)) for row in rows])
    await database.close()
    store = await Store.open(url)
    yield store
    await store.close()


async def test_a_game_from_before_ratings_counts_once_if_replayed(tmp_path: Path) -> None:
    old_game = OLD_GAME.replace("revision)", "revision, ending, winner)").replace("0)", "0, 'line', 1)")
    async with upgraded(tmp_path, "0001", old_game) as store:
        game = await latest_game(store, HERE.channel)
        assert game
        assert (game.x, game.o) == (Human(ANN), Human(BOB))
        reopened = await store.games.save(game, replace(game, result=None))
        await store.games.save(reopened, replace(reopened, result=Result(Mark.X, Ending.LINE)))
        assert [line.record for line in await store.ratings.top(GuildId(1))] == [Record(won=1), Record(lost=1)]


async def test_older_ratings_belong_to_the_first_season(tmp_path: Path) -> None:
    older = OLD_GAME.replace("revision)", "revision, ending, winner, gain)").replace("0)", "0, 'line', 1, 16)")
    newer = older.replace("101, 102", "103, 101").replace("2026-11-21 12", "2026-11-21 13")
    ratings = """
        INSERT INTO ratings (guild, "user", rating, won, lost, drawn)
        VALUES (1, 101, 1500, 1, 1, 0), (1, 102, 1484, 0, 1, 0), (1, 103, 1516, 1, 0, 0), (2, 101, 1600, 9, 0, 0)
    """
    after_noon = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
    async with upgraded(tmp_path, "0004", older, newer, ratings) as store:
        assert [line.user for line in await store.ratings.top(GuildId(1), since=after_noon)] == [103, 101]
        assert [line.user for line in await store.ratings.top(GuildId(1), season=1)] == [103, 101, 102]
        assert [line.user for line in await store.ratings.top(GuildId(2))] == [101]


async def test_an_upgraded_bot_finishes_an_interrupted_sweep(tmp_path: Path) -> None:
    paced = OLD_GAME.replace("revision)", "revision, pace, deadline, is_archived)").replace("0)", "0, 60, 0, false)")
    now = datetime(2026, 11, 21, 13, tzinfo=UTC)
    sweep = f"INSERT INTO sweeps (shards, at, outage, below) VALUES ('all', {int(now.timestamp())}000000, 1, 2)"  # noqa: S608
    async with upgraded(tmp_path, "0020", paced, sweep) as store:
        assert await store.clocks.sweep(Shards(), now, timedelta(minutes=5)) == 1
        game = await live_game(store, HERE.channel)
    assert game
    assert game.clock
    assert game.clock.deadline == now + timedelta(seconds=15)


async def test_puzzles_are_still_posted_where_an_older_version_edited_its_posts(tmp_path: Path) -> None:
    post = """
        INSERT INTO puzzle_channels (guild, channel, day, has_failed, message, edits) VALUES (1, 7, 300, true, 9, 2)
    """
    probe = "INSERT INTO probes (id, at) VALUES (1, '2026-11-21 12:00:00')"
    async with upgraded(tmp_path, "0022", post, probe) as store:
        assert await store.puzzles.due_puzzle_channels(Day(300)) == []
        assert await store.puzzles.due_puzzle_channels(Day(301)) == [
            PuzzleChannel(GuildId(1), ChannelId(7), has_failed=True)
        ]


async def test_processes_that_start_at_once_make_the_tables_once(urls: tuple[str, str]) -> None:
    stores = await asyncio.gather(*(Store.open(urls[0]) for _ in range(3)))
    assert await stores[0].database.read(shapes) == await stores[2].database.read(shapes)
    for store in stores:
        await store.close()


async def test_a_migration_that_fails_leaves_everything_as_it_was(empty: tuple[Database, Database]) -> None:
    def fails(connection: Connection) -> None:
        migrate(connection, "0001")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await empty[0].change_tables(fails)
    assert await empty[0].read(lambda connection: inspect(connection).get_table_names()) == []


def kept(folder: Path) -> dict[str, str]:
    """Return the version of each copy that an upgrade has kept."""
    versions: dict[str, str] = {}
    for copy in folder.glob("*before*"):
        with closing(sqlite3.connect(copy)) as database:
            [versions[copy.name]] = database.execute("SELECT version_num FROM alembic_version").fetchone()
    return versions


async def test_a_file_is_copied_before_its_migration_and_three_copies_are_kept(tmp_path: Path) -> None:
    for number, version in enumerate(("0017", "0018", "0019", "0099")):
        older = sqlite_file(tmp_path / f"old.sqlite3.before-{version}")
        os.utime(older.removeprefix("sqlite:///"), (number, number))
    async with upgraded(tmp_path, "0004", OLD_GAME) as store:
        assert await live_game(store, HERE.channel)
    assert kept(tmp_path) == {
        "old.sqlite3.before-0019": VERSION,
        "old.sqlite3.before-0099": VERSION,
        f"old.sqlite3.before-{VERSION}": "0004",
    }


async def test_processes_that_upgrade_at_once_keep_the_old_database(tmp_path: Path) -> None:
    async with upgraded(tmp_path, "0004"):
        pass
    copy = tmp_path / f"old.sqlite3.before-{VERSION}"
    copy.rename(tmp_path / "old.sqlite3")
    stores = await asyncio.gather(*(Store.open(f"sqlite:///{tmp_path / 'old.sqlite3'}") for _ in range(3)))
    for store in stores:
        await store.close()
    assert kept(tmp_path) == {copy.name: "0004"}


async def test_without_a_copy_nothing_is_migrated(tmp_path: Path) -> None:
    (tmp_path / f"old.sqlite3.before-{VERSION}.part").mkdir()
    with pytest.raises(StoreUnavailable, match="cannot copy"):
        async with upgraded(tmp_path, "0004"):
            pass
    database = connect(f"sqlite:///{tmp_path / 'old.sqlite3'}")
    assert await database.read(version_of) == "0004"
    await database.close()


@pytest.mark.process
async def test_tables_of_this_version_need_no_alembic(tmp_path: Path) -> None:
    open_new_and_current = f"""
import asyncio, sys
from bot.database.store import Store
for _ in range(2):
    asyncio.run(Store.open("sqlite:///{tmp_path / "games.sqlite3"}"))
assert "alembic" not in sys.modules
"""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", open_new_and_current, cwd=ROOT)
    assert await process.wait() == 0


async def test_a_database_of_a_newer_version_is_refused_in_one_line(urls: tuple[str, str]) -> None:
    store = await Store.open(urls[0])
    await store.database.write(
        lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9'"))
    )
    await store.close()
    with pytest.raises(StoreUnavailable, match="newer version"):
        await Store.open(urls[0])
