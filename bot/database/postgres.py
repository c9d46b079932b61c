"""PostgreSQL: a pool of connections. A transaction has a connection to itself."""

import asyncio
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

import asyncpg  # pyright: ignore[reportMissingTypeStubs] - it has none
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot import deadlines
from bot.database.errors import InUse, StoreBusy, StoreFailed, Unusable
from bot.database.transactions import CONNECTIONS, MAX_WAITING, Run, Statement, Work

T = TypeVar("T")

MIGRATION_LOCK = 774_477  # an advisory lock
NO_TIME_LIMIT = text("SET LOCAL statement_timeout = 0")
# Other connections under the same name: those of bots, and of other moves.
OTHERS = text("""
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND application_name = current_setting('application_name')
""")
IDLE = timedelta(minutes=1)  # after this time, a connection that nobody uses is closed
LONG_READS = 3  # connections that long reads may use

# PostgreSQL Error Codes, Appendix A of its documentation.
CONFLICTS = {"23505", "40001", "40P01"}  # one of two conflicting transactions was rolled back
READ_ONLY = "25006"

FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError)


def _took_too_long() -> StoreFailed:
    return StoreFailed("the server took too long", unchanged=False)  # it may still commit


class Postgres:
    """A PostgreSQL server. A transaction that loses its connection or conflicts with another is retried once.

    A read-only session counts as lost: after a failover it may be connected to a standby, and would stay there.
    """

    def __init__(self, arguments: Mapping[str, Any], connections: int = CONNECTIONS, idle: timedelta = IDLE) -> None:
        limit = deadlines.STATEMENT
        self._connections = connections
        self._connect = partial(_connect, {"timeout": limit.total_seconds(), **arguments})
        self._engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            hide_parameters=True,
            pool_size=connections,
            max_overflow=0,
            pool_use_lifo=True,  # so that those that aren't needed stay idle
            pool_timeout=limit.total_seconds(),
        )
        event.listen(self._engine.sync_engine, "handle_error", _count_as_lost)
        event.listen(self._engine.sync_engine, "checkout", _drop_closed)
        event.listen(self._engine.sync_engine, "checkin", partial(_close_later, idle.total_seconds()))
        event.listen(self._engine.sync_engine, "invalidate", _close_failed)
        self._running = 0
        self._long_reads = asyncio.Semaphore(max(1, min(LONG_READS, connections - 1)))
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def check(self) -> None:
        """Refuse a pooler that shares a session between transactions. Raises Unusable.

        The server itself checks for damage.
        """
        if self._connections > 1:
            try:
                await self._check_sessions()
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                raise DBAPIError(None, None, error) from error

    async def _check_sessions(self) -> None:
        mark = str(uuid4())
        is_free = f"current_setting('ttt.session', true) IS DISTINCT FROM '{mark}'"
        set_mark, check_free, check_marked = (
            f"SET ttt.session = '{mark}'",
            f"SELECT 1 / ({is_free})::int",
            f"SELECT 1 / (NOT {is_free})::int",
        )
        async with AsyncExitStack() as closing:
            one = await self._connect()
            closing.callback(one.terminate)
            other = await self._connect()
            closing.callback(other.terminate)
            # Simple queries, without prepared statements. A division by zero fails.
            await one.execute(set_mark)
            try:
                async with other.transaction():
                    await other.execute(check_free)
                    await one.execute(check_marked)
            except asyncpg.DivisionByZeroError as error:
                raise Unusable(
                    "the pooler gives each transaction another session: use session pooling, or no pooler"
                ) from error

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads, and return its result."""
        return await self._run(self._reads, work)

    async def long_read(self, work: Work[T]) -> T:
        """Run a function that reads more than a move does. Most connections are reserved for other transactions."""
        async with self._within_deadline(StoreBusy), self._long_reads:
            return await self._with_retry(self._reads, work)

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, and return its result."""
        return await self._run(self._engine, work)

    async def write_statement(self, statement: Statement) -> bool:
        """Run one statement that writes, in its own transaction, and return whether it returned a row.

        This saves the round trips of BEGIN and COMMIT. It bypasses SQLAlchemy, because the driver caches the prepared
        statement and is faster.
        """
        sql, parameters = statement(self._engine.dialect)
        async with self._within_deadline():
            try:
                connection = await self._engine.raw_connection()
            except self._engine.dialect.loaded_dbapi.Error:  # the server refused the connection
                return False
            driver: Any = connection.driver_connection
            try:
                return bool(await driver.fetch(sql, *parameters))
            except asyncpg.InternalClientError:  # the server is closing the connection, so nothing was sent
                connection.invalidate()
                return False
            except asyncpg.QueryCanceledError as late:
                raise StoreFailed(late, unchanged=True) from late
            except FAILURES as error:
                if driver.is_closed():  # the server may have committed the transaction
                    raise StoreFailed(error, unchanged=False) from error
                return False
            except asyncio.CancelledError:  # the next user of the connection would wait for the statement
                connection.invalidate()
                raise
            finally:
                connection.close()

    async def change_tables(self, work: Work[T]) -> T:
        """Run a function that changes tables, in one process at a time."""

        def locked(connection: Connection) -> T:
            connection.execute(NO_TIME_LIMIT)
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            return work(connection)

        return await self._once(self._engine, locked)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[Run]:
        """Begin a transaction with exclusive locks on all tables."""
        async with self._engine.begin() as connection:
            await connection.run_sync(_lock_tables)
            yield connection.run_sync

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def _run(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with self._within_deadline():
            return await self._with_retry(engine, work)

    @asynccontextmanager
    async def _within_deadline(self, late: Callable[[], StoreFailed] = _took_too_long) -> AsyncGenerator[None]:
        if self._running >= MAX_WAITING:
            raise StoreBusy
        self._running += 1
        try:
            async with asyncio.timeout(deadlines.TRANSACTION.total_seconds()):
                yield
        except TimeoutError as error:
            raise late() from error
        finally:
            self._running -= 1

    async def _with_retry(self, engine: AsyncEngine, work: Work[T]) -> T:
        try:
            return await self._once(engine, work)
        except DBAPIError as error:
            if not (error.connection_invalidated or getattr(error.orig, "sqlstate", None) in CONFLICTS):
                raise
        return await self._once(engine, work)

    async def _once(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.connect() as connection:
            result = await connection.run_sync(work)
            try:
                await connection.commit()
            except DBAPIError as error:  # the server may have committed before the connection was lost
                raise StoreFailed(error.orig, unchanged=False) from error
        return result


async def _connect(arguments: Mapping[str, Any]) -> Any:
    """Return a new connection. Raises Unusable if the driver or the server finds a mistake in DATABASE_URL."""
    driver: Any = asyncpg  # it has no types
    try:
        connection = await driver.connect(**arguments)
    except FileNotFoundError as error:  # the server's socket, which appears when it starts
        raise ConnectionError(str(error)) from error
    except asyncpg.ProtocolViolationError as error:
        if "startup parameter" not in str(error):  # a pooler says everything else with this code, too
            raise
        raise Unusable(error) from error
    except (ValueError, ssl.SSLError) as error:
        raise Unusable(error) from error
    # Not as a parameter of the connection, which poolers refuse.
    milliseconds = deadlines.STATEMENT // timedelta(milliseconds=1)
    await connection.execute("SELECT set_config('statement_timeout', $1, FALSE)", str(milliseconds))
    return connection


def _close_later(idle: float, _connection: object, record: ConnectionPoolEntry) -> None:
    """Close a connection if it isn't used again in time."""
    driver: Any = record.driver_connection
    if driver is not None:
        record.info["closing"] = asyncio.get_running_loop().call_later(idle, driver.terminate)


def _lock_tables(connection: Connection) -> None:
    """Lock every table for this transaction, so that no bot can start. Raises InUse."""
    if not connection.scalar(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}):
        raise InUse("it is being migrated or moved")
    if connection.scalar(OTHERS):
        raise InUse("a running bot uses it; stop the bot first")
    if names := inspect(connection).get_table_names():
        quote = connection.dialect.identifier_preparer.quote
        lock = f"LOCK TABLE {', '.join(map(quote, names))}"
        connection.execute(text(lock))
    connection.execute(NO_TIME_LIMIT)


def _drop_closed(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Replace a closed or lost connection before anything is sent."""
    driver: Any = record.driver_connection
    if closing := record.info.pop("closing", None):
        closing.cancel()
    if driver.is_closed():
        raise DisconnectionError


def _close_failed(_connection: object, record: ConnectionPoolEntry, _error: object) -> None:
    """Close a failed connection immediately: SQLAlchemy would wait two seconds for a hanging server."""
    driver: Any = record.driver_connection
    driver.terminate()


def _count_as_lost(context: ExceptionContext) -> None:
    """If the server is closing a session, or a session turns out to be read-only, close all sessions."""
    error, driver = context.original_exception, context.dialect.loaded_dbapi
    if isinstance(error, driver.InternalClientError) or getattr(error, "sqlstate", None) == READ_ONLY:
        context.is_disconnect = True
