"""The check compares tables with those of this version, not only their version's number."""

from pathlib import Path

import asyncpg
import pytest

from bot.database.connections import connect, describe
from bot.database.errors import Misconfigured
from bot.database.schema import differences
from bot.database.store import Store
from tests.databases import change, dump, migrated, released_file, sqlite_file
from tests.people import ANN
from tests.stored import AT, open_game, opening

VERSIONS = ("0.1.0", "0.2.0", "0.3.0", "0.4.0")  # 0020 was never released, and its indexes differed


async def faults(url: str) -> list[str]:
    database = connect(url)
    try:
        return await database.read(differences)
    finally:
        await database.close()


@pytest.fixture
def own(request: pytest.FixtureRequest, dialect: str, tmp_path: Path) -> str:
    """Return the URL of a database whose tables a test may change."""
    if dialect == "sqlite":
        return sqlite_file(tmp_path / "own.sqlite3")
    return request.getfixturevalue("server_url")


async def test_the_tables_of_a_new_database_have_no_faults(url: str) -> None:
    assert await faults(url) == []


@pytest.mark.parametrize("version", VERSIONS)
async def test_upgraded_tables_match_on_sqlite(tmp_path: Path, version: str) -> None:
    url = released_file(tmp_path / "old", version)
    await migrated(url)
    assert await faults(url) == []


@pytest.mark.parametrize("version", VERSIONS)
async def test_upgraded_tables_match_on_postgresql(bare_url: str, version: str) -> None:
    connection = await asyncpg.connect(bare_url)
    await connection.execute(dump(version, "postgresql"))
    await connection.close()
    await migrated(bare_url)
    assert await faults(bare_url) == []


BOTH = [
    (["DROP TABLE blocks"], "the table blocks is missing"),
    (["ALTER TABLE settings DROP COLUMN n"], "settings: the column n is missing"),
    (["ALTER TABLE settings ADD COLUMN other INTEGER NOT NULL DEFAULT 1"], None),
    (["DROP INDEX ix_games_live"], "games: the index ix_games_live is missing or different"),
    (
        ["DROP INDEX ix_games_live", "CREATE UNIQUE INDEX ix_games_live ON games (channel)"],
        "games: the index ix_games_live is missing or different",
    ),
    (
        [
            "DROP INDEX ix_games_live",
            "CREATE INDEX ix_games_live ON games (channel) WHERE ending IS NULL AND level IS NULL",
        ],
        "games: the index ix_games_live is missing or different",
    ),
    (
        ["DROP INDEX ix_ratings_best", "CREATE INDEX ix_ratings_best ON ratings (guild, rating)"],
        "ratings: the index ix_ratings_best is missing or different",
    ),
    (["CREATE INDEX mine ON games (opened)"], None),
    (["CREATE UNIQUE INDEX mine ON blocks (blocked)"], "blocks: the unique index mine is of another version"),
    (["CREATE TABLE mine (id INTEGER)", "CREATE VIEW two AS SELECT * FROM games"], None),
]
ONLY_POSTGRESQL = [
    ("ALTER TABLE games ALTER COLUMN id DROP DEFAULT", "games: the column id has no sequence"),
    ("SELECT setval('games_id_seq', 1, false)", "games: the sequence of id would repeat numbers"),
    (
        "ALTER TABLE games DROP CONSTRAINT ck_games_one_opponent",
        "games: the constraint ck_games_one_opponent is missing or different",
    ),
    ("ALTER TABLE plies DROP CONSTRAINT fk_plies_game", "plies: the foreign key of game is missing or different"),
    ("ALTER TABLE ratings DROP CONSTRAINT pk_ratings", "ratings: the primary key is missing or different"),
    ("ALTER TABLE ratings ALTER COLUMN won TYPE BIGINT", "ratings: the column won is different"),
    ("ALTER TABLE ratings ALTER COLUMN won DROP NOT NULL", "ratings: the column won is different"),
    ("ALTER TABLE games ALTER COLUMN picture SET NOT NULL", "games: the column picture is different"),
    ("ALTER TABLE games ALTER COLUMN hints DROP DEFAULT", "games: the column hints is different"),
    ("ALTER TABLE seasons ADD COLUMN more INTEGER NOT NULL", "seasons: the column more is of another version"),
]


@pytest.mark.both_databases
@pytest.mark.parametrize(("statements", "fault"), BOTH)
async def test_each_difference_of_the_tables_is_described(own: str, statements: list[str], fault: str | None) -> None:
    await change(own, *statements)
    assert await faults(own) == ([fault] if fault else [])


@pytest.mark.parametrize(("statement", "fault"), ONLY_POSTGRESQL)
async def test_each_difference_of_the_tables_on_postgresql_is_described(
    server_url: str, statement: str, fault: str
) -> None:
    store = await Store.open(server_url)
    if "picture" not in statement:
        await open_game(store, opening(), ANN)
    await store.close()
    await change(server_url, statement)
    assert await faults(server_url) == [fault]
    with pytest.raises(Misconfigured, match=fault):
        await describe(server_url, AT)


async def test_missing_constraints_on_sqlite_are_described(tmp_path: Path) -> None:
    """Copies made by CREATE TABLE AS have only columns."""
    url = f"sqlite:///{tmp_path / 'games'}"
    await migrated(url)
    await change(url, "ALTER TABLE plies RENAME TO old", "CREATE TABLE plies AS SELECT * FROM old", "DROP TABLE old")
    found = await faults(url)
    assert "plies: the primary key is missing or different" in found
    assert "plies: the foreign key of game is missing or different" in found
