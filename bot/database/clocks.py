"""The clocks of all games at once: whose time is over, whom to remind, what an outage adds, what to archive."""

from datetime import datetime, timedelta

from sqlalchemy import BigInteger, Column, ColumnElement, Connection, func, select, true, type_coerce, update

from bot.database import rows
from bot.database.connections.transactions import Transactions, reads, writes
from bot.database.tables import IN_OPEN_THREAD, games, insert, sweeps
from bot.game.games import ChannelId, GameId, Place
from bot.game.shards import Shards

MOST = 5_000  # games at once; the next sweep finds the rest


class Clocks(Transactions):
    """The part of the store that has the clocks."""

    @writes
    def sweep(self, connection: Connection, shards: Shards, at: datetime, outage: timedelta) -> timedelta:
        # Whoever comes second waits for the row, and finds no pause. Every game gets a new revision, so whoever has
        # loaded it before can't end it. Shards that are divided anew, or as they once were, were swept by others.
        rows = connection.execute(select(sweeps)).all()
        last = max((row.at for row in rows if shards.overlaps(Shards.named(row.shards))), default=at)
        connection.execute(insert(connection, sweeps).values(shards=shards.name, at=last).on_conflict_do_nothing())
        mine = sweeps.c.shards == shards.name
        pause = at - max(last, connection.execute(select(sweeps.c.at).where(mine).with_for_update()).scalar_one())
        connection.execute(update(sweeps).where(mine).values(at=at))
        if pause <= outage:
            return timedelta(0)
        running = update(games).where(games.c.ending.is_(None), games.c.deadline.is_not(None), _of(shards))
        later = {column.name: _plus(column, pause) for column in (games.c.deadline, games.c.remind_at)}
        connection.execute(running.values(later | {"revision": games.c.revision + 1}))
        return pause

    @reads
    def out_of_time(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        return _due(connection, games.c.deadline, shards, by)

    @reads
    def to_remind(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        return _due(connection, games.c.remind_at, shards, by)

    @reads
    def to_archive(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, Place]]:
        due = select(games).where(IN_OPEN_THREAD, games.c.touched <= by, _of(shards))
        found = connection.execute(due.order_by(games.c.touched).limit(MOST))
        return [(GameId(row.id), rows.place_of(row)) for row in found]

    @writes
    def note_archived(self, connection: Connection, game: GameId) -> None:
        connection.execute(update(games).where(games.c.id == game).values(is_archived=True))



def _plus(column: Column[datetime], time: timedelta) -> ColumnElement[int]:
    return type_coerce(column, BigInteger) + time // timedelta(microseconds=1)


def _of(shards: Shards) -> ColumnElement[bool]:
    """Return which games are of some shards: events/gateway.mdx, Sharding."""
    if shards.count == 1:
        return true()
    return (func.coalesce(games.c.guild, 0) // 2**22 % shards.count).in_(shards.ids)


def _due(
    connection: Connection, when: Column[datetime], shards: Shards, by: datetime
) -> list[tuple[GameId, ChannelId]]:
    # In the order of the index: asked for the order of ids, SQLite reads every game there is.
    due = select(games.c.id, games.c.channel).where(games.c.ending.is_(None), when <= by, _of(shards))
    return [(GameId(row.id), ChannelId(row.channel)) for row in connection.execute(due.order_by(when).limit(MOST))]
