"""The address in DATABASE_URL: what it means, and how to show it without secrets."""

from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.database.errors import Misconfigured


def is_sqlite(url: str) -> bool:
    """Return whether an address is that of a SQLite file."""
    return url.startswith("sqlite:")


def shown(url: str) -> str:
    """Return an address without user, password and options, for the operator."""
    try:
        address = make_url(url)
    except (SQLAlchemyError, ValueError):
        return "the database"
    host = (address.host or "").rpartition("@")[2]
    return URL.create(
        address.drivername, host=host or None, port=address.port, database=address.database
    ).render_as_string()


def sqlite_file(url: str) -> Path:
    """Return the absolute path of the file in the address of a SQLite database. Raises Misconfigured."""
    database = make_url(url).database
    if database in (None, "", ":memory:"):
        raise Misconfigured("DATABASE_URL is not usable: it must be like sqlite:///ttt.sqlite3")
    return Path(database).resolve()
