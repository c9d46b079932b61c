"""Seasons of ratings, when somebody played last, and what two people have gained from each other.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
RATED = sa.text("gain IS NOT NULL")
# With the end of everybody's last rated game, as X and as O.
KEEP = """
    CREATE TABLE kept_ratings AS SELECT guild, "user", rating, won, lost, drawn,
        (SELECT max(touched) FROM games WHERE x = "user" AND games.guild = ratings.guild AND gain IS NOT NULL) AS as_x,
        (SELECT max(touched) FROM games WHERE o = "user" AND games.guild = ratings.guild AND gain IS NOT NULL) AS as_o
    FROM ratings
"""
BRING_BACK = """
    INSERT INTO ratings (guild, season, "user", rating, won, lost, drawn, played)
    SELECT guild, 1, "user", rating, won, lost, drawn, CASE WHEN as_x IS NULL OR as_o > as_x THEN as_o ELSE as_x END
    FROM kept_ratings
"""


def upgrade() -> None:
    """Put every rating into the first season."""
    op.add_column("games", sa.Column("season", sa.Integer(), nullable=False, server_default=sa.text("1")))
    op.create_index("ix_games_rated", "games", ["x", "o", "touched"], sqlite_where=RATED, postgresql_where=RATED)
    op.create_table(
        "seasons",
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("begun", INSTANT, nullable=False),
        sqlite_with_rowid=False,
    )
    _ratings()


def _ratings() -> None:
    """Make the table anew: SQLite can't change a primary key."""
    op.execute(KEEP)
    op.drop_table("ratings")
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("season", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("played", INSTANT),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_best", "ratings", ["guild", "season", "rating"])
    op.create_index("ix_ratings_user", "ratings", ["user"])
    op.execute(BRING_BACK)
    op.drop_table("kept_ratings")
