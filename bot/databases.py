"""Opening a database by its URL, and bringing its tables to this version."""

import importlib

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from bot.sqlite import Sqlite
from bot.storage import StoreFailed
from bot.transactions import Database

MIGRATING = 774_477  # PostgreSQL's advisory lock of whoever changes tables


class StoreUnavailable(Exception):
    """The database can't be opened; the text says why in one line, without a password."""


async def opened(url: str) -> Database:
    """Connect, and bring the tables to this version.

    Raises
    ------
    StoreUnavailable
    """
    database = connect(url)
    try:
        await database.write(migrate)
    except (SQLAlchemyError, OSError, CommandError, StoreFailed) as error:
        await database.close()
        raise StoreUnavailable(f"cannot open {make_url(url).render_as_string()}: {_reason(error)}") from error
    return database


def connect(url: str) -> Database:
    """Return the database of a URL, not opened yet.

    Raises
    ------
    StoreUnavailable
    """
    unusable = "DATABASE_URL is not usable: "
    try:
        address = make_url(url)
        if address.drivername == "sqlite" and address.database not in (None, "", ":memory:"):
            return Sqlite(address)
        if address.drivername in ("postgresql", "postgres", "postgresql+asyncpg"):
            return importlib.import_module("bot.postgres").Postgres(address)  # its driver is an extra
    except (SQLAlchemyError, ValueError, ModuleNotFoundError) as error:
        raise StoreUnavailable(f"{unusable}{error}") from error
    raise StoreUnavailable(f"{unusable}it begins with sqlite:/// and a file, or with postgresql://")


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version, or leave them as they were."""
    _lock_tables(connection)
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _lock_tables(connection: Connection) -> None:
    """Let one process at a time change tables, to the end of its transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})


def _reason(error: Exception) -> object:
    if isinstance(error, CommandError):
        return f"it is of a newer version of ttt ({error})"
    return error.orig if isinstance(error, DBAPIError) else error
