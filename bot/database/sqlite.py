"""SQLite: a thread for writes, one for short reads, and one for long reads."""

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bot import deadlines
from bot.database.errors import StoreBusy, StoreFailed, StoreLost, Unusable
from bot.database.files import LOGS, DatabaseLock, unfinished_restore
from bot.database.statements import driver_of
from bot.database.transactions import MAX_LONG_READS, MAX_WAITING, Run, Work, is_outage

log = logging.getLogger(__name__)

T = TypeVar("T")
Waiting: TypeAlias = "tuple[Work[Any], asyncio.Future[Any]]"
Outcome: TypeAlias = "tuple[Any, Exception | None]"

BUSY_TIMEOUT = f"busy_timeout={deadlines.SQLITE_LOCK // timedelta(milliseconds=1)}"
PRAGMAS = (BUSY_TIMEOUT, "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")

# The quick check comes first, for large files. The others detect a backup copied by hand beside a killed bot's log.
CHECKS = (
    "PRAGMA quick_check(1)",
    "PRAGMA integrity_check(1)",
    "SELECT 'rows of ' || \"table\" || ' belong to nothing' FROM pragma_foreign_key_check LIMIT 1",
)


class Lane:
    """One thread with one connection. Requests that arrive together, or while it is busy, share a transaction.

    So a hundred writers share one disk sync and one thread switch. The connection stays open. The driver begins and
    commits, because SQLAlchemy would take longer for that than SQLite takes for a whole move.

    check raises if no transaction may run now. At most max_waiting requests wait, and at most max_batch share a
    transaction.
    """

    def __init__(
        self,
        engine: Engine,
        begin: str,
        check: Callable[[], None],
        max_waiting: int = MAX_WAITING,
        max_batch: int = MAX_WAITING,
    ) -> None:
        self._engine = engine
        self._begin = begin
        self._check = check
        self._max_waiting = max_waiting
        self._max_batch = max_batch
        self._connection: Connection | None = None  # opened and closed by the thread
        self._thread = Thread(target=self._serve, name="database", daemon=True)
        self._batches: SimpleQueue[Sequence[Waiting] | None] = SimpleQueue()
        self._waiting: list[Waiting] = []
        self._is_busy = False
        self._is_closed = False

    def run(self, work: Work[T]) -> asyncio.Future[T]:
        """Run a function in a transaction. If the future is canceled before that, the function never runs.

        Raises StoreFailed (the lane is closed), StoreBusy.
        """
        if self._is_closed:
            raise StoreFailed("the database is closed", unchanged=True)
        if len(self._waiting) >= self._max_waiting:
            raise StoreBusy
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, future))
        if not self._is_busy:
            self._is_busy = True
            loop.call_soon(self._send_batch)
        return future

    async def close(self) -> None:
        """Run the waiting requests, then close the connection."""
        self._is_closed = True
        if self._waiting:
            self._send_batch()
        self._batches.put(None)
        if self._thread.ident is not None:
            await asyncio.to_thread(self._thread.join)

    def _send_batch(self) -> None:
        waiting = [one for one in self._waiting if not one[1].done()]
        batch, self._waiting = waiting[: self._max_batch], waiting[self._max_batch :]
        self._is_busy = bool(batch)
        if not batch:
            return
        self._batches.put(batch)
        if self._thread.ident is None:
            self._thread.start()

    def _deliver(self, batch: Sequence[Waiting], outcomes: Sequence[Outcome]) -> None:
        self._send_batch()
        for (_, future), (result, error) in zip(batch, outcomes, strict=True):
            if future.done():  # canceled
                continue
            if error:
                future.set_exception(error)
            else:
                future.set_result(result)

    # -- in the thread

    def _serve(self) -> None:
        while batch := self._batches.get():
            outcomes = self._run([work for work, _ in batch])
            with suppress(RuntimeError):  # the loop is closed, so nothing awaits the outcomes
                batch[0][1].get_loop().call_soon_threadsafe(self._deliver, batch, outcomes)
        if self._connection:
            self._connection.close()
        self._engine.dispose()

    def _run(self, works: Sequence[Work[Any]]) -> Sequence[Outcome]:
        """Run functions in one transaction or, if one of them fails, each in its own."""
        try:
            return self._transaction(works)
        except Exception as error:  # noqa: BLE001 - raised to the callers
            if len(works) == 1 or is_outage(error):
                return [(None, error)] * len(works)
        return [outcome for work in works for outcome in self._run([work])]

    def _transaction(self, works: Sequence[Work[Any]]) -> Sequence[Outcome]:
        self._check()
        if self._connection is None:
            self._connection = self._engine.connect()
            self._connection.begin()  # so that SQLAlchemy itself neither begins nor commits
        driver = driver_of(self._connection)
        driver.execute(self._begin)
        try:
            outcomes = [(work(self._connection), None) for work in works]
            driver.commit()
        finally:
            if driver.in_transaction:
                driver.rollback()
        return outcomes


