"""Errors of the database. Only `bot.database` raises them, except Repeated.

Opening, copying or restoring: Unusable, InUse, StoreUnavailable.
Any transaction: StoreFailed; Damaged where it reads a game.
Transactions that refuse, and have changed nothing: ChannelTaken, TooMany, Stale, Repeated.
"""


class Unusable(Exception):
    """The database belongs to a newer version, is damaged, or was only partly restored; the text says what to do."""


class InUse(OSError):
    """Another process uses the database, or is restoring it."""


class Replaced(OSError):
    """The database file was removed or replaced: further writes would be lost."""


class StoreUnavailable(Exception):
    """The database can't be opened; the text says why in one line, without a password."""


class NoDatabaseUrl(StoreUnavailable):
    """DATABASE_URL isn't the URL of a database that this installation can open."""


class StoreFailed(Exception):
    """The database is unreachable, full, locked or too slow. unchanged is True if it is certain that nothing was saved.

    The text is the database's own, for the log.
    """

    def __init__(self, reason: object, *, unchanged: bool) -> None:
        super().__init__(str(reason) or repr(reason))
        self.unchanged = unchanged


class StoreBusy(StoreFailed):
    """Too many transactions are waiting. Nothing was changed; a retry may succeed soon."""

    def __init__(self) -> None:
        super().__init__("too much waits for the database", unchanged=True)


class StoreLost(StoreFailed):
    """The database file was removed or replaced, so the process can't go on: further writes would be lost."""


class Damaged(Exception):
    """A game in the database can't be read: it is damaged, or was written by a newer version."""


class ChannelTaken(Exception):
    """The channel already has a live game, or the next game of the series was started already."""


class TooMany(Exception):
    """The user has opened too many games and challenges."""


class Stale(Exception):
    """Another request saved a change after this one loaded the data."""


class Repeated(Exception):
    """The interaction arrived a second time, after it was carried out. The first arrival answers it."""
