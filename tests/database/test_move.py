"""python -m bot move URL: a whole copy in an empty database of either kind, or none."""

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.engine import make_url

from bot.database.connections import connect, describe
from bot.database.errors import Misconfigured, StoreUnavailable
from bot.database.migrations import migrate
from bot.database.move import checksum, move
from bot.database.store import Store
from bot.database.tables import metadata, plies, ratings, sweeps
from bot.game.games import ChannelId, Format, Place
from bot.game.playing import marked
from bot.operations.exits import Exit
from engine import Cell, Rules
from tests.databases import change, migrated, names, released_file, sqlite_file
from tests.e2e.processes.process import forked
from tests.people import ANN, HERE
from tests.stored import AT, open_game, opening

MISCONFIGURED, FAILED = Exit.MISCONFIGURED, Exit.FAILED
BATCH = 100  # rows, in these tests


def nothing(_name: str, _done: int, _total: int) -> None:
    """Show no progress."""


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.database.move.BATCH", BATCH)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.process)])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of another database, without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'target.sqlite3'}"
    return request.getfixturevalue("bare_url")


async def content(url: str) -> dict[str, list[Any]]:
    """Return every row of a database, by table."""
    database = connect(url)

    def rows(connection: Connection) -> dict[str, list[Any]]:
        return {
            table.name: sorted(connection.execute(select(table)).all(), key=repr) for table in metadata.sorted_tables
        }

    try:
        return await database.read(rows)
    finally:
        await database.close()


