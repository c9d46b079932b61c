"""The store: all data of the bot, with SQLAlchemy Core on SQLite or PostgreSQL."""

from typing import Self

from sqlalchemy import Connection, select

from bot.database.clocks import ClockStore
from bot.database.connections import open_database
from bot.database.games import GameStore
from bot.database.lobby import LobbyStore
from bot.database.preferences import PreferenceStore
from bot.database.privacy import PrivacyStore
from bot.database.puzzles import PuzzleStore
from bot.database.ratings import RatingStore
from bot.database.tables import synced, upsert
from bot.database.transactions import CONNECTIONS, Database, Observe, Transactions, reads, unobserved, writes


class Store(Transactions):
    """All data of the bot, in a part for each feature. A service gets only the parts that it uses.

    Each method, here and in the parts, is one transaction, durable when it returns. Any method may raise StoreFailed.
    """

    def __init__(self, database: Database, observe: Observe) -> None:
        super().__init__(database, observe)
        self.games = GameStore(database, observe)
        self.lobby = LobbyStore(database, observe)
        self.clocks = ClockStore(database, observe)
        self.ratings = RatingStore(database, observe)
        self.puzzles = PuzzleStore(database, observe)
        self.preferences = PreferenceStore(database, observe)
        self.privacy = PrivacyStore(database, observe)

    @classmethod
    async def open(cls, url: str, observe: Observe = unobserved, connections: int = CONNECTIONS) -> Self:
        """Connect, and migrate the tables to this version, as open_database does. Raises StoreUnavailable."""
        return cls(await open_database(url, connections), observe)

    async def close(self) -> None:
        """Close every connection."""
        await self.database.close()

    @reads
    def synced_commands(self, connection: Connection, application: int) -> str | None:
        """Return the digest of the slash commands that Discord last accepted."""
        return connection.scalar(select(synced.c.digest).where(synced.c.application == application))

    @writes
    def note_synced_commands(self, connection: Connection, application: int, digest: str) -> None:
        """Save the digest of the slash commands that Discord has accepted."""
        upsert(connection, synced, {"application": application}, {"digest": digest})
