"""Opening a database by its URL, and bringing its tables to this version."""

import importlib

from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.database.errors import NoDatabaseUrl, StoreFailed, StoreUnavailable, Unusable
from bot.database.sqlite import Sqlite
from bot.database.tables import VERSION, metadata
from bot.database.transactions import FAILURES, Database

# The table of versions, as Alembic creates it.
ALEMBIC_TABLE = """
    CREATE TABLE alembic_version (
        version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    )
"""


async def opened(url: str) -> Database:
    """Connect, and migrate the tables to this version.

    Raises StoreUnavailable.
    """
    database = connect(url)
    try:
        await database.check()
        if not await database.read(_is_current) and not await database.change_tables(make_tables):
            # Imported only where it is needed: Alembic and its templates take 9 MiB.
            await database.change_tables(importlib.import_module("bot.database.migrations").migrate)
    except (*FAILURES, Unusable, StoreFailed) as error:
        await database.close()
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise StoreUnavailable(f"cannot open {make_url(url).render_as_string()}: {reason}") from error
    return database


def _is_current(connection: Connection) -> bool:
    if not inspect(connection).has_table("alembic_version"):
        return False
    return connection.scalar(text("SELECT version_num FROM alembic_version")) == VERSION


def make_tables(connection: Connection) -> bool:
    """Create the tables of this version in an empty database; return False, and change nothing, if it has any tables.

    The result is the same as that of the migrations, without loading Alembic.
    """
    if inspect(connection).get_table_names():
        return False
    metadata.create_all(connection)
    connection.execute(text(ALEMBIC_TABLE))
    connection.execute(text("INSERT INTO alembic_version VALUES (:version)"), {"version": VERSION})
    return True


def connect(url: str) -> Database:
    """Return the database at a URL, not opened yet.

    Raises StoreUnavailable.
    """
    unusable = "DATABASE_URL is not usable: "
    try:
        address = make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        raise NoDatabaseUrl(f"{unusable}{error}") from error
    try:
        if address.drivername == "sqlite" and address.database not in (None, "", ":memory:"):
            return Sqlite(address)
        if address.drivername in ("postgresql", "postgres", "postgresql+asyncpg"):
            return importlib.import_module("bot.database.postgres").Postgres(address)  # its driver is an extra
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise NoDatabaseUrl(f"{unusable}{error}") from error
    except (OSError, Unusable) as error:
        raise StoreUnavailable(f"cannot open {address.render_as_string()}: {error}") from error
    raise NoDatabaseUrl(f"{unusable}it begins with sqlite:/// and a file, or with postgresql://")