async def test_a_database_moves_into_a_folder_with_any_name(
    filled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "50% of a?b=c#d"
    folder.mkdir()
    monkeypatch.chdir(folder)
    await move(filled, "sqlite:///copy", nothing)
    await move("sqlite:///copy", "sqlite:///back", nothing)
    assert names(folder) == {f"{name}{end}" for name in ("back", "copy") for end in ("", ".lock")}
    assert await content("sqlite:///back") == await content(filled)


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


@pytest.fixture
async def filled(url: str, dialect: str) -> str:
    """Return the URL of a database with a game of more plies than a batch, and the rows of 0.4.0 in every table."""
    if dialect == "sqlite":
        released_file(file_of(url), "0.4.0")
    store = await Store.open(url)
    game = await open_game(store, replace(opening(Place(ChannelId(99))), format=Format(Rules(50, 50, 5))), ANN)
    cells = [{"game": game.id, "number": n, "row": n // 50, "col": n % 50} for n in range(BATCH + 1)]
    await store.database.write(lambda connection: connection.execute(plies.insert(), cells))
    rating = {
        "guild": 7,
        "season": 1,
        "user": 9,
        "rating": 1500.1 + 1e-10,
        "won": 1,
        "lost": 2,
        "drawn": 0,
        "played": AT,
    }
    await store.database.write(lambda connection: connection.execute(ratings.insert(), rating))
    await store.database.write(lambda connection: connection.execute(sweeps.insert(), {"shards": "all é", "at": AT}))
    await store.close()
    return url


async def test_a_copy_has_every_row_there_and_back(filled: str, target: str, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    count = await move(filled, target, lambda _, done, total: steps.append((done, total)))
    before = await content(filled)
    assert await content(target) == before
    assert count == len(before["games"])
    total = sum(map(len, before.values()))
    assert steps[-1] == (total, total)
    assert len(steps) > 3
    back = f"sqlite:///{tmp_path / 'back.sqlite3'}"
    await move(target, back, nothing)
    assert await content(back) == before


async def test_games_go_on_in_the_moved_database(filled: str, target: str) -> None:
    await move(filled, target, nothing)
    assert (await describe(target, AT))[0].endswith("match this version")
    newest = max(row.id for row in (await content(filled))["games"])
    store = await Store.open(target)
    try:
        game = await open_game(store, opening(HERE), ANN)
        assert game.id == newest + 1
        await store.games.save(game, marked(game, Cell(0, 0), AT))
    finally:
        await store.close()


async def test_a_target_database_with_only_bookkeeping_counts_as_empty(filled: str, target: str) -> None:
    store = await Store.open(target)
    await store.note_synced_commands(5, "x" * 64)
    await store.close()
    await move(filled, target, nothing)
    assert await content(target) == await content(filled)


async def test_a_target_database_with_games_is_refused(filled: str, target: str) -> None:
    store = await Store.open(target)
    await open_game(store, opening(), ANN)
    await store.close()
    before = await content(target)
    with pytest.raises(Misconfigured, match="isn't empty: it already has games"):
        await move(filled, target, nothing)
    assert await content(target) == before


async def test_a_target_database_with_foreign_tables_is_refused(filled: str, target: str) -> None:
    await change(target, "CREATE TABLE songs (id INTEGER)")
    with pytest.raises(Misconfigured, match="has a table songs"):
        await move(filled, target, nothing)
    await change(target, "SELECT id FROM songs")


async def test_a_database_in_use_is_refused(filled: str, target: str) -> None:
    for used in (filled, target):
        store = await Store.open(used)
        await store.synced_commands(1)
        with pytest.raises(StoreUnavailable, match="a running bot uses it"):
            await move(filled, target, nothing)
        await store.close()


async def test_no_bot_starts_during_the_copy(filled: str, target: str, hurried: None) -> None:
    del hurried
    failures: list[BaseException | None] = []

    def start(*_: object) -> None:
        if not failures:
            with ThreadPoolExecutor() as beside:
                failures.append(beside.submit(lambda: asyncio.run(migrated(filled))).exception())

    await move(filled, target, start)
    [failure] = failures
    assert isinstance(failure, StoreUnavailable)


@pytest.fixture
def falsified() -> Iterator[None]:
    """Change a rating on its way into a database."""

    def falsify(*event: Any) -> tuple[str, Any]:
        _, _, statement, rows, *_ = event
        if statement.startswith("INSERT INTO ratings"):
            rows = [(*row[:3], row[3] + 1, *row[4:]) for row in rows]
        return statement, rows

    event.listen(Engine, "before_cursor_execute", falsify, retval=True)
    yield
    event.remove(Engine, "before_cursor_execute", falsify)


async def test_a_copy_that_differs_is_not_kept(filled: str, target: str, falsified: None) -> None:
    del falsified
    with pytest.raises(Misconfigured, match="the copy of the table ratings differs"):
        await move(filled, target, nothing)
    await check_untouched(target)


async def check_untouched(target: str) -> None:
    """Check that a failed copy has left nothing behind."""
    if target.startswith("sqlite"):
        file = file_of(target)
        assert [each.name for each in file.parent.glob(f"{file.name}*")] == []
    else:
        assert (await describe(target, AT))[0].endswith("empty; the first start creates its tables")


async def test_a_damaged_row_stops_the_copy(filled: str, target: str, dialect: str) -> None:
    if dialect != "sqlite":
        pytest.skip("PostgreSQL checks the types of all values")
    await change(filled, "UPDATE games SET touched = 'yesterday' WHERE id = 1")
    with pytest.raises(Misconfigured, match="a row of the table games is damaged"):
        await move(filled, target, nothing)
    await check_untouched(target)


async def test_a_source_database_of_an_older_version_is_refused(target: str, tmp_path: Path) -> None:
    old = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    database = connect(old)
    await database.change_tables(lambda connection: migrate(connection, "0004"))
    await database.close()
    with pytest.raises(Misconfigured, match="start this version of the bot once"):
        await move(old, target, nothing)
    with pytest.raises(Misconfigured, match="there is no database to move"):
        await move(f"sqlite:///{tmp_path / 'none.sqlite3'}", target, nothing)
    assert not (tmp_path / "none.sqlite3").exists()


async def test_a_database_is_not_moved_into_itself(filled: str) -> None:
    with pytest.raises(Misconfigured, match="is the database itself"):
        await move(filled, filled, nothing)
    if filled.startswith("postgresql"):
        same = make_url(filled).update_query_dict({"application_name": "other"}).render_as_string(hide_password=False)
        with pytest.raises(StoreUnavailable, match="it is being migrated or moved"):
            await move(filled, same, nothing)


def test_the_checksum_depends_on_each_value_and_not_on_the_order() -> None:
    one, other = (1, "a", None), (2, "b", 0.1)
    assert checksum([one, other]) == checksum([other]) + checksum([one])
    assert checksum([one, other]) != checksum([one, (2, "b", 0.2)])
    assert checksum([one, one]) != checksum([other, other])


# -- the process


@pytest.mark.process
async def test_the_command_reports_its_progress(filled: str, target: str, tmp_path: Path) -> None:
    async with forked(tmp_path, "bot", "move", target, DATABASE_URL=filled) as process:
        assert await process.exit_code() == 0
    *progress, last = process.output.splitlines()
    assert len(progress) > 1
    assert all(line.startswith("[") for line in progress)
    assert "100%" in progress[-1]
    assert last.endswith("now set DATABASE_URL to its address")
    assert last.startswith(f"ttt: {len((await content(filled))['games'])} games copied to ")


@pytest.mark.process
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_an_interrupted_copy_leaves_nothing(
    filled: str, target: str, tmp_path: Path, end: signal.Signals
) -> None:
    before = await content(filled)
    async with forked(tmp_path, "tests.database.slow_move", target, DATABASE_URL=filled) as process:
        await process.line_with("%")
        process.process.send_signal(end)
        code = await process.exit_code()
    if end is signal.SIGKILL:
        assert code == -signal.SIGKILL
    else:
        assert code == FAILED
        assert process.output.endswith("ttt: interrupted before the copy was complete; nothing was moved\n")
        await check_untouched(target)
    assert "target.sqlite3" not in names(tmp_path)
    assert await content(filled) == before
    await move(filled, target, nothing)
    assert await content(target) == before
    assert not any(".part" in name for name in names(tmp_path))


@pytest.mark.process
@pytest.mark.parametrize(
    ("url", "code", "why"),
    [
        ("mysql://u:S3cret@host/db", MISCONFIGURED, "URL is not usable"),
        ("sqlite://", MISCONFIGURED, "URL is not usable"),
        ("postgresql://u:S3cret@localhost:1/db?password=S3cret", FAILED, "cannot use postgresql://localhost:1/db"),
        ("sqlite:///missing/S3.sqlite3", MISCONFIGURED, "there is no folder"),
        ("sqlite:///notes.txt", MISCONFIGURED, "file is not a database"),
    ],
)
async def test_a_wrong_target_is_one_line_without_a_password(tmp_path: Path, url: str, code: int, why: str) -> None:
    sqlite_file(tmp_path / "ttt.sqlite3")
    (tmp_path / "notes.txt").write_text("not a database\n" * 99)
    async with forked(tmp_path, "bot", "move", url, DATABASE_URL="sqlite:///ttt.sqlite3") as process:
        assert await process.exit_code() == code
    [line] = process.output.splitlines()
    assert why in line
    assert "S3cret" not in line
    assert "DATABASE_URL" not in line
