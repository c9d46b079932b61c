"""Opens a database by its URL, and migrates its tables to this version."""

import asyncio
import importlib
import os
from datetime import datetime
from functools import partial
from itertools import combinations, starmap
from pathlib import Path

from sqlalchemy import Connection, inspect, select, text

from bot.database.addresses import is_sqlite, server_arguments, shown, sqlite_file
from bot.database.backup import keep_copy
from bot.database.clocks import IS_PROCESS
from bot.database.errors import Misconfigured, StoreFailed, StoreUnavailable, Unusable, unavailable
from bot.database.schema import differences
from bot.database.sqlite import Sqlite
from bot.database.tables import VERSION, metadata, sweeps
from bot.database.transactions import CONNECTIONS, FAILURES, Database
from bot.game.outages import conflict, unserved

CANNOT_OPEN = (*FAILURES, Unusable, StoreFailed)
# Alembic's table of versions, as Alembic creates it.
ALEMBIC_TABLE = """
    CREATE TABLE alembic_version (
        version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    )
"""


async def open_database(url: str, connections: int = CONNECTIONS) -> Database:
    """Connect to a database, and migrate its tables to this version. Raises StoreUnavailable.

    connections is the largest number of connections to PostgreSQL.
    """
    database = connect(url, connections)
    try:
        await database.check()
        if await database.read(version_of) != VERSION and not await database.change_tables(make_tables):
            await database.change_tables(partial(_upgrade, sqlite_file(url) if is_sqlite(url) else None))
    except StoreUnavailable:
        await database.close()
        raise
    except CANNOT_OPEN as error:
        await database.close()
        raise unavailable(f"cannot open {shown(url)}", error) from error
    return database


def _upgrade(file: Path | None, connection: Connection) -> None:
    """Migrate the tables to this version. No other process changes them meanwhile. A SQLite file is copied before."""
    migrations = importlib.import_module("bot.database.migrations")  # here, because Alembic takes 9 MiB
    version = version_of(connection)
    if file and version != VERSION and version in migrations.versions():
        keep_copy(file, VERSION)
    migrations.migrate(connection)


async def describe(url: str, since: datetime) -> tuple[str, list[str]]:
    """Return a line about what the next start will do with a database, and sentences about what is wrong with its
    running processes: how they contradict each other, and which shards have none. Nothing changes.

    A process runs if it was seen since then. Raises StoreUnavailable.
    """
    name = f"database {shown(url)}"
    if is_sqlite(url) and not await asyncio.to_thread(file_exists, sqlite_file(url)):
        return f"{name}: not there yet; the first start creates it", []
    database = connect(url)
    try:
        await database.check()
        version = await database.read(version_of)
        if version != VERSION:
            return f"{name}: {_next_start(version)}", []
        if wrong := await database.read(differences):
            raise Misconfigured(f"{name}: its tables differ from those of this version: {'; '.join(wrong)}")
        running = select(sweeps.c.shards).where(IS_PROCESS, sweeps.c.at > since).order_by(sweeps.c.shards)
        names = await database.read(lambda connection: connection.scalars(running).all())
    except CANNOT_OPEN as error:
        raise unavailable(f"cannot open {shown(url)}", error) from error
    finally:
        await database.close()
    mistakes = (*starmap(conflict, combinations(names, 2)), unserved(names))
    return f"{name}: its tables match this version", list(dict.fromkeys(filter(None, mistakes)))


def _next_start(version: str | None) -> str:
    """Return what a start will do with tables of a version, or with an empty database (None). Raises Unusable."""
    if version is None:
        return "empty; the first start creates its tables"
    if version not in importlib.import_module("bot.database.migrations").versions():
        raise Unusable("it comes from a newer version of ttt: install that version, or restore a backup")
    return "from an older version; make a backup, because the next start upgrades it"


def file_exists(file: Path) -> bool:
    """Return whether a file exists; raise Misconfigured if it can't be created."""
    if not os.access(file.parent, os.W_OK):
        raise Misconfigured(f"the bot may not write to {file.parent}")
    return file.exists()


def version_of(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.scalar(text("SELECT version_num FROM alembic_version"))


def make_tables(connection: Connection) -> bool:
    """Create the tables of this version in an empty database; return False if it already has tables.

    The result is the same as that of the migrations, but Alembic isn't loaded.
    """
    if inspect(connection).get_table_names():
        return False
    metadata.create_all(connection)
    connection.execute(text(ALEMBIC_TABLE))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": VERSION})
    return True


def connect(url: str, connections: int = CONNECTIONS) -> Database:
    """Return the database at a URL, without opening it. Raises StoreUnavailable."""
    if not is_sqlite(url):
        arguments = server_arguments(url)
        try:
            return importlib.import_module("bot.database.postgres").Postgres(arguments, connections)  # needs its driver
        except ModuleNotFoundError as error:
            raise Misconfigured("DATABASE_URL needs PostgreSQL's driver: pip install asyncpg") from error
    file = sqlite_file(url)
    try:
        return Sqlite(file)
    except (OSError, Unusable) as error:
        raise unavailable(f"cannot open {shown(url)}", error) from error
