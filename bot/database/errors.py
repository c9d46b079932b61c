"""What a database reports instead of a result. Only `bot.database` raises these, but for Repeated.

Opening, copying or restoring it: Unusable, InUse, StoreUnavailable.
Any transaction: StoreFailed, and Damaged where it reads a game.
A transaction that refuses: ChannelTaken, TooMany, Stale, Repeated. It has changed nothing.
"""


class Unusable(Exception):
    """The database belongs to a newer version, is damaged, or was only partly restored; the text says what to do."""


class InUse(OSError):
    """Another process uses the database, or restores it."""


class Replaced(OSError):
    """The file was removed or replaced: what is written now would be lost."""


class StoreUnavailable(Exception):
    """The database can't be opened; the text says why in one line, without a password."""


class NoDatabaseUrl(StoreUnavailable):
    """DATABASE_URL isn't the address of a database that this installation can open."""


class StoreFailed(Exception):
    """The database is out of reach, full, locked or too slow; unchanged says whether nothing was saved for certain.

    Its text is the database's own, for the log.
    """

    def __init__(self, reason: object, *, unchanged: bool) -> None:
        super().__init__(str(reason) or repr(reason))
        self.unchanged = unchanged


class StoreBusy(StoreFailed):
    """Too much waits for the database; nothing was changed, and it may work in a moment."""

    def __init__(self) -> None:
        super().__init__("too much waits for the database", unchanged=True)


class StoreLost(StoreFailed):
    """The database is gone for good: its file was removed or replaced, and what is written would be lost."""


class Damaged(Exception):
    """A game in the database can't be read: it is damaged, or a newer version has written it."""


class ChannelTaken(Exception):
    """The channel has a live game, or the series has gone on already."""


class TooMany(Exception):
    """The user has opened too many games and challenges."""


class Stale(Exception):
    """Another request has saved a change since what was to be saved was loaded."""


class Repeated(Exception):
    """An interaction has arrived again after it was carried out. The first arrival answers it."""
