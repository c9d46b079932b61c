"""What is deleted after its time: all of a server that removed the bot, and finished games against the computer."""

from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, and_, func, or_, select

from bot.database.tables import challenges, games, guilds, insert, ratings
from bot.game.games import GuildId

RANGE = 2000  # ids that a transaction looks through


def note_guilds(
    connection: Connection, present: Collection[GuildId], is_ours: Callable[[GuildId], bool], at: datetime
) -> None:
    """Note which servers have the bot now, and so which had it and don't any more; is_ours tells those to judge."""
    known = {row.id: row.left_at for row in connection.execute(select(guilds))}
    for guild in present:
        if known.get(guild, at) is not None:
            note_guild(connection, guild, None)
    for guild, left_at in known.items():
        if left_at is None and guild not in present and is_ours(GuildId(guild)):
            note_guild(connection, GuildId(guild), at)


def note_guild(connection: Connection, guild: GuildId, left_at: datetime | None) -> None:
    """Note that a server has the bot, or since when it does not."""
    noted = insert(connection, guilds).values(id=guild, left_at=left_at)
    connection.execute(noted.on_conflict_do_update(index_elements=[guilds.c.id], set_={"left_at": left_at}))


def purge_some(connection: Connection, start: int, left_before: datetime, solo_before: datetime | None) -> int | None:
    """Delete what is due among the next games and challenges, and return where to go on; None at the end.

    The newest of each stays for now: SQLite would give its number to the next one, and an old button would name that.
    """
    gone = select(guilds.c.id).where(guilds.c.left_at <= left_before)
    due = games.c.guild.in_(gone)
    if solo_before is not None:
        is_solo = and_(games.c.level.is_not(None), games.c.ending.is_not(None))
        due = or_(due, and_(is_solo, games.c.touched < solo_before))
    ends = _delete(connection, games, start, due), _delete(connection, challenges, start, challenges.c.guild.in_(gone))
    if start + RANGE <= max(ends):
        return start + RANGE
    connection.execute(ratings.delete().where(ratings.c.guild.in_(gone)))
    kept = [
        select(table.c.guild).where(table.c.id == end) for table, end in zip((games, challenges), ends, strict=True)
    ]
    keeping = {connection.scalar(guild) for guild in kept} - {None}
    connection.execute(guilds.delete().where(guilds.c.left_at <= left_before, guilds.c.id.not_in(keeping)))
    return None


def _delete(connection: Connection, table: Table, start: int, due: ColumnElement[bool]) -> int:
    """Delete what is due in the range, and return the newest id of the table."""
    newest = connection.scalar(select(func.max(table.c.id))) or 0
    end = min(start + RANGE, newest)
    connection.execute(table.delete().where(table.c.id >= start, table.c.id < end, due))
    return newest
