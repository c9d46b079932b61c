"""What people prefer, a row a person, and whom they have blocked, a row for each."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, func, or_, select

from bot.database import statements
from bot.database.tables import blocks, insert, preferences
from bot.game.games import UserId
from bot.game.preferences import (
    BoardKind,
    Challenges,
    Changes,
    Labels,
    Preferences,
    Reach,
    Reminders,
    Shape,
    Theme,
)


def of(connection: Connection, users: Sequence[UserId]) -> Mapping[UserId, Preferences]:
    """Return what one person or two prefer, of those who have chosen anything."""
    one, another = users[0], users[-1]
    rows = statements.PREFERENCES.rows(connection, {"one": one, "another": another})
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
        None if row.challenges is None else Challenges(row.challenges),
        None if row.reminders is None else Reminders(row.reminders),
    )


# -- whom people have blocked


def reach(connection: Connection, asker: UserId, asked: UserId) -> Reach:
    """Return whether one person may play another."""
    mine = and_(blocks.c.user == asker, blocks.c.blocked == asked)
    theirs = and_(blocks.c.user == asked, blocks.c.blocked == asker)
    who = set(connection.scalars(select(blocks.c.user).where(or_(mine, theirs))))
    is_off = select(preferences.c.user).where(
        preferences.c.user == asked, preferences.c.challenges == Challenges.OFF.value
    )
    return Reach(asker in who, asked in who, connection.scalar(is_off) is None)


def block(connection: Connection, user: UserId, blocked: UserId, at: datetime, most: int) -> bool:
    """Note that somebody has blocked another; False if they have blocked so many already."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(statements.LOCK_PERSON, {"person": user})
    others = select(func.count()).where(blocks.c.user == user, blocks.c.blocked != blocked)
    if (connection.scalar(others) or 0) >= most:
        return False
    row = insert(connection, blocks).values(user=user, blocked=blocked, at=at)
    connection.execute(row.on_conflict_do_nothing())
    return True


def unblock(connection: Connection, user: UserId, blocked: UserId) -> bool:
    """Note that somebody has unblocked another; False if they had not blocked them."""
    mine = blocks.delete().where(blocks.c.user == user, blocks.c.blocked == blocked)
    return connection.execute(mine).rowcount > 0


def blocked_by(connection: Connection, user: UserId) -> list[UserId]:
    """Return whom somebody has blocked, newest first."""
    mine = select(blocks.c.blocked).where(blocks.c.user == user).order_by(blocks.c.at.desc(), blocks.c.blocked)
    return [UserId(blocked) for blocked in connection.scalars(mine)]
