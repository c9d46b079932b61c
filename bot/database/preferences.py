"""What people prefer, a row a person."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, select

from bot.database.tables import insert, preferences
from bot.game.games import UserId
from bot.game.preferences import BoardKind, Changes, Labels, Preferences, Shape, Theme


def of(connection: Connection, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
    """Return what people prefer, of those who have chosen anything."""
    rows = connection.execute(select(preferences).where(preferences.c.user.in_(users)))
    return {UserId(row.user): _preferences(row) for row in rows}


def change(connection: Connection, user: UserId, changes: Changes) -> Preferences:
    """Save what somebody prefers from now on, at least one thing, and return all that they prefer."""
    row = insert(connection, preferences).values(user=user, **changes)
    connection.execute(row.on_conflict_do_update(index_elements=[preferences.c.user], set_=dict(changes)))
    return of(connection, [user])[user]


def _preferences(row: Row[Any]) -> Preferences:
    return Preferences(
        None if row.mark is None else Shape(row.mark),
        None if row.theme is None else Theme(row.theme),
        None if row.board is None else BoardKind(row.board),
        None if row.labels is None else Labels(row.labels),
    )
