"""The clocks of all games: timeouts, due reminders, and extensions after outages."""

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

from bot.database.tables import EPOCH, challenges, games, sweeps, upsert
from bot.database.transactions import Transactions, reads, writes
from bot.game.clocks import OUTAGE_SHARE
from bot.game.games import ChannelId, GameId, GuildId
from bot.game.lobby import CHALLENGE_LASTS, ChallengeState
from bot.game.outages import Shards

MAX_GAMES = 5_000  # games per sweep; the next sweep finds the rest
BATCH = 1_000  # games per transaction after an outage, because other writes wait for it
IS_PROCESS = sweeps.c.shards.contains("#")  # a row of a process, not of the shards that were swept
MICROSECOND = timedelta(microseconds=1)


class ClockStore(Transactions):
    """The part of the store for clocks."""

    @writes
    def sweep(
        self,
        connection: Connection,
        shards: Shards,
        at: datetime,
        outage: timedelta,
        back: frozenset[GuildId] = frozenset(),
        *,
        is_back: bool = False,
    ) -> int:
        """Save a sweep; after an outage, first extend every clock to at least a quarter of its pace, and the time of
        open challenges likewise.

        A pause between sweeps is an outage for all clocks if it is longer than outage, else for each clock with a pace
        of less than five times the pause. Return how many games this step changed; repeat until it returns 0, when the
        sweep is saved. No clock changes twice, even if several processes run the steps.

        back are servers that were unavailable, an outage for all their clocks. is_back: the shards were
        disconnected since the last sweep, an outage also for each clock with less time left than the pause took.
        """
        last = connection.scalar(select(sweeps.c.at).where(sweeps.c.shards == shards.name))
        pause = timedelta.max if last is None else at - last
        outages: list[ColumnElement[bool]] = [games.c.guild.in_(back)] if back else []
        if pause > outage:
            outages.append(true())
        elif pause > outage / OUTAGE_SHARE or is_back:
            outages.append(games.c.pace < OUTAGE_SHARE * pause.total_seconds())
            outages += [games.c.deadline < at + pause] if is_back else []
        if outages and (
            changed := connection.execute(_extend(and_(or_(*outages), is_in(shards, games.c.guild)), at)).rowcount
        ):
            return changed
        lapsed: list[ColumnElement[bool]] = [challenges.c.guild.in_(back)] if back else []
        if last is not None and pause > CHALLENGE_LASTS / OUTAGE_SHARE:
            lapsed.append(and_(challenges.c.opened > last - CHALLENGE_LASTS, is_in(shards, challenges.c.guild)))
        if lapsed:
            connection.execute(_extend_challenges(or_(*lapsed), at))
        upsert(connection, sweeps, {"shards": shards.name}, {"at": at})
        return 0

    @writes
    def note_process(
        self, connection: Connection, process: str, at: datetime, expired: datetime
    ) -> dict[str, datetime]:
        """Save that a process runs, delete those not seen since `expired`, and return when each was last seen."""
        upsert(connection, sweeps, {"shards": process}, {"at": at})
        connection.execute(sweeps.delete().where(IS_PROCESS, sweeps.c.at < expired))
        return {row.shards: row.at for row in connection.execute(select(sweeps).where(IS_PROCESS))}

    @writes
    def forget_process(self, connection: Connection, process: str) -> None:
        """Save that a process no longer runs."""
        connection.execute(sweeps.delete().where(sweeps.c.shards == process))

    @reads
    def out_of_time(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return live games whose deadline has passed at an instant, earliest first, at most MAX_GAMES."""
        return _due(connection, games.c.deadline, shards, by)

    @reads
    def to_remind(self, connection: Connection, shards: Shards, by: datetime) -> list[tuple[GameId, ChannelId]]:
        """Return live games whose reminder is due at an instant, earliest first, at most MAX_GAMES."""
        return _due(connection, games.c.remind_at, shards, by)


def _extend(condition: ColumnElement[bool], at: datetime) -> Update:
    """Return the UPDATE that extends both clocks of the games that meet a condition to at least a quarter of the pace.

    Each changed game gets a new revision, so a process that loaded the game before can't end it.
    """
    quarter = cast(games.c.pace, BigInteger) * (timedelta(seconds=1) // MICROSECOND // 4)
    least = literal((at - EPOCH) // MICROSECOND, BigInteger) + quarter
    deadline, reminder = (type_coerce(column, BigInteger) for column in (games.c.deadline, games.c.remind_at))
    more = case((deadline < least, least - deadline), else_=0)
    left = case((games.c.time_left < quarter, quarter), else_=games.c.time_left)
    is_short = and_(games.c.ending.is_(None), or_(deadline < least, games.c.time_left < quarter))
    later = {"deadline": deadline + more, "remind_at": reminder + more, "time_left": left}
    batch = select(games.c.id).where(is_short, condition).limit(BATCH)
    return update(games).where(games.c.id.in_(batch)).values(later | {"revision": games.c.revision + 1})


def _extend_challenges(condition: ColumnElement[bool], at: datetime) -> Update:
    """Return the UPDATE that keeps the open challenges that meet a condition open for a quarter of their time."""
    latest = at - CHALLENGE_LASTS * 3 / 4
    is_late = and_(challenges.c.state == ChallengeState.OPEN, challenges.c.opened < latest)
    return update(challenges).where(is_late, condition).values(opened=latest)


def is_in(shards: Shards, column: Column[int]) -> ColumnElement[bool]:
    """Return the condition for the servers of some shards. column contains the server."""
    server = func.coalesce(column, 0)
    is_ours = true() if shards.count == len(shards.ids) else (server // 2**22 % shards.count).in_(shards.ids)
    return and_(is_ours, server.not_in(shards.without)) if shards.without else is_ours


def _due(
    connection: Connection, due_at: Column[datetime], shards: Shards, by: datetime
) -> list[tuple[GameId, ChannelId]]:
    # Sorted as in the index: to sort by id, SQLite would read every game.
    due = select(games.c.id, games.c.channel).where(
        games.c.ending.is_(None), due_at <= by, is_in(shards, games.c.guild)
    )
    return [
        (GameId(row.id), ChannelId(row.channel)) for row in connection.execute(due.order_by(due_at).limit(MAX_GAMES))
    ]
