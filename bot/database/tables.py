"""The tables, their column types and their indexes."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Connection,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    FromClause,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    TypeDecorator,
    and_,
    event,
    false,
    func,
    literal_column,
    or_,
    select,
    text,
)
from sqlalchemy.dialects import sqlite

from bot.game.preferences import PREFERENCES, SETTINGS

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

# SQLite assigns ids only in a column declared exactly INTEGER.
RowId = BigInteger().with_variant(Integer(), "sqlite")

VERSION = "0025"  # the newest in migrations/versions

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime. SQLite stores no time zone, so it is added on reading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value else None

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value and not value.tzinfo else value


class UtcMicroseconds(TypeDecorator[datetime]):
    """An aware UTC datetime, stored as microseconds since 1970, so that SQL can add to it on every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        return None if value is None else EPOCH + timedelta(microseconds=value)


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def complete_indexes(connection: Connection) -> None:
    """Make indexes partial on PostgreSQL, too. The tables don't name its dialect, to save 2 MiB where it isn't used."""
    if connection.dialect.name == "postgresql":
        for index in (index for table in metadata.tables.values() for index in table.indexes):
            if "sqlite_where" in index.dialect_kwargs:
                index.dialect_kwargs["postgresql_where"] = index.dialect_kwargs["sqlite_where"]


@event.listens_for(metadata, "before_create")
def _complete_indexes(_target: MetaData, connection: Connection, **_: object) -> None:
    complete_indexes(connection)


