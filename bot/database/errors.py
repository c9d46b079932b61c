"""Errors of the database. Only `bot.database` raises them, except Repeated.

Opening, copying or restoring a database: Unusable, InUse, StoreUnavailable, Misconfigured.
Any transaction: StoreFailed; also Damaged if it reads a game.
Transactions that refuse, which change nothing: ChannelTaken, TooMany, Stale, Repeated.
"""


class Unusable(Exception):
    """The database comes from a newer version, is damaged or only partly restored. The text says what to do."""


class InUse(OSError):
    """Another process is using or restoring the database."""


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
