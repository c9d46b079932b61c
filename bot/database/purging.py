"""What is deleted after a time: everything of a server that removed the bot, and finished solo games."""

from collections.abc import Callable, Collection
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, Table, and_, func, or_, select, update

from bot.database.ratings import FIRST
from bot.database.tables.games import challenges, games
from bot.database.tables.others import guilds, puzzle_channels, ratings, seasons, settings
from bot.database.tables.shared import insert
from bot.game.games import GuildId

RANGE = 2000  # ids per transaction


def note_guilds(
    connection: Connection, present: Collection[GuildId], is_ours: Callable[[GuildId], bool], at: datetime
) -> None:
    """Note which servers have the bot now, and since when those that had it don't.

    Shapes: is_ours says whether this process would know of a server; the others are left as they are.
    """
    known = {row.id: row.left_at for row in connection.execute(select(guilds))}
    for guild in present:
        if known.get(guild, at) is not None:
            note_guild(connection, guild, None)
    for guild, left_at in known.items():
        if left_at is None and guild not in present and is_ours(GuildId(guild)):
            note_guild(connection, GuildId(guild), at)


def note_guild(connection: Connection, guild: GuildId, left_at: datetime | None) -> None:
    """Note that a server has the bot, or since when it doesn't."""
    noted = insert(connection, guilds).values(id=guild, left_at=left_at)
    connection.execute(noted.on_conflict_do_update(index_elements=[guilds.c.id], set_={"left_at": left_at}))


def purge_some(connection: Connection, start: int, left_before: datetime, solo_before: datetime | None) -> int | None:
    """Delete what is due in the next range of ids, and return where to continue; None at the end.

    The newest game and challenge stay for now: SQLite would reuse their ids, and old buttons would act on new games.
    """
    gone = select(guilds.c.id).where(guilds.c.left_at <= left_before)
    due = games.c.guild.in_(gone)
    if solo_before is not None:
        is_solo = and_(games.c.level.is_not(None), games.c.ending.is_not(None))
        due = or_(due, and_(is_solo, games.c.touched < solo_before))
    ends = _delete(connection, games, start, due), _delete(connection, challenges, start, challenges.c.guild.in_(gone))
    if start + RANGE <= max(ends):
        return start + RANGE
    for table in (ratings, seasons, settings, puzzle_channels):
        connection.execute(table.delete().where(table.c.guild.in_(gone)))
    _unrate(connection, gone)
    kept = [
        select(table.c.guild).where(table.c.id == end) for table, end in zip((games, challenges), ends, strict=True)
    ]
    keeping = {connection.scalar(guild) for guild in kept} - {None}
    connection.execute(guilds.delete().where(guilds.c.left_at <= left_before, guilds.c.id.not_in(keeping)))
    return None


def _unrate(connection: Connection, gone: Select[tuple[int]]) -> None:
    """Let games count no more that stay, though their ratings are gone; whoever has loaded one has to load it anew."""
    unrated = {"unrated": True, "gain": None, "x_rating": None, "o_rating": None, "season": FIRST}
    stay = update(games).where(games.c.guild.in_(gone), games.c.gain.is_not(None))
    connection.execute(stay.values(**unrated, revision=games.c.revision + 1))


def _delete(connection: Connection, table: Table, start: int, due: ColumnElement[bool]) -> int:
    """Delete what is due in the range, and return the newest id in the table."""
    newest = connection.scalar(select(func.max(table.c.id))) or 0
    end = min(start + RANGE, newest)
    connection.execute(table.delete().where(table.c.id >= start, table.c.id < end, due))
    return newest