def insert(dialect: Dialect, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """Return an INSERT with ON CONFLICT, for which each dialect has its own class."""
    if dialect.name != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - not loaded for SQLite

    return postgresql.insert(table)


def upsert(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Insert a row, or update the one that has its key."""
    row = insert(connection.dialect, table).values(**key, **values)
    connection.execute(row.on_conflict_do_update(index_elements=[*key], set_=dict(values)))


def _key(name: str, kind: type[BigInteger | Integer] = BigInteger) -> Column[int]:
    """Return a column of a primary key whose values the database doesn't assign."""
    return Column(name, kind, primary_key=True, autoincrement=False)


def _place_and_rules() -> list[Column[Any]]:
    return [
        Column("guild", BigInteger),
        Column("channel", BigInteger, nullable=False),
        Column("m", SmallInteger, nullable=False),
        Column("n", SmallInteger, nullable=False),
        Column("k", SmallInteger, nullable=False),
    ]


games = Table(
    "games",
    metadata,
    Column("id", RowId, primary_key=True),
    *_place_and_rules(),
    Column("x", BigInteger, nullable=False),
    Column("o", BigInteger),
    Column("level", String(16)),
    Column("opened_by", BigInteger, nullable=False),
    Column("opened", UtcDateTime, nullable=False),
    Column("touched", UtcDateTime, nullable=False),
    Column("ending", String(16)),
    Column("winner", SmallInteger),
    Column("ended_by", BigInteger),
    Column("message", BigInteger),
    Column("request_ply", Integer),
    Column("request_by", BigInteger),
    Column("request_message", BigInteger),
    Column("revision", Integer, nullable=False),
    Column("gain", Float),
    Column("interaction", BigInteger),
    Column("picture", Boolean),
    # In a game against the computer, x is the person, even as O.
    Column("computer_is_x", Boolean, nullable=False, server_default=false()),
    Column("x_rating", Float),  # before the game
    Column("o_rating", Float),
    Column("hints", Integer, nullable=False, server_default=text("0")),
    Column("pace", Integer),  # seconds
    Column("deadline", UtcMicroseconds),
    Column("time_left", BigInteger),  # microseconds
    Column("remind_at", UtcMicroseconds),
    Column("reminded", Integer),
    Column("unrated", Boolean, nullable=False, server_default=false()),
    Column("locale", String(16)),
    Column("parent", BigInteger),  # channel of a thread that the bot opened
    Column("swapped", Boolean),  # NULL: the game has no swap
    Column("season", Integer, nullable=False, server_default=text("1")),  # whose ratings the gain changed
    # In a series: the number of this game, and the earlier wins of the player who moves first and of the other player.
    Column("best_of", SmallInteger),
    Column("number", SmallInteger),
    Column("began_won", SmallInteger),
    Column("other_won", SmallInteger),
    Column("previous", BigInteger),
    Column("announcement", BigInteger),  # the message with the result in the channel of a thread
    Column("request_draw", Boolean, nullable=False, server_default=false()),  # the request is for a draw, not an undo
    # The moves that the game had when an undo was last declined, and when X and O last offered a draw.
    Column("undo_declined", Integer),
    Column("x_offered", Integer),
    Column("o_offered", Integer),
    CheckConstraint("(o IS NULL) <> (level IS NULL)", name="one_opponent"),
    Index("ix_games_channel", "channel", "id"),
    Index("ix_games_opened_by", "opened_by", "opened"),
    Index("ix_games_x_guild", "x", "guild"),
    Index("ix_games_o_guild", "o", "guild"),
)
# A game of a series has at most one next game.
Index("ix_games_previous", games.c.previous, unique=True, sqlite_where=games.c.previous.is_not(None))
# For a user's gains in a day.
Index("ix_games_rated_x", games.c.x, games.c.touched, sqlite_where=games.c.gain.is_not(None))
Index("ix_games_rated_o", games.c.o, games.c.touched, sqlite_where=games.c.gain.is_not(None))


def is_shared(table: FromClause) -> ColumnElement[bool]:
    """Return whether a game is between people, or of everyone against the computer: only EVERYONE is below 0."""
    return or_(table.c.level.is_(None), table.c.x < literal_column("0"))  # a literal, as the indexes have it


# A channel has one live game between people or of everyone, and one of each user, in column x, against the computer.
_IS_LIVE, _IS_SOLO = games.c.ending.is_(None), games.c.level.is_not(None)
_IS_SHARED = is_shared(games)
Index("ix_games_live", games.c.channel, unique=True, sqlite_where=and_(_IS_LIVE, _IS_SHARED))
Index("ix_games_live_solo", games.c.channel, games.c.x, unique=True, sqlite_where=and_(_IS_LIVE, _IS_SOLO))
Index("ix_games_shared", games.c.channel, games.c.id, sqlite_where=_IS_SHARED)
Index("ix_games_solo", games.c.channel, games.c.x, games.c.id, sqlite_where=_IS_SOLO)
# For the clocks: games out of time, and reminders that are due.
Index("ix_games_deadline", games.c.deadline, sqlite_where=and_(_IS_LIVE, games.c.deadline.is_not(None)))
Index("ix_games_remind_at", games.c.remind_at, sqlite_where=and_(_IS_LIVE, games.c.remind_at.is_not(None)))
# For `/ttt games`: a user's live games, and those with a pending undo request.
IS_OPEN = or_(games.c.ending.is_(None), games.c.request_by.is_not(None))
Index("ix_games_open_x", games.c.x, sqlite_where=IS_OPEN)
Index("ix_games_open_o", games.c.o, sqlite_where=IS_OPEN)
# A game that was ended by a user who didn't play in it.
ENDED_BY_ANOTHER = text("ended_by IS NOT NULL AND ended_by <> x AND (o IS NULL OR ended_by <> o)")
Index("ix_games_ended_by", games.c.ended_by, sqlite_where=ENDED_BY_ANOTHER)

plies = Table(
    "plies",
    metadata,
    Column("game", RowId, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    _key("number", Integer),
    Column("row", SmallInteger, nullable=False),
    Column("col", SmallInteger, nullable=False),
    # In a game of everyone: the user who made a move, and when. NULL for the computer, and in other games.
    Column("mover", BigInteger),
    Column("moved", UtcMicroseconds),
    sqlite_with_rowid=False,
)
Index("ix_plies_mover", plies.c.mover, sqlite_where=plies.c.mover.is_not(None))
# The number of a game's last ply.
LAST_PLY = select(func.max(plies.c.number)).where(plies.c.game == games.c.id).scalar_subquery()

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    *_place_and_rules(),
    Column("author", BigInteger, nullable=False),
    Column("author_side", SmallInteger, nullable=False),
    Column("opponent", BigInteger),
    Column("opened", UtcDateTime, nullable=False),
    Column("state", String(16), nullable=False),
    Column("message", BigInteger),
    Column("interaction", BigInteger),
    Column("pace", Integer),  # seconds
    Column("locale", String(16)),
    Column("parent", BigInteger),
    Column("thread", Boolean, nullable=False, server_default=false()),
    Column("swap", Boolean, nullable=False, server_default=false()),
    Column("best_of", SmallInteger),
    Index("ix_challenges_author", "author", "opened"),
    Index("ix_challenges_opponent", "opponent", "opened"),
    Index("ix_challenges_interaction", "interaction", unique=True),
)
Index(
    "ix_challenges_open",
    challenges.c.channel,
    challenges.c.author,
    unique=True,
    sqlite_where=challenges.c.state == "open",
)


ratings = Table(
    "ratings",
    metadata,
    _key("guild"),
    _key("season", Integer),
    _key("user"),
    Column("rating", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("played", UtcDateTime),  # when the user's last game ended
    Index("ix_ratings_best", "guild", "season", "rating"),
    Index("ix_ratings_user", "user"),
    sqlite_with_rowid=False,
)

# The seasons of servers after the first, which has no row.
seasons = Table(
    "seasons",
    metadata,
    _key("guild"),
    _key("number", Integer),
    Column("begun", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# Users' preferences. NULL means the default, as does a missing row.
preferences = Table(
    "preferences",
    metadata,
    _key("user"),
    *(Column(name, String(16)) for name in PREFERENCES),
)

# The users that each user has blocked.
blocks = Table(
    "blocks",
    metadata,
    _key("user"),
    _key("blocked"),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

# Users' attempts at the daily puzzles.
attempts = Table(
    "attempts",
    metadata,
    _key("user"),
    _key("day", Integer),
    Column("begun", UtcDateTime, nullable=False),
    Column("step", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("cells", String(64), nullable=False),  # a row and a column digit for each cell
    Column("solved", UtcDateTime),
    Column("guild", BigInteger),  # where it was solved
    Column("shared", UtcDateTime),
    sqlite_with_rowid=False,
)
Index("ix_attempts_solved", attempts.c.guild, attempts.c.day, sqlite_where=attempts.c.solved.is_not(None))

# The channels in which servers post puzzles, and the day of the last post.
puzzle_channels = Table(
    "puzzle_channels",
    metadata,
    _key("guild"),
    Column("channel", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("has_failed", Boolean, nullable=False),
)

# Users whose deletion is in progress, with the newest game and challenge when it started.
forgetting = Table(
    "forgetting",
    metadata,
    _key("user"),
    Column("last_game", BigInteger, nullable=False),
    Column("last_challenge", BigInteger, nullable=False),
)

# Servers that have or had the bot, and when it left them.
guilds = Table("guilds", metadata, _key("id"), Column("left_at", UtcDateTime))

# The settings of servers. NULL means the default, as does a missing row.
settings = Table(
    "settings",
    metadata,
    _key("guild"),
    Column("m", SmallInteger),
    Column("n", SmallInteger),
    Column("k", SmallInteger),
    *(Column(name, Boolean if kind is bool else String(16)) for name, kind in SETTINGS.items()),
)

# The instants of the last sweeps; a row for the shards of each process.
sweeps = Table(
    "sweeps", metadata, Column("shards", Text, primary_key=True), Column("at", UtcMicroseconds, nullable=False)
)

# A digest of the slash commands that Discord last accepted; a row for each application.
synced = Table("synced", metadata, _key("application"), Column("digest", String(64), nullable=False))
