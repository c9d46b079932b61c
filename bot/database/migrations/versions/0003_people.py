"""Users to delete, servers that the bot has left, and indexes to find a user's data.

Indexes by server and player become indexes by player and server, of the same size: statistics search by both, deletion
by the player alone.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
BY_ANOTHER = "ended_by IS NOT NULL AND ended_by <> x AND (o IS NULL OR ended_by <> o)"


def upgrade() -> None:
    op.drop_index("ix_games_guild_x", table_name="games")
    op.drop_index("ix_games_guild_o", table_name="games")
    op.create_index("ix_games_x_guild", "games", ["x", "guild"])
    op.create_index("ix_games_o_guild", "games", ["o", "guild"])
    op.create_index(
        "ix_games_ended_by",
        "games",
        ["ended_by"],
        sqlite_where=sa.text(BY_ANOTHER),
        postgresql_where=sa.text(BY_ANOTHER),
    )
    op.create_index("ix_challenges_opponent", "challenges", ["opponent"])
    op.create_index("ix_ratings_user", "ratings", ["user"])
    op.create_table(
        "forgetting",
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("last_game", sa.BigInteger(), nullable=False),
        sa.Column("last_challenge", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "guilds",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("left_at", INSTANT, nullable=True),
    )
    op.create_table(
        "probes",
        sa.Column("id", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("at", INSTANT, nullable=False),
    )
