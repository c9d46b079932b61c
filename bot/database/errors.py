"""Errors of the database. Only `bot.database` raises them, except Repeated.

Opening, copying or restoring a database: Unusable, InUse, StoreUnavailable, Misconfigured.
Any transaction: StoreFailed; also Damaged if it reads a game.
Transactions that refuse, which change nothing: ChannelTaken, TooMany, Stale, Repeated.
"""

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError

_LASTING = {
    *(errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.ELOOP, errno.ENAMETOOLONG),
    *(errno.EROFS, errno.EINVAL),
}
_LASTING_SQLITE = {
    *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CORRUPT),
    *(sqlite3.SQLITE_PERM, sqlite3.SQLITE_ERROR),
}


class Unusable(Exception):
    """The database comes from a newer version, is damaged or only partly restored. The text says what to do."""


class InUse(OSError):
    """Another process is using, restoring or moving the database."""


class StoreUnavailable(Exception):
    """The database can't be opened. The text is one line that says why, without passwords."""


class Misconfigured(StoreUnavailable):
    """The operator has to change DATABASE_URL, a file or the database: waiting doesn't help."""


class StoreFailed(Exception):
    """The database is unreachable, full, locked or too slow. The text comes from the database, for the log.

    unchanged: it is certain that nothing was saved.
    """

    def __init__(self, reason: object, *, unchanged: bool) -> None:
        super().__init__(str(reason) or repr(reason))
        self.unchanged = unchanged


class StoreBusy(StoreFailed):
    """Too many transactions are waiting. Nothing was changed, and a retry may succeed soon."""

    def __init__(self) -> None:
        super().__init__("too many transactions are waiting for the database", unchanged=True)


class StoreLost(StoreFailed):
    """The database file was removed or replaced, so the process must end: further writes would be lost."""


class Damaged(Exception):
    """A game in the database can't be read, because it is damaged or comes from a newer version."""


class ChannelTaken(Exception):
    """The channel already has a live game, or the series already has its next game."""


class TooMany(Exception):
    """The user has opened too many games and challenges."""


class Stale(Exception):
    """Another request has changed the data since this one loaded it."""


class Repeated(Exception):
    """The interaction has already been carried out by another request, which answers it."""


def unavailable(failure: str, error: Exception) -> StoreUnavailable:
    """Return the error that says in one line what failed, and whether waiting may help."""
    reason = (error.orig if isinstance(error, DBAPIError) else error) or error
    line = " ".join(str(reason).split()) or type(reason).__name__
    return (Misconfigured if _is_lasting(reason) else StoreUnavailable)(f"{failure}: {line}")


def _is_lasting(reason: BaseException) -> bool:
    """Return whether an error stays until the operator acts."""
    match reason:
        case InUse():
            return False
        case Unusable():
            return True
        case OSError(errno=number):
            return number in _LASTING
        case sqlite3.Error():
            return getattr(reason, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF in _LASTING_SQLITE
        case _:
            # PostgreSQL Error Codes, Appendix A: features, data, logins, missing databases, syntax and access rules.
            return str(getattr(reason, "sqlstate", None))[:2] in ("0A", "22", "28", "3D", "42")
