"""The clocks of all games at once: whose time is over, whom to remind, what an outage adds."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Update,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    true,
    type_coerce,
    update,
)

from bot.database.tables import EPOCH, games, insert, sweeps
from bot.database.transactions import Transactions, reads, writes
from bot.game.games import ChannelId, GameId

MOST = 5_000  # games at once; the next sweep finds the rest
STEP = 1_000  # games whose clocks one transaction changes after an outage: others wait for it
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True)
class Shards:
    """The servers that a process looks after: those of some shards, or all; direct messages are with shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def name(self) -> str:
        """The same for every process that looks after the same servers."""
        return "all" if self.count == 1 else f"{','.join(map(str, sorted(self.ids)))}/{self.count}"


class ClockStore(Transactions):
    """The part of the store that has the clocks."""

    @writes
    def sweep(self, connection: Connection, shards: Shards, at: datetime, outage: timedelta) -> int:
        """Note a sweep of the clocks; after a pause longer than outage, first leave every clock a quarter of its pace.

        Return how many games that changed in this step, 0 once the sweep is noted. However many processes take the
        steps, no clock changes twice.
        """
        last = connection.scalar(select(sweeps.c.at).where(sweeps.c.shards == shards.name))
        is_outage = last is None or at - last > outage
        if is_outage and (changed := connection.execute(_lengthen(shards, at)).rowcount):
            return changed
        row = insert(connection.dialect, sweeps).values(shards=shards.name, at=at)
        connection.execute(row.on_conflict_do_update(index_elements=[sweeps.c.shards], set_={"at": at}))
        return 0

    @reads
    def out_of_time(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose deadline passed by an instant, as many as one sweep can end, earliest first."""
        return _due(connection, games.c.deadline, shards, by)

    @reads
    def to_remind(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose player was to be reminded by an instant, as many likewise, earliest first."""
        return _due(connection, games.c.remind_at, shards, by)


def _lengthen(shards: Shards, at: datetime) -> Update:
    """Return the change that leaves no side of some games less than a quarter of its pace, of those that have less.

    Every game that it changes gets a new revision, so a process that has loaded the game before can't end it.
    """
    quarter = cast(games.c.pace, BigInteger) * (timedelta(seconds=1) // MICROSECOND // 4)
    least = literal((at - EPOCH) // MICROSECOND, BigInteger) + quarter
    deadline, reminder = (type_coerce(column, BigInteger) for column in (games.c.deadline, games.c.remind_at))
    more = case((deadline < least, least - deadline), else_=0)
    left = case((games.c.time_left < quarter, quarter), else_=games.c.time_left)
    is_short = and_(games.c.ending.is_(None), or_(deadline < least, games.c.time_left < quarter))
    later = {"deadline": deadline + more, "remind_at": reminder + more, "time_left": left}
    some = select(games.c.id).where(is_short, _of(shards)).limit(STEP)
    return update(games).where(games.c.id.in_(some)).values(later | {"revision": games.c.revision + 1})


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
