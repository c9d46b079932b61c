"""Ratings, and indexes by server and player.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add ratings. Games that have already ended count in records, but not in ratings."""
    op.add_column("games", sa.Column("gain", sa.Float()))
    op.create_index("ix_games_guild_x", "games", ["guild", "x"])
    op.create_index("ix_games_guild_o", "games", ["guild", "o"])
    op.create_table(
        "ratings",
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_best", "ratings", ["guild", "rating"])
