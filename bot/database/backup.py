"""A copy of the games that is safe to take while the bot runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.engine import make_url

from bot.database.opening import StoreUnavailable


def backup(url: str, target: Path) -> int:
    """Copy a SQLite database as it stands at one instant, and return how many games the copy has.

    Nobody who writes has to wait. The target is replaced when the copy is whole, checked and on the disk, not before.

    Raises
    ------
    StoreUnavailable
        It is no SQLite database, it or the target can't be opened, or the copy is damaged.
    """
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        raise StoreUnavailable("backup copies a SQLite file; for PostgreSQL there is pg_dump")
    source, part = Path(address.database), target.with_name(f"{target.name}.part")
    if target.exists() and source.exists() and target.samefile(source):
        raise StoreUnavailable(f"{target} is the database itself")
    try:
        part.unlink(missing_ok=True)
        games = _copy(source, part)
        part.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(f"cannot copy {source} to {target}: {error}") from error
    return games


def _copy(source: Path, part: Path) -> int:
    there = f"{source.absolute().as_uri()}?mode=rw"  # else a name with a slip of the pen would be made, and be empty
    with closing(sqlite3.connect(there, uri=True)) as database, closing(sqlite3.connect(part)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        [damage] = copy.execute("PRAGMA quick_check(1)").fetchone()
        if damage != "ok":
            raise sqlite3.DatabaseError(damage)
        [games] = copy.execute("SELECT count(*) FROM games").fetchone()
    return int(games)
