"""The clocks of all games at once: whose time is over, whom to remind, what an outage adds, what to archive."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Row,
    case,
    cast,
    func,
    or_,
    select,
    true,
    type_coerce,
    update,
)

from bot.database import rows
from bot.database.tables import IN_OPEN_THREAD, games, insert, sweeps
from bot.database.transactions import Transactions, reads, writes
from bot.game.games import ChannelId, GameId, Place

MOST = 5_000  # games at once; the next sweep finds the rest
STEP = 500  # games that are put forward in one transaction: others wait for it
SECOND, MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)
LATEST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class Shards:
    """The servers that a process looks after: those of some shards, or all; direct messages are with shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def name(self) -> str:
        """The same for every process that looks after the same servers."""
        return "all" if self.count == 1 else f"{','.join(map(str, sorted(self.ids)))}/{self.count}"

    @classmethod
    def named(cls, name: str) -> "Shards":
        """Return the shards of a name."""
        if name == "all":
            return cls()
        ids, count = name.split("/")
        return cls(int(count), tuple(map(int, ids.split(","))))

    def overlaps(self, other: "Shards") -> bool:
        """Return whether a server may be of both; where the count differs, it may."""
        return self.count != other.count or not set(self.ids).isdisjoint(other.ids)


class ClockStore(Transactions):
    """The part of the store that has the clocks."""

    @writes
    def sweep(self, connection: Connection, shards: Shards, at: datetime, outage: timedelta) -> timedelta:
        """Note a sweep of the clocks; after a pause longer than outage, note that they are to be put forward by it.

        Return its length, else none. However many processes find the same pause, it counts once.
        """
        # Whoever comes second waits for the row, and finds no pause. Shards that are divided anew, or as they once
        # were, were swept by others.
        last = max((row.at for row in _swept(connection, shards)), default=at)
        connection.execute(
            insert(connection.dialect, sweeps).values(shards=shards.name, at=last).on_conflict_do_nothing()
        )
        mine = sweeps.c.shards == shards.name
        before = connection.execute(select(sweeps).where(mine).with_for_update()).one()
        if before.outage is not None:  # put_forward comes first
            return timedelta(0)
        pause = at - max(last, before.at)
        if pause <= outage:
            connection.execute(update(sweeps).where(mine).values(at=at))
            return timedelta(0)
        connection.execute(update(sweeps).where(mine).values(at=at, outage=pause // MICROSECOND, below=LATEST))
        return pause

    @writes
    def put_forward(self, connection: Connection, shards: Shards) -> bool:
        """Put some of the clocks forward, if that is to be done; return whether there may be more."""
        # From the latest deadline down, so that a game that was put forward is never found again. Every game gets a new
        # revision, so whoever has loaded it before can't end it.
        for row in _swept(connection, shards):
            mine = sweeps.c.shards == row.shards
            unfinished = select(sweeps).where(mine, sweeps.c.outage.is_not(None)).with_for_update()
            if sweep := connection.execute(unfinished).one_or_none():
                below = _put_forward(connection, sweep)
                now = {"outage": None if below is None else sweep.outage, "below": below}
                connection.execute(update(sweeps).where(mine).values(now))
                return True
        return False

    @reads
    def out_of_time(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose deadline passed by an instant, as many as one sweep can end, earliest first."""
        return _due(connection, games.c.deadline, shards, by)

    @reads
    def to_remind(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return the live games whose player was to be reminded by an instant, as many likewise, earliest first."""
        return _due(connection, games.c.remind_at, shards, by)

    @reads
    def to_archive(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, Place]]:
        due = select(games).where(IN_OPEN_THREAD, games.c.touched <= by, _of(shards))
        found = connection.execute(due.order_by(games.c.touched).limit(MOST))
        return [(GameId(row.id), rows.place_of(row)) for row in found]

    @writes
    def note_archived(self, connection: Connection, game: GameId) -> None:
        connection.execute(update(games).where(games.c.id == game).values(is_archived=True))

    @reads
    def resting(self, connection: Connection, shards: Shards, by: datetime, after: ChannelId, most: int) -> list[Place]:
        # In the order of the index of live games.
        live = select(*(games.c[name] for name in ("guild", "channel", "parent"))).where(
            games.c.ending.is_(None), games.c.channel > after, games.c.guild.is_not(None), games.c.touched <= by
        )
        found = connection.execute(live.where(_of(shards)).order_by(games.c.channel).limit(most))
        return [rows.place_of(row) for row in found]


def _swept(connection: Connection, shards: Shards) -> list[Row[Any]]:
    """Return the sweeps of processes that look after some of the same servers."""
    return [row for row in connection.execute(select(sweeps)) if shards.overlaps(Shards.named(row.shards))]


def _put_forward(connection: Connection, sweep: Row[Any]) -> datetime | None:
    """Put some clocks forward, and return up to which deadline there may be more; None if there are none."""
    latest = select(games.c.id, games.c.deadline).where(
        games.c.ending.is_(None), games.c.deadline <= sweep.below, _of(Shards.named(sweep.shards))
    )
    found = connection.execute(latest.order_by(games.c.deadline.desc()).limit(STEP)).all()
    if not found:
        return None
    running = update(games).where(games.c.id.in_([row.id for row in found]), games.c.ending.is_(None))
    later = {column.name: _plus(column, sweep.outage) for column in (games.c.deadline, games.c.remind_at)}
    later |= {"time_left": _time_left(sweep), "revision": games.c.revision + 1}
    connection.execute(running.values(later))
    return found[-1].deadline


def _time_left(sweep: Row[Any]) -> ColumnElement[int]:
    """Return what the side that moved last had left, as if its clock had been put forward before.

    Whoever moves between an outage and the sweep after it does so on a clock that ran through the outage. The time is
    given back up to the pace: others moved before the outage, and gain no more by it.
    """
    left, pace = games.c.time_left, cast(games.c.pace, BigInteger) * (SECOND // MICROSECOND)
    before = games.c.touched <= sweep.at - sweep.outage * MICROSECOND
    return case(
        (or_(before, left.is_(None), left >= pace), left), (left + sweep.outage < pace, left + sweep.outage), else_=pace
    )


def _plus(column: Column[datetime], microseconds: int) -> ColumnElement[int]:
    return type_coerce(column, BigInteger) + microseconds


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
