"""The preferences of users, their blocks and the settings of servers."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select

from bot.database import statements
from bot.database.tables import blocks, insert, preferences, settings, upsert
from bot.database.transactions import Transactions, reads, writes
from bot.game.errors import DeletionRunning, HasBlocked, NobodyThere
from bot.game.games import GuildId, UserId
from bot.game.preferences import (
    DEFAULT_PREFERENCES,
    DEFAULT_SETTINGS,
    PREFERENCES,
    SETTINGS,
    Changes,
    Preferences,
    ServerSettings,
    Switch,
)
from engine import Rules


class PreferenceStore(Transactions):
    """The part of the store for users' preferences and blocks, and servers' settings."""

    @reads
    def preferences(self, connection: Connection, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
        """Return the preferences of one or two users, except users who have chosen none."""
        return preferences_of(connection, users)

    @writes
    def prefer(self, connection: Connection, user: UserId, changes: Changes) -> Preferences:
        """Save one or more preferences of a user, and return all of them."""
        upsert(connection, preferences, {"user": user}, changes)
        return preferences_of(connection, [user])[user]

    @writes
    def note_tip(self, connection: Connection, user: UserId) -> bool:
        """Save that a user is told of preferences; return False if they have been, or have chosen some.

        Preferences that are all unset save it.
        """
        row = insert(connection.dialect, preferences).values(user=user)
        return connection.execute(row.on_conflict_do_nothing()).rowcount == 1

    @writes
    def block(self, connection: Connection, user: UserId, blocked: UserId, at: datetime, limit: int) -> bool:
        """Save that user has blocked another user; return False if user has reached the limit."""
        lock_people(connection, user)
        others = select(func.count()).where(blocks.c.user == user, blocks.c.blocked != blocked)
        if (connection.scalar(others) or 0) >= limit:
            return False
        row = insert(connection.dialect, blocks).values(user=user, blocked=blocked, at=at)
        connection.execute(row.on_conflict_do_nothing())
        return True

    @writes
    def unblock(self, connection: Connection, user: UserId, blocked: UserId) -> bool:
        """Delete a user's block of another user; return False if there was none."""
        block = blocks.delete().where(blocks.c.user == user, blocks.c.blocked == blocked)
        return connection.execute(block).rowcount > 0

    @reads
    def blocked_by(self, connection: Connection, user: UserId) -> list[UserId]:
        """Return the users that a user has blocked, newest first."""
        newest = select(blocks.c.blocked).where(blocks.c.user == user).order_by(blocks.c.at.desc(), blocks.c.blocked)
        return [UserId(blocked) for blocked in connection.scalars(newest)]

    @reads
    def server_settings(self, connection: Connection, guild: GuildId) -> ServerSettings:
        """Return the settings of a server."""
        return _settings_of(connection, guild)

    @writes
    def change_server(self, connection: Connection, guild: GuildId, changes: Changes) -> ServerSettings:
        """Save one or more settings of a server, and return all of them."""
        columns: dict[str, Any] = dict(changes)
        if "size" in columns:
            rules: Rules | None = columns.pop("size")
            columns |= {"m": rules and rules.m, "n": rules and rules.n, "k": rules and rules.k}
        upsert(connection, settings, {"guild": guild}, columns)
        return _settings_of(connection, guild)


def check_people(connection: Connection, requester: UserId, opponent: UserId | None = None) -> None:
    """Refuse a game if a player is being deleted, or has blocked the other.

    Until the transaction ends, no deletion of a player can start, and neither can block the other.

    Raises DeletionRunning, HasBlocked, NobodyThere.
    """
    pair = {"one": requester, "another": opponent or requester}
    lock_people(connection, *pair.values())
    deleting = {row.user for row in statements.FORGETTING.rows(connection, pair)}
    if requester in deleting:
        raise DeletionRunning
    if opponent is None:
        return
    blockers = {row.user for row in statements.BLOCKS.rows(connection, pair)}
    if requester in blockers:
        raise HasBlocked(opponent)
    if blockers or deleting:
        raise NobodyThere(opponent)


def check_accepts_challenges(connection: Connection, opponent: UserId) -> None:
    """Refuse to challenge a user who accepts no challenges, with the same error as for a block. Raises NobodyThere."""
    if preferences_of(connection, [opponent]).get(opponent, DEFAULT_PREFERENCES).challenges is Switch.OFF:
        raise NobodyThere(opponent)


def lock_people(connection: Connection, *people: UserId) -> None:
    """Serialize new games, blocks and the start of a deletion that concern one or two users."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(statements.LOCK_PEOPLE, {"low": min(people), "high": max(people)})


def preferences_of(connection: Connection, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
    """Return the preferences of one or two users, except users who have chosen none."""
    one, another = users[0], users[-1]
    rows = statements.PREFERENCES.rows(connection, {"one": one, "another": another})
    return {UserId(row.user): Preferences(**_values(row, PREFERENCES)) for row in rows}


def _settings_of(connection: Connection, guild: GuildId) -> ServerSettings:
    row = connection.execute(select(settings).where(settings.c.guild == guild)).one_or_none()
    if row is None:
        return DEFAULT_SETTINGS
    return ServerSettings(None if row.m is None else Rules(row.m, row.n, row.k), **_values(row, SETTINGS))


def _values(row: Row[Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the columns of a row as Python values; None stands for the default."""
    chosen = {name: getattr(row, name) for name in kinds}
    return {name: None if value is None else kinds[name](value) for name, value in chosen.items()}
