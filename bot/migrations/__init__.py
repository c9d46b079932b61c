"""The history of the tables, run by Alembic at start-up."""

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, text

from bot.tables import UnknownVersion

MIGRATING = 774_477  # PostgreSQL's advisory lock of whoever changes tables


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring the tables of a database to a version, or leave them as they were.

    Raises
    ------
    UnknownVersion
        A newer version of ttt has changed them.
    """
    _lock_tables(connection)
    config = Config()
    config.set_main_option("script_location", "bot:migrations")
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError as error:
        raise UnknownVersion(f"it is of a newer version of ttt ({error})") from error


def _lock_tables(connection: Connection) -> None:
    """Let one process at a time change tables, to the end of its transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
