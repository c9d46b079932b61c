"""The files of a SQLite database, and a lock on them between processes."""

import sys
from pathlib import Path
from typing import IO

from bot.database.errors import InUse

LOGS = ("-wal", "-shm", "-journal")  # SQLite's files beside a database: https://sqlite.org/tempfiles.html


def unfinished_restore(database: Path) -> Path:
    """Return the path of a restore's checked copy. While the file exists, the restore is unfinished."""
    return database.with_name(f"{database.name}.restoring")


class DatabaseLock:
    """A lock on a database: shared by running bots, exclusive for a restore.

    The operating system locks a file beside the database, so the lock is released however the process ends. The empty
    file stays.

    Raises InUse.
    """

    def __init__(self, database: Path, *, exclusive: bool) -> None:
        self._file = database.with_name(f"{database.name}.lock").open("ab")
        try:
            _lock(self._file, exclusive=exclusive)
        except OSError as error:
            self._file.close()
            reason = "a running bot uses it; stop the bot first" if exclusive else "it is being restored or moved"
            raise InUse(reason) from error

    def close(self) -> None:
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
