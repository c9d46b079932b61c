"""The files of a SQLite database: a lock between processes, and a check that nobody has replaced them."""

import os
import sys
from pathlib import Path
from typing import IO

from bot.database.errors import InUse, Replaced

LOGS = ("-wal", "-shm", "-journal")  # SQLite's files beside a database: https://sqlite.org/tempfiles.html


def unfinished_restore(database: Path) -> Path:
    """Return where a restore puts the checked copy. While the file exists, the restore is unfinished."""
    return database.with_name(f"{database.name}.restoring")


class DatabaseLock:
    """A lock on a database: shared by running bots, exclusive for a restore.

    The operating system locks a file beside the database, so the lock is released however the process ends. The file
    itself stays, and means nothing.

    Raises InUse.
    """

    def __init__(self, database: Path, *, exclusive: bool) -> None:
        self._file = database.with_name(f"{database.name}.lock").open("ab")
        try:
            _lock(self._file, exclusive=exclusive)
        except OSError as error:
            self._file.close()
            raise InUse("a running bot uses it" if exclusive else "it is being restored") from error

    def release(self) -> None:
        """Release the lock. A second call does nothing."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    _PLACES = 64  # Windows has only exclusive locks, so a shared lock locks one byte, an exclusive lock all bytes

    def _lock(file: IO[bytes], *, exclusive: bool) -> None:
        for place in range(1 if exclusive else _PLACES):
            file.seek(place)
            try:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, _PLACES if exclusive else 1)
            except OSError:
                if exclusive or place == _PLACES - 1:
                    raise
            else:
                return
else:
    import fcntl

    def _lock(file: IO[bytes], *, exclusive: bool) -> None:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)


class Identity:
    """The identity of a database file and its log, to notice if they are replaced.

    The database is identified at its first connection, the log at its first use.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._log = database.with_name(f"{database.name}{LOGS[0]}")
        self._first: tuple[int, int] | None = None
        self._first_log: tuple[int, int] | None = None

    def remember(self) -> None:
        """Remember the database file, unless it was remembered before."""
        if self._first is None:
            self._first = _identity(self._database)

    def check(self) -> None:
        """Refuse files other than the remembered ones. Cost: 4 µs.

        Raises Replaced.
        """
        if self._first is None:
            return
        _check(self._database, self._first)
        if self._first_log is not None:
            _check(self._log, self._first_log)
        elif self._log.exists():
            self._first_log = _identity(self._log)


def _check(file: Path, first: tuple[int, int]) -> None:
    try:
        current = _identity(file)
    except FileNotFoundError as gone:
        raise Replaced(f"{file} was removed while the bot was running") from gone
    if current != first:
        raise Replaced(f"{file} was replaced while the bot was running")


def _identity(file: Path) -> tuple[int, int]:
    status = os.stat(file)  # noqa: PTH116 - Path.stat takes three times as long
    return status.st_dev, status.st_ino
