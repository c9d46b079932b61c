"""What servers prefer, a row a server."""

from typing import Any

from sqlalchemy import Connection, Row, select

from bot.database.tables.others import settings
from bot.database.tables.shared import insert
from bot.game.choices import DEFAULT_SETTINGS, Enders, Redrawing, ServerChanges, ServerSettings
from bot.game.clock import Pace
from bot.game.games import GuildId
from engine.rules import Rules


def of(connection: Connection, guild: GuildId) -> ServerSettings:
    """Return what a server prefers."""
    row = connection.execute(select(settings).where(settings.c.guild == guild)).one_or_none()
    return _settings(row) if row else DEFAULT_SETTINGS


def change(connection: Connection, guild: GuildId, changes: ServerChanges) -> ServerSettings:
    """Save what a server prefers from now on, at least one thing, and return all that it prefers."""
    columns: dict[str, Any] = dict(changes)
    if "size" in columns:
        rules: Rules | None = columns.pop("size")
        columns |= {"m": rules and rules.m, "n": rules and rules.n, "k": rules and rules.k}
    row = insert(connection, settings).values(guild=guild, **columns)
    connection.execute(row.on_conflict_do_update(index_elements=[settings.c.guild], set_=columns))
    return of(connection, guild)


def _settings(row: Row[Any]) -> ServerSettings:
    return ServerSettings(
        None if row.m is None else Rules(row.m, row.n, row.k),
        None if row.pace is None else Pace(row.pace),
        row.is_rated,
        None if row.boards is None else Redrawing(row.boards),
        None if row.end is None else Enders(row.end),
        row.language,
        row.has_threads,
    )
