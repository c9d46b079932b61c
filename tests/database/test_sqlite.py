"""SQLite: its settings and its threads."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path
from sqlite3 import OperationalError

import pytest
from sqlalchemy import Connection

from bot.database.errors import StoreBusy, StoreLost, StoreUnavailable
from bot.database.sqlite import Sqlite
from bot.database.statements import driver_of
from bot.database.store import Store
from bot.database.transactions import MAX_WAITING


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
async def database(file: Path) -> AsyncIterator[Sqlite]:
    database = Sqlite(file)
    await database.write(create)
    yield database
    await database.close()


def note(text: str) -> Callable[[Connection], None]:
    """Return work that saves a note."""

    def work(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO notes VALUES (?)", (text,))

    return work


def notes(connection: Connection) -> list[str]:
    return [row.text for row in connection.exec_driver_sql("SELECT text FROM notes ORDER BY text")]


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 1000)]
)
async def test_the_pragmas_of_sqlite_lose_no_data(database: Sqlite, pragma: str, value: object) -> None:
    for run in (database.read, database.write):
        assert await run(lambda connection: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()) == value


def create(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE notes (text TEXT PRIMARY KEY)")


@asynccontextmanager
async def occupied(run: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> AsyncIterator[None]:
    """Keep one of the threads busy during the block."""
    has_begun, may_end = threading.Event(), threading.Event()

    def work(_: Connection) -> None:
        has_begun.set()
        assert may_end.wait(10)

    async def occupy() -> None:
        await run(work)

    busy = asyncio.create_task(occupy())
    await asyncio.to_thread(has_begun.wait)
    try:
        yield
    finally:
        may_end.set()
    await busy


async def test_waiting_writes_share_one_transaction(database: Sqlite) -> None:
    statements: list[str] = []
    await database.write(lambda connection: driver_of(connection).set_trace_callback(statements.append))
    async with occupied(database.write):
        works = [asyncio.create_task(database.write(note(text))) for text in "abcde"]
        await asyncio.sleep(0)
    await asyncio.gather(*works)
    assert await database.read(notes) == [*"abcde"]
    assert statements.count("BEGIN IMMEDIATE") == 2  # for the one before, and for all of them


async def test_too_many_waiting_writes_are_refused(database: Sqlite) -> None:
    async with occupied(database.write):
        waiting = [asyncio.create_task(database.write(lambda _: None)) for _ in range(MAX_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(StoreBusy) as error:
            await database.write(note("a"))
        assert error.value.unchanged
    await asyncio.gather(*waiting)
    await database.write(note("b"))
    assert await database.read(notes) == ["b"]


async def test_long_reads_delay_no_request_and_time_out(file: Path) -> None:
    database = Sqlite(file, browsing=timedelta(milliseconds=1))
    await database.write(create)

    async def browse() -> None:
        async with occupied(database.long_read):
            await database.write(note("a"))
            assert await database.read(notes) == ["a"]
            with pytest.raises(StoreBusy):
                await database.long_read(notes)

    with pytest.raises(StoreBusy):
        await browse()
    await database.close()


async def test_long_reads_run_one_after_the_other(database: Sqlite) -> None:
    done_with_the_first: list[int] = []
    async with occupied(database.long_read):
        waiting = [asyncio.create_task(database.long_read(notes)) for _ in range(3)]
        waiting[0].add_done_callback(lambda _: done_with_the_first.append(sum(one.done() for one in waiting)))
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    assert done_with_the_first == [1]


async def test_a_failed_write_does_not_affect_others(database: Sqlite) -> None:
    await database.write(note("b"))
    results = await asyncio.gather(*(database.write(note(text)) for text in "abc"), return_exceptions=True)
    assert [isinstance(result, Exception) for result in results] == [False, True, False]
    assert await database.read(notes) == ["a", "b", "c"]


async def test_a_write_cancelled_before_its_turn_is_skipped(database: Sqlite) -> None:
    async with occupied(database.write):
        first = asyncio.create_task(database.write(note("a")))
        await asyncio.sleep(0)
        first.cancel()
        second = asyncio.create_task(database.write(note("b")))
    await second
    assert await database.read(notes) == ["b"]


async def test_waiting_writes_wait_once_for_a_locked_file(database: Sqlite, file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(4):  # a second each would be five
            results = await asyncio.gather(*(database.write(note(text)) for text in "abcde"), return_exceptions=True)
    assert all(isinstance(result, OperationalError) for result in results)
    await database.write(note("f"))
    assert await database.read(notes) == ["f"]


async def test_readers_do_not_wait_for_the_writer(database: Sqlite) -> None:
    async with occupied(database.write):
        assert await database.read(notes) == []


async def test_a_read_transaction_sees_no_later_writes(database: Sqlite) -> None:
    loop = asyncio.get_running_loop()

    def twice(connection: Connection) -> list[list[str]]:
        before = notes(connection)
        asyncio.run_coroutine_threadsafe(database.write(note("a")), loop).result(10)
        return [before, notes(connection)]

    assert await database.read(twice) == [[], []]
    assert await database.read(notes) == ["a"]


async def test_closing_waits_for_pending_writes(database: Sqlite, file: Path) -> None:
    async with occupied(database.write):
        waits = asyncio.create_task(database.write(note("a")))
        closing_down = asyncio.create_task(database.close())
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await asyncio.gather(closing_down, waits)
    with closing(sqlite3.connect(file)) as read:
        assert read.execute("SELECT text FROM notes").fetchall() == [("a",)]
    assert not file.with_name(f"{file.name}-wal").exists()


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://x/y", "nonsense"])
async def test_an_unsupported_url_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable, match="DATABASE_URL"):
        await Store.open(url)


async def test_a_database_that_cannot_be_opened_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    with pytest.raises(StoreUnavailable):
        await Store.open("sqlite:////no/such/folder/x.sqlite3")
    threads = [thread for thread in set(threading.enumerate()) - before if thread.name.startswith("database")]
    for thread in threads:
        thread.join(5)
        assert not thread.is_alive()


async def test_a_locked_new_file_is_reported_within_seconds(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        async with asyncio.timeout(5):
            with pytest.raises(StoreUnavailable, match="locked"):
                await Store.open(f"sqlite:///{file}")


def move_away(file: Path, *, put_copy: bool = False) -> Path:
    target = file.rename(file.with_name("moved"))
    if put_copy:
        file.write_bytes(target.read_bytes())
    return target


@pytest.mark.parametrize("is_replaced", [True, False])
@pytest.mark.parametrize("log", ["", "-wal"])
async def test_nothing_is_saved_into_a_lost_file(database: Sqlite, file: Path, log: str, is_replaced: bool) -> None:
    await database.write(note("a"))
    await database.write(note("b"))
    move_away(file.with_name(f"{file.name}{log}"), put_copy=is_replaced)
    for act in (database.write(note("c")), database.read(notes)):
        with pytest.raises(StoreLost, match=f"sqlite3{log} was {'replaced' if is_replaced else 'removed'}"):
            await act


async def test_a_file_moved_away_and_back_still_works(database: Sqlite, file: Path) -> None:
    move_away(file).rename(file)
    await database.write(note("a"))
    assert await database.read(notes) == ["a"]
