"""Backups of a SQLite database. The bot can run during a backup, but not during a restore."""

import glob
import importlib
import logging
import os
import sqlite3
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from pathlib import Path

from sqlalchemy import NullPool, create_engine

from bot.database.addresses import is_sqlite, server_arguments, shown, sqlite_file
from bot.database.errors import Misconfigured, Unusable, unavailable
from bot.database.files import LOGS, DatabaseLock, unfinished_restore
from bot.database.schema import differences
from bot.database.transactions import FAILURES

log = logging.getLogger(__name__)


KEPT = 3  # copies from before migrations


@dataclass(frozen=True)
class Restored:
    """The number of games in a restored database, and the path of the old database, if there was one."""

    games: int
    kept: Path | None


def backup(url: str, target: Path) -> int:
    """Copy a consistent snapshot of a SQLite database, and return the number of games in the copy.

    The bot can go on writing. The target is replaced only when the copy is complete, checked and on disk.

    Raises StoreUnavailable: the database isn't SQLite, can't be opened or is damaged, or the target can't be written.
    """
    source = _file(url, "pg_dump")
    with _explained(f"cannot copy {source} to {target}"):
        _check_apart(target, source)
        if not source.exists():
            raise Misconfigured(f"there is no database to copy: {shown(url)} doesn't exist")
        with unfinished_copy(target) as part:
            games = _copy(source, part)
            part.replace(target)
    return games


def restore(url: str, source: Path, now: datetime) -> Restored:
    """Replace the database with a copy, and keep the old database beside it, with the time in its name.

    The copy is checked before anything changes. If a restore is interrupted, the bot refuses to start until the restore
    is repeated. Logs left by a killed bot move with the old database, because SQLite would apply them to the new one.

    Raises StoreUnavailable: the database isn't SQLite or in use, or the copy is unreadable, damaged or newer.
    """
    database = _file(url, "pg_restore")
    ready = unfinished_restore(database)
    with _explained(f"cannot restore {database} from {source}"):
        _check_apart(source, database)
        if not source.exists():
            raise Misconfigured(f"there is no copy to restore: {source} doesn't exist")
        with closing(DatabaseLock(database, exclusive=True)):
            with unfinished_copy(database) as part:
                games = _copy(source, part)
                _check_tables(part)
                if database.exists():
                    part.chmod(database.stat().st_mode & 0o777)
                part.replace(ready)  # from now on, the bot refuses to start
            kept = _keep(database, now)
            ready.replace(database)
            sync_folder(database.parent)
            return Restored(games, kept)


def keep_copy(database: Path, version: str) -> None:
    """Copy a SQLite database to a file beside it, before its migration to a version. The newest KEPT copies stay.

    Raises StoreUnavailable.
    """
    target = database.with_name(f"{database.name}.before-{version}")
    with _explained(f"cannot copy {database} to {target} before its upgrade"):
        with unfinished_copy(target) as part:
            _copy(database, part)
            part.replace(target)
        copies = database.parent.glob(f"{glob.escape(database.name)}.before-{'[0-9]' * len(version)}")
        for old in sorted(copies, key=lambda copy: copy.stat().st_mtime, reverse=True)[KEPT:]:
            old.unlink()
    log.info("copied the database to %s before its upgrade", target)


def _keep(database: Path, now: datetime) -> Path | None:
    """Move a database and its logs to an unused name."""
    name = f"{database.name}.replaced-{now:%Y%m%d-%H%M%S}"
    kept, number = database.with_name(name), 1
    while any(kept.with_name(kept.name + log).exists() for log in ("", *LOGS)):
        number += 1
        kept = database.with_name(f"{name}-{number}")
    existed = database.exists()
    for log in (*LOGS, ""):
        file = database.with_name(database.name + log)
        if file.exists():
            file.rename(kept.with_name(kept.name + log))
    sync_folder(database.parent)
    return kept if existed else None


