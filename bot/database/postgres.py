"""PostgreSQL: a pool of connections; each transaction has one to itself."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any, TypeVar

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot import deadlines
from bot.database.errors import StoreBusy, StoreFailed
from bot.database.transactions import MOST_WAITING, Statement, Work

T = TypeVar("T")

CHANGING_TABLES = 774_477  # an advisory lock
CONNECTIONS = 10
BROWSING = 3  # of them, that may read much at once

# PostgreSQL Error Codes, Appendix A of its documentation.
COLLISIONS = {"23505", "40001", "40P01"}  # one of two conflicting transactions was rolled back
READ_ONLY = "25006"

FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


def _took_too_long() -> StoreFailed:
    return StoreFailed("the server took too long", unchanged=False)  # it may still commit


class Postgres:
    """A server. A transaction that loses its connection, or conflicts with another, is tried once more.

    A read-only session counts as lost: after a failover it may be connected to a standby, and would stay there.
    """

    def __init__(self, url: URL) -> None:
        named = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}  # libpq's name
        limit = deadlines.STATEMENT
        server = {"application_name": "ttt", "statement_timeout": str(limit // timedelta(milliseconds=1))}
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg", query=named),
            hide_parameters=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=limit.total_seconds(),
            connect_args={"timeout": limit.total_seconds(), "server_settings": server},
        )
        event.listen(self._engine.sync_engine, "handle_error", _count_read_only_as_lost)
        event.listen(self._engine.sync_engine, "checkout", _drop_closed)
        event.listen(self._engine.sync_engine, "invalidate", _cut)
        self._asked = 0
        self._browsing = asyncio.Semaphore(BROWSING)
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def check(self) -> None:
        """Do nothing: the server checks its own pages."""

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads, and return its result."""
        return await self._run(self._reads, work)

    async def browse(self, work: Work[T]) -> T:
        """Run a function that reads much, and return its result; short reads keep most of the connections."""
        async with self._in_time(StoreBusy), self._browsing:
            return await self._tried(self._reads, work)

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, and return its result."""
        return await self._run(self._engine, work)

    async def write_at_once(self, statement: Statement) -> bool:
        """Run one statement that writes, as a transaction of its own, and return whether it returned a row.

        It saves the two round trips of BEGIN and COMMIT, and SQLAlchemy, which is slower than the driver: the driver
        keeps the statement prepared.
        """
        sql, parameters = statement(self._engine.dialect)
        async with self._in_time():
            try:
                connection = await self._engine.raw_connection()
            except self._engine.dialect.loaded_dbapi.Error:  # the server refused it, which it does at once
                return False
            driver: Any = connection.driver_connection
            try:
                return bool(await driver.fetch(sql, *parameters))
            except asyncpg.QueryCanceledError as late:
                raise StoreFailed(late, unchanged=True) from late
            except FAILURES as error:
                if driver.is_closed():  # the server may have committed it before
                    raise StoreFailed(error, unchanged=False) from error
                return False
            except asyncio.CancelledError:  # its next user would wait until the server gives up
                connection.invalidate()
                raise
            finally:
                connection.close()

    async def change_tables(self, work: Work[T]) -> T:
        """Run a function that changes tables, in one process at a time."""

        def locked(connection: Connection) -> T:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": CHANGING_TABLES})
            return work(connection)

        return await self._once(self._engine, locked)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def _run(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with self._in_time():
            return await self._tried(engine, work)

    @asynccontextmanager
    async def _in_time(self, late: Callable[[], StoreFailed] = _took_too_long) -> AsyncGenerator[None]:
        if self._asked >= MOST_WAITING:
            raise StoreBusy
        self._asked += 1
        try:
            async with asyncio.timeout(deadlines.TRANSACTION.total_seconds()):
                yield
        except TimeoutError as error:
            raise late() from error
        finally:
            self._asked -= 1

    async def _tried(self, engine: AsyncEngine, work: Work[T]) -> T:
        try:
            return await self._once(engine, work)
        except DBAPIError as error:
            if not (error.connection_invalidated or getattr(error.orig, "sqlstate", None) in COLLISIONS):
                raise
        return await self._once(engine, work)

    async def _once(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.connect() as connection:
            result = await connection.run_sync(work)
            try:
                await connection.commit()
            except DBAPIError as error:  # the server may have committed it before the connection was lost
                raise StoreFailed(error.orig, unchanged=False) from error
        return result


def _drop_closed(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Replace a connection that is known to be lost before anything is sent."""
    driver: Any = record.driver_connection
    if driver.is_closed():
        raise DisconnectionError


def _cut(_connection: object, record: ConnectionPoolEntry, _error: object) -> None:
    """Close a connection that failed at once: SQLAlchemy would wait two seconds for a server that hangs."""
    driver: Any = record.driver_connection
    driver.terminate()


def _count_read_only_as_lost(context: ExceptionContext) -> None:
    """Close every session, as after a lost connection, if one turns out to be read-only."""
    if getattr(context.original_exception, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True
