"""PostgreSQL: as many transactions at once as the pool has connections."""

import asyncio
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot import deadlines
from bot.database.transactions import Work
from bot.registry.store import StoreFailed

T = TypeVar("T")

CHANGING_TABLES = 774_477  # the advisory lock of whoever does

# PostgreSQL took back one of two transactions that stood in each other's way: Appendix A, PostgreSQL Error Codes.
COLLISIONS = {"23505", "40001", "40P01"}


class Postgres:
    """A server. What meets a connection that the server has closed, or collides with another, is tried once more."""

    def __init__(self, url: URL) -> None:
        named = {"ssl" if name == "sslmode" else name: value for name, value in url.query.items()}  # libpq's name
        limit = deadlines.STATEMENT
        server = {"application_name": "ttt", "statement_timeout": str(limit // timedelta(milliseconds=1))}
        self._engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg", query=named),
            hide_parameters=True,
            pool_size=10,
            max_overflow=0,
            pool_timeout=limit.total_seconds(),
            connect_args={"timeout": limit.total_seconds(), "server_settings": server},
        )
        self._reads = self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def check(self) -> None:
        """Do nothing: the server looks after its pages itself."""

    async def read(self, work: Work[T]) -> T:
        """Return what a work makes of one consistent state."""
        return await self._run(self._reads, work)

    async def write(self, work: Work[T]) -> T:
        """Carry a work out."""
        return await self._run(self._engine, work)

    async def change_tables(self, work: Work[T]) -> T:
        """Carry a work out, while no other process changes tables."""

        def locked(connection: Connection) -> T:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": CHANGING_TABLES})
            return work(connection)

        return await self._once(self._engine, locked)

    async def close(self) -> None:
        """Close every connection."""
        await self._engine.dispose()

    async def _run(self, engine: AsyncEngine, work: Work[T]) -> T:
        try:
            async with asyncio.timeout(deadlines.TRANSACTION.total_seconds()):
                return await self._tried(engine, work)
        except TimeoutError as late:  # it may be carried out yet
            raise StoreFailed("the server took too long", unchanged=False) from late

    async def _tried(self, engine: AsyncEngine, work: Work[T]) -> T:
        try:
            return await self._once(engine, work)
        except DBAPIError as error:
            if not (error.connection_invalidated or getattr(error.orig, "sqlstate", None) in COLLISIONS):
                raise
        return await self._once(engine, work)  # the server was restarted, or two stood in each other's way

    async def _once(self, engine: AsyncEngine, work: Work[T]) -> T:
        async with engine.connect() as connection:
            result = await connection.run_sync(work)
            try:
                await connection.commit()
            except DBAPIError as error:  # the server may have carried it out, and died then
                raise StoreFailed(error.orig, unchanged=False) from error
        return result
