"""Preferences, blocks, servers' settings, clocks, puzzles, languages, threads, swap, seasons, series and known values.

Revision ID: 0020
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0004"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
IS_OPEN = "ending IS NULL OR request_by IS NOT NULL"
# Each rating, with the ends of its player's last rated games as X and as O.
KEEP_RATINGS = """
    CREATE TABLE kept_ratings AS SELECT guild, "user", rating, won, lost, drawn,
        (SELECT max(touched) FROM games WHERE x = "user" AND games.guild = ratings.guild AND gain IS NOT NULL) AS as_x,
        (SELECT max(touched) FROM games WHERE o = "user" AND games.guild = ratings.guild AND gain IS NOT NULL) AS as_o
    FROM ratings
"""
RESTORE_RATINGS = """
    INSERT INTO ratings (guild, season, "user", rating, won, lost, drawn, played)
    SELECT guild, 1, "user", rating, won, lost, drawn, CASE WHEN as_x IS NULL OR as_o > as_x THEN as_o ELSE as_x END
    FROM kept_ratings
"""


def upgrade() -> None:
    """Change the tables of 0.2.0. Its games continue in English, without a clock, swap, series or thread."""
    _games()
    _challenges()
    _ratings()
    _people()
    _servers()
    _processes()


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false())


def _partial_index(name: str, columns: list[str], condition: str, *, unique: bool = False) -> None:
    where = sa.text(condition)
    op.create_index(f"ix_games_{name}", "games", columns, unique=unique, sqlite_where=where, postgresql_where=where)


def _games() -> None:
    for column in (
        sa.Column("picture", sa.Boolean()),
        # In a game against the computer, the person stays in x: to make x nullable, SQLite would copy the table.
        _flag("computer_is_x"),
        sa.Column("x_rating", sa.Float()),
        sa.Column("o_rating", sa.Float()),
        sa.Column("hints", sa.Integer(), nullable=False, server_default=sa.text("0")),
        sa.Column("pace", sa.Integer()),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("time_left", sa.BigInteger()),
        sa.Column("remind_at", sa.BigInteger()),
        sa.Column("reminded", sa.Integer()),
        _flag("unrated"),
        sa.Column("locale", sa.String(16)),
        sa.Column("parent", sa.BigInteger()),
        _flag("is_archived"),
        sa.Column("swapped", sa.Boolean()),
        sa.Column("season", sa.Integer(), nullable=False, server_default=sa.text("1")),
        sa.Column("best_of", sa.SmallInteger()),
        sa.Column("number", sa.SmallInteger()),
        sa.Column("began_won", sa.SmallInteger()),
        sa.Column("other_won", sa.SmallInteger()),
        sa.Column("previous", sa.BigInteger()),
    ):
        op.add_column("games", column)
    for time in ("deadline", "remind_at"):
        _partial_index(time, [time], f"ending IS NULL AND {time} IS NOT NULL")
    for side in ("x", "o"):
        _partial_index(f"open_{side}", [side], IS_OPEN)
    _partial_index("in_open_thread", ["touched"], "parent IS NOT NULL AND ending IS NOT NULL AND NOT is_archived")
    _partial_index("rated", ["x", "o", "touched"], "gain IS NOT NULL")
    _partial_index("previous", ["previous"], "previous IS NOT NULL", unique=True)
    op.drop_index("ix_games_live", table_name="games")
    _partial_index("live", ["channel"], "ending IS NULL AND level IS NULL", unique=True)
    _partial_index("live_solo", ["channel", "x"], "ending IS NULL AND level IS NOT NULL", unique=True)
    _partial_index("shared", ["channel", "id"], "level IS NULL")
    _partial_index("solo", ["channel", "x", "id"], "level IS NOT NULL")


def _challenges() -> None:
    for column in (
        sa.Column("pace", sa.Integer()),
        sa.Column("locale", sa.String(16)),
        sa.Column("parent", sa.BigInteger()),
        _flag("thread"),
        _flag("swap"),
        sa.Column("best_of", sa.SmallInteger()),
    ):
        op.add_column("challenges", column)
    op.drop_index("ix_challenges_opponent", table_name="challenges")
    op.create_index("ix_challenges_opponent", "challenges", ["opponent", "opened"])


def _ratings() -> None:
    """Put every rating into the first season, in a new table: SQLite can't change a primary key."""
    op.execute(KEEP_RATINGS)
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        _id("guild"),
        sa.Column("season", sa.Integer(), primary_key=True, autoincrement=False),
        _id("user"),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("played", INSTANT),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_best", "ratings", ["guild", "season", "rating"])
    op.create_index("ix_ratings_user", "ratings", ["user"])
    op.execute(RESTORE_RATINGS)
    op.drop_table("kept_ratings")


def _people() -> None:
    chosen = ("mark", "theme", "board", "labels", "challenges", "reminders")
    op.create_table("preferences", _id("user"), *(sa.Column(name, sa.String(16)) for name in chosen))
    op.create_table(
        "blocks",
        _id("user"),
        _id("blocked"),
        sa.Column("at", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attempts",
        _id("user"),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("begun", INSTANT, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("cells", sa.String(64), nullable=False),
        sa.Column("solved", INSTANT),
        sqlite_with_rowid=False,
    )


def _servers() -> None:
    op.create_table(
        "settings",
        _id("guild"),
        sa.Column("m", sa.SmallInteger()),
        sa.Column("n", sa.SmallInteger()),
        sa.Column("k", sa.SmallInteger()),
        sa.Column("pace", sa.String(16)),
        sa.Column("is_rated", sa.Boolean()),
        sa.Column("boards", sa.String(16)),
        sa.Column("end", sa.String(16)),
        sa.Column("language", sa.String(16)),
        sa.Column("has_threads", sa.Boolean()),
    )
    op.create_table(
        "seasons",
        _id("guild"),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("begun", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_channels",
        _id("guild"),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("has_failed", sa.Boolean(), nullable=False),
    )


def _processes() -> None:
    op.create_table(
        "sweeps",
        sa.Column("shards", sa.Text(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("outage", sa.BigInteger()),
        sa.Column("below", sa.BigInteger()),
    )
    op.create_table(
        "findings",
        *(sa.Column(name, sa.SmallInteger(), primary_key=True, autoincrement=False) for name in ("m", "n", "k")),
        sa.Column("winner", sa.SmallInteger()),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