def sync_folder(folder: Path) -> None:
    """Make renamed files in a folder durable, except on Windows, which has no way to do it."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def unfinished_copy(target: Path) -> Generator[Path]:
    """Yield a path beside the target for an unfinished copy, and delete the file at the end.

    Only the user who runs this may read the file, because the database itself may be private.
    """
    part = _part_of(target)
    _clear(part)
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield part
    finally:
        _clear(part)


def _clear(database: Path) -> None:
    for log in (*LOGS, ".lock", ""):
        database.with_name(database.name + log).unlink(missing_ok=True)


def _copy(source: Path, part: Path) -> int:
    uri = f"{source.absolute().as_uri()}?mode=rw"  # a mistyped name must not become an empty database
    with closing(sqlite3.connect(uri, uri=True)) as database, closing(sqlite3.connect(part)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a log
        [damage] = copy.execute("PRAGMA quick_check(1)").fetchone()
        if damage != "ok":
            raise sqlite3.DatabaseError(damage)
        tables = {name for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not {"games", "alembic_version"} <= tables:
            raise Unusable(f"{source.name} is not a database of ttt")
        [games] = copy.execute("SELECT count(*) FROM games").fetchone()
    return int(games)


def _check_tables(copy: Path) -> None:
    """Refuse a copy that isn't what some version of ttt makes, by migrating its tables without their rows."""
    with closing(sqlite3.connect(copy)) as database:
        versions = [version for (version,) in database.execute("SELECT version_num FROM alembic_version")]
        parts = (
            "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        )
        made = sorted(database.execute(parts), key=itemgetter(0), reverse=True)  # tables before indexes
    for kind, name, sql in made:
        if kind not in ("table", "index") or not sql.startswith(
            ("CREATE TABLE", "CREATE INDEX", "CREATE UNIQUE INDEX")
        ):
            raise Unusable(f"the {kind} {name} is not from ttt")
    # Imported here to save memory, as in connections.
    migrations = importlib.import_module("bot.database.migrations")
    if len(versions) != 1 or versions[0] not in migrations.versions():
        raise Unusable("the copy comes from a newer version of ttt: install that version")
    with create_engine("sqlite://", poolclass=NullPool).begin() as connection:
        for _, _, sql in made:
            connection.exec_driver_sql(sql)
        connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (versions[0],))
        migrations.migrate(connection)
        if wrong := differences(connection):
            raise Unusable("; ".join(wrong))


def _file(url: str, postgresql_tool: str) -> Path:
    if not is_sqlite(url):
        server_arguments(url)
        raise Misconfigured(f"this works only for a SQLite file; for PostgreSQL, use {postgresql_tool}")
    return sqlite_file(url)


def _check_apart(copy: Path, database: Path) -> None:
    """Refuse the path of a copy that is a folder, in no folder, another kind of file, or in the way of the database."""
    if copy.is_dir():
        raise Misconfigured(f"{copy} is a folder: add the name of the copy")
    if not copy.parent.is_dir():
        raise Misconfigured(f"there is no folder {copy.parent}")
    if copy.exists() and not copy.is_file():
        raise Misconfigured(f"{copy} is not a file")
    if copy.exists() and database.exists() and copy.samefile(database):
        raise Misconfigured(f"{copy} is the database itself")
    beside = (
        part.with_name(part.name + end) for part in (database, _part_of(database)) for end in ("", ".lock", *LOGS)
    )
    in_use = {*beside, unfinished_restore(database)}
    if not in_use.isdisjoint(Path(os.path.realpath(file)) for file in (copy, _part_of(copy))):
        raise Misconfigured(f"{copy} is a file of the database: choose another name")


def _part_of(target: Path) -> Path:
    return target.with_name(f"{target.name}.part")


@contextmanager
def _explained(failure: str) -> Generator[None]:
    try:
        yield
    except (*FAILURES, Unusable) as error:
        raise unavailable(failure, error) from error
