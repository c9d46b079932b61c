"""The tables of games and challenges, and how games are found."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    and_,
    false,
    or_,
    text,
)

from bot.database.columns import Instant, Moment, RowId
from bot.database.tables.shared import metadata


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
    Column("opened", Instant, nullable=False),
    Column("touched", Instant, nullable=False),
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
    # Of a game against the computer, x is the person on either side.
    Column("computer_is_x", Boolean, nullable=False, server_default=false()),
    Column("x_rating", Float),  # before the game
    Column("o_rating", Float),
    Column("hints", Integer, nullable=False, server_default=text("0")),
    Column("pace", Integer),  # seconds
    Column("deadline", Moment),
    Column("time_left", BigInteger),  # microseconds
    Column("remind_at", Moment),
    Column("reminded", Integer),
    Column("unrated", Boolean, nullable=False, server_default=false()),
    Column("locale", String(16)),
    Column("parent", BigInteger),  # of a thread that the bot has opened
    Column("is_archived", Boolean, nullable=False, server_default=false()),  # since its thread
    Column("swapped", Boolean),  # NULL: the game has no swap
    Column("season", Integer, nullable=False, server_default=text("1")),  # whose ratings gain has changed
    # Of a series: which of its games this is, how many of those before were won by whoever began it and by the other.
    Column("best_of", SmallInteger),
    Column("number", SmallInteger),
    Column("began_won", SmallInteger),
    Column("other_won", SmallInteger),
    Column("previous", BigInteger),
    CheckConstraint("(o IS NULL) <> (level IS NULL)", name="one_opponent"),
    Index("ix_games_channel", "channel", "id"),
    Index("ix_games_opened_by", "opened_by", "opened"),
    Index("ix_games_x_guild", "x", "guild"),
    Index("ix_games_o_guild", "o", "guild"),
)
# No game is followed by two in its series.
Index("ix_games_previous", games.c.previous, unique=True, sqlite_where=games.c.previous.is_not(None))
# What two people have gained from each other.
Index("ix_games_rated", games.c.x, games.c.o, games.c.touched, sqlite_where=games.c.gain.is_not(None))
Index("ix_games_live", games.c.channel, unique=True, sqlite_where=games.c.ending.is_(None))
# What the clocks are asked for: games whose time is over, or whose player is to be reminded.
for _when in (games.c.deadline, games.c.remind_at):
    Index(f"ix_games_{_when.name}", _when, sqlite_where=and_(games.c.ending.is_(None), _when.is_not(None)))
# Which threads are to be archived: those of games that ended long enough ago.
IN_OPEN_THREAD = text("parent IS NOT NULL AND ending IS NOT NULL AND NOT is_archived")
Index("ix_games_in_open_thread", games.c.touched, sqlite_where=IN_OPEN_THREAD)
# What `/ttt games` asks for: somebody's live games, and those with a question that waits for an answer.
IS_OPEN = or_(games.c.ending.is_(None), games.c.request_by.is_not(None))
for _side in (games.c.x, games.c.o):
    Index(f"ix_games_open_{_side.name}", _side, sqlite_where=IS_OPEN)
# A game that somebody ended who did not play in it.
ENDED_BY_ANOTHER = text("ended_by IS NOT NULL AND ended_by <> x AND (o IS NULL OR ended_by <> o)")
Index("ix_games_ended_by", games.c.ended_by, sqlite_where=ENDED_BY_ANOTHER)

plies = Table(
    "plies",
    metadata,
    Column("game", RowId, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("row", SmallInteger, nullable=False),
    Column("col", SmallInteger, nullable=False),
    sqlite_with_rowid=False,
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", RowId, primary_key=True),
    *_place_and_rules(),
    Column("author", BigInteger, nullable=False),
    Column("author_side", SmallInteger, nullable=False),
    Column("opponent", BigInteger),
    Column("opened", Instant, nullable=False),
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
