"""`python -m bot move URL`: copies a database into an empty one of either kind, completely or not at all.

A copy to PostgreSQL is one transaction. A copy to SQLite is a new file beside the target, and replaces the target at
the end.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import (
    URL,
    Connection,
    NullPool,
    Result,
    Row,
    Table,
    create_engine,
    func,
    inspect,
    literal,
    select,
    text,
)

from bot.database.addresses import is_sqlite, shown, sqlite_file
from bot.database.backup import sync_folder, unfinished_copy
from bot.database.connections import CANNOT_OPEN, connect, file_exists, make_tables, version_of
from bot.database.errors import Misconfigured, Unusable, unavailable
from bot.database.files import DatabaseLock
from bot.database.sqlite import Sqlite
from bot.database.tables import VERSION, games, guilds, metadata, sweeps, synced
from bot.database.transactions import Database, Run

BATCH = 10_000  # rows
# What the bot saves before anybody plays, so that a target which it has opened once counts as empty.
BOOKKEEPING = {guilds, sweeps, synced}

Show: TypeAlias = Callable[[str, int, int], None]
"""Shows which table is being copied, and how many rows of how many in all tables are done."""


def checksum(rows: Iterable[Any]) -> int:
    """Return a checksum that doesn't depend on the order of the rows, so that it can be summed over batches."""
    digests = (blake2b(repr(tuple(row)).encode(), digest_size=16).digest() for row in rows)
    return sum(int.from_bytes(digest) for digest in digests)


async def move(source: str, target: str, show: Show) -> int:
    """Copy every row of a database into an empty one, compare the two, and return the number of games.

    The source isn't changed. The target may already have the tables of this version, if nobody has used them.

    Raises StoreUnavailable: a database can't be opened or is in use, the source isn't of this version, the target isn't
    empty, or the copy failed. In each case, the target is unchanged.
    """
    if is_sqlite(source) and not await asyncio.to_thread(file_exists, sqlite_file(source)):
        raise Misconfigured(f"there is no database to move: {shown(source)} doesn't exist")
    async with _alone(connect(source), source) as read:
        with _explained(f"cannot move {shown(source)}"):
            if target == source or (
                is_sqlite(source) and is_sqlite(target) and sqlite_file(source) == sqlite_file(target)
            ):
                raise Misconfigured(f"{shown(target)} is the database itself")
            if await read(version_of) != VERSION:
                raise Unusable("its tables are from another version: start this version of the bot once, and stop it")
        async with _target(target) as write:
            with _explained(f"cannot move {shown(source)} to {shown(target)}"):
                return await _copy(read, write, show)


@asynccontextmanager
async def _alone(database: Database, url: str) -> AsyncGenerator[Run]:
    """Open a database that no bot uses, in one transaction."""
    with _explained(f"cannot use {shown(url)}"):
        try:
            if is_sqlite(url):  # the check of PostgreSQL opens more connections
                await database.check()
            async with database.alone() as run:
                yield run
        finally:
            await database.close()


@asynccontextmanager
async def _target(url: str) -> AsyncGenerator[Run]:
    """Make the tables of an empty database. What is done in the block becomes visible at its end."""
    if is_sqlite(url):
        with _explained(f"cannot write {shown(url)}"), _replaced(sqlite_file(url)) as part:
            async with _alone(Sqlite(part), url) as run:
                await run(make_tables)
                yield run
    else:
        async with _alone(connect(url), url) as run:
            await run(_remake_tables)
            yield run


@contextmanager
def _replaced(file: Path) -> Generator[Path]:
    """Yield the path of a new file, which replaces an empty database at the end."""
    is_there = file_exists(file)
    with closing(DatabaseLock(file, exclusive=True)):
        try:
            with unfinished_copy(file) as part:
                if is_there:
                    address = URL.create("sqlite+pysqlite", database=str(file))
                    with create_engine(address, poolclass=NullPool).connect() as connection:
                        _check_empty(connection)
                yield part
                part.replace(file)
                sync_folder(file.parent)
        finally:
            if not file.exists():
                file.with_name(f"{file.name}.lock").unlink(missing_ok=True)


def _check_empty(connection: Connection) -> None:
    names = {*inspect(connection).get_table_names()} - {"alembic_version"}
    for name in sorted(names - {*metadata.tables}):
        raise Unusable(f"it isn't empty: it has a table {name}, which this version doesn't have")
    for table in metadata.sorted_tables:
        is_used = table.name in names and table not in BOOKKEEPING
        if is_used and connection.scalar(select(literal(1)).select_from(table).limit(1)):
            raise Unusable(f"it isn't empty: it already has {table.name}")


def _remake_tables(connection: Connection) -> None:
    _check_empty(connection)
    metadata.drop_all(connection)
    connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    make_tables(connection)


async def _copy(read: Run, write: Run, show: Show) -> int:
    """Copy all tables, and return the number of games."""
    counts = {table: await read(partial(_count, table)) for table in metadata.sorted_tables}
    done = 0
    for table in metadata.sorted_tables:
        difference = 0
        async for rows in _batches(read, table):
            await write(partial(_insert, table, rows))
            difference += checksum(rows)
            done += len(rows)
            show(table.name, done, sum(counts.values()))
        async for rows in _batches(write, table):
            difference -= checksum(rows)
        if difference or counts[table] != await write(partial(_count, table)):
            raise Unusable(f"the copy of the table {table.name} differs from the original")
    await write(_complete)
    return counts[games]


def _count(table: Table, connection: Connection) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


async def _batches(run: Run, table: Table) -> AsyncGenerator[Sequence[Row[Any]]]:
    query = select(table).execution_options(yield_per=BATCH)
    result: Result[Any] = await run(lambda connection: connection.execute(query))
    try:
        while rows := await run(lambda _: result.fetchmany(BATCH)):
            yield rows
    except ValueError as error:
        raise Unusable(f"a row of the table {table.name} is damaged: {error}") from error


def _insert(table: Table, rows: Sequence[Row[Any]], connection: Connection) -> None:
    connection.execute(table.insert(), [dict(zip(table.columns.keys(), row, strict=True)) for row in rows])


def _complete(connection: Connection) -> None:
    """On PostgreSQL, set the sequences after the copied ids, and update the planner's statistics."""
    if connection.dialect.name == "postgresql":
        for table in metadata.sorted_tables:
            column = table.autoincrement_column
            if column is not None and (newest := connection.scalar(select(func.max(column)))):
                sequence = func.pg_get_serial_sequence(table.name, column.name)
                connection.execute(select(func.setval(sequence, newest)))
        connection.execute(text("ANALYZE"))


@contextmanager
def _explained(failure: str) -> Generator[None]:
    try:
        yield
    except Misconfigured as error:  # connect and sqlite_file name the setting, but here it is the argument
        raise Misconfigured(str(error).replace("DATABASE_URL", "URL")) from error
    except CANNOT_OPEN as error:
        raise unavailable(failure, error) from error