class Identity:
    """The identity of a database file and its log, to notice if they are replaced.

    The database is identified at its first connection, the log at its first use.
    """

    def __init__(self, database: Path) -> None:
        self._database = str(database)
        self._log = f"{database}{LOGS[0]}"
        self._first: dict[str, tuple[int, int]] = {}

    def remember(self) -> None:
        """Remember the database file, unless it was remembered before."""
        self._first.setdefault(self._database, _identity(self._database))

    def check(self) -> None:
        """Refuse files other than the remembered ones. Cost: 4 µs. Raises StoreLost."""
        for file in (self._database, self._log) if self._first else ():
            try:
                current = _identity(file)
            except FileNotFoundError as gone:
                if file in self._first:
                    raise StoreLost(f"{file} was removed while the bot was running", unchanged=True) from gone
            else:
                if current != self._first.setdefault(file, current):
                    raise StoreLost(f"{file} was replaced while the bot was running", unchanged=True)


def _identity(file: str) -> tuple[int, int]:
    status = os.stat(file)  # noqa: PTH116 - Path.stat takes three times as long
    return status.st_dev, status.st_ino


class Sqlite:
    """A file with three lanes: for writes, short reads and long reads. A write is on disk when it returns.

    Raises Unusable (the file is being restored, or its last restore was interrupted).
    """

    def __init__(self, file: Path, *, browsing: timedelta = deadlines.TRANSACTION) -> None:
        self._file, self._lock = file, DatabaseLock(file, exclusive=False)
        if unfinished_restore(file).exists():
            self._lock.close()
            raise Unusable("its last restore was interrupted: run python -m bot restore again")
        identity = Identity(file)
        self._writer = Lane(_engine(file, identity), "BEGIN IMMEDIATE", identity.check)
        self._reader = Lane(_engine(file, identity), "BEGIN", identity.check)
        self._browsing = browsing.total_seconds()
        self._browser = Lane(_engine(file, identity), "BEGIN", identity.check, MAX_LONG_READS, max_batch=1)

    write_statement = None

    async def check(self) -> None:
        """Check the file for damage, within DAMAGE_CHECK."""
        await self.read(_check)

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads, and return its result."""
        return await self._reader.run(work)

    async def long_read(self, work: Work[T]) -> T:
        """Run a function that reads more than a move does. Short reads never wait for it."""
        try:
            async with asyncio.timeout(self._browsing):
                return await self._browser.run(work)
        except TimeoutError as late:
            raise StoreBusy from late

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, and return its result."""
        return await self._writer.run(work)

    async def change_tables(self, work: Work[T]) -> T:
        """Run a function that changes tables. SQLite has only one writer."""
        return await self.write(work)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[Run]:
        """Begin a transaction in this thread, with an exclusive lock on the file until the database is closed."""
        self._lock.close()
        self._lock = DatabaseLock(self._file, exclusive=True)
        engine = _engine(self._file, Identity(self._file))
        try:
            with engine.connect() as connection:

                async def run(work: Work[T]) -> T:
                    await asyncio.sleep(0)  # the task may be canceled here
                    return work(connection)

                connection.begin()  # as in a lane
                driver_of(connection).execute("BEGIN IMMEDIATE")
                yield run
                driver_of(connection).commit()
        finally:
            engine.dispose()

    async def close(self) -> None:
        """Close the connections, the writer's last, so that it can delete the log."""
        await self._browser.close()
        await self._reader.close()
        await self._writer.close()
        self._lock.close()


def _check(connection: Connection) -> None:
    driver = driver_of(connection)
    deadline = time.monotonic() + deadlines.DAMAGE_CHECK.total_seconds()
    driver.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
    problem = None
    try:
        for pragma in CHECKS:
            problem = problem or next((row[0] for row in connection.exec_driver_sql(pragma) if row[0] != "ok"), None)
    except DBAPIError as error:
        code = getattr(error.orig, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_INTERRUPT:
            log.info("the database is too large for a complete damage check at startup")
            return
        if code != sqlite3.SQLITE_CORRUPT:
            raise
        problem = error.orig
    finally:
        driver.set_progress_handler(None, 0)
    if problem is not None:
        raise Unusable(f"it is damaged ({problem}); restore a backup: python -m bot restore FILE")


def _set_pragma(connection: sqlite3.Connection, pragma: str, until: float) -> None:
    """Set a pragma, with retries: SQLite doesn't wait while another connection switches the file to WAL."""
    while True:
        try:
            connection.execute(f"PRAGMA {pragma}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(deadlines.SQLITE_PAUSE.total_seconds())
        else:
            return


def _engine(file: Path, identity: Identity) -> Engine:
    engine = create_engine(URL.create("sqlite+pysqlite", database=str(file)), hide_parameters=True)

    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # otherwise the module itself begins transactions, but only before writes
        until = time.monotonic() + deadlines.SQLITE_CONNECT.total_seconds()
        for pragma in PRAGMAS:
            _set_pragma(connection, pragma, until)
        identity.remember()

    event.listen(engine, "connect", prepare)
    return engine
