"""The tables beside the games: people, servers, and what processes note."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
)

from bot.database.columns import Instant, Moment
from bot.database.tables.shared import metadata

ratings = Table(
    "ratings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("rating", Float, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("played", Instant),  # when their last game ended
    Index("ix_ratings_best", "guild", "season", "rating"),
    Index("ix_ratings_user", "user"),
    sqlite_with_rowid=False,
)

# The seasons of servers after the first, which has no row.
seasons = Table(
    "seasons",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("begun", Instant, nullable=False),
    sqlite_with_rowid=False,
)

# What people have chosen; nothing is NULL, as if they had no row.
preferences = Table(
    "preferences",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("mark", String(16)),
    Column("theme", String(16)),
    Column("board", String(16)),
    Column("labels", String(16)),
    Column("challenges", String(16)),
    Column("reminders", String(16)),
)

# Whom people have blocked.
blocks = Table(
    "blocks",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    sqlite_with_rowid=False,
)

# What people did with the puzzles of the days.
attempts = Table(
    "attempts",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("begun", Instant, nullable=False),
    Column("step", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("cells", String(64), nullable=False),  # row and column of each, a digit each
    Column("solved", Instant),
    sqlite_with_rowid=False,
)

# Where servers have the puzzles posted, and the day of the last one.
puzzle_channels = Table(
    "puzzle_channels",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("day", Integer, nullable=False),
    Column("has_failed", Boolean, nullable=False),
)

# Who asked to be forgotten, until it is done, with the newest game and challenge at that moment.
forgetting = Table(
    "forgetting",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("last_game", BigInteger, nullable=False),
    Column("last_challenge", BigInteger, nullable=False),
)

# The servers that have the bot or had it, and since when they don't.
guilds = Table(
    "guilds",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("left_at", Instant),
)

# What servers have chosen; nothing is NULL, as if they had no row.
settings = Table(
    "settings",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("m", SmallInteger),
    Column("n", SmallInteger),
    Column("k", SmallInteger),
    Column("pace", String(16)),
    Column("is_rated", Boolean),
    Column("boards", String(16)),
    Column("end", String(16)),
    Column("language", String(16)),
    Column("has_threads", Boolean),
)

# What searches found out about boards with at least as many rows as columns.
findings = Table(
    "findings",
    metadata,
    Column("m", SmallInteger, primary_key=True, autoincrement=False),
    Column("n", SmallInteger, primary_key=True, autoincrement=False),
    Column("k", SmallInteger, primary_key=True, autoincrement=False),
    Column("winner", SmallInteger),  # with best play; 0: nobody, NULL: not found in so many nodes
    Column("nodes", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# When a trial write last succeeded; one row.
probes = Table(
    "probes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
)

# When the clocks were last swept, a row for the shards of a process: after a longer pause the clocks are put forward.
sweeps = Table(
    "sweeps",
    metadata,
    Column("shards", Text, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("outage", BigInteger),  # microseconds by which clocks are still to be put forward
    Column("below", Moment),  # whose: those with a deadline until then, since the latest ones went first
)

# The slash commands that Discord last took from us, as a digest, a row for each application.
synced = Table(
    "synced",
    metadata,
    Column("application", BigInteger, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
)
