"""Games of everyone in a channel against the computer: who made each move, and only one live game for the channel.

Revision ID: 0025
Revises: 0024
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add two columns, and let the indexes of games between people include games of everyone."""
    op.add_column("plies", sa.Column("mover", sa.BigInteger()))
    op.add_column("plies", sa.Column("moved", sa.BigInteger()))
    has_mover, is_shared = sa.text("mover IS NOT NULL"), "(level IS NULL OR x = -1)"
    op.create_index("ix_plies_mover", "plies", ["mover"], sqlite_where=has_mover, postgresql_where=has_mover)
    is_live = sa.text(f"ending IS NULL AND {is_shared}")
    op.drop_index("ix_games_live", "games")
    op.create_index("ix_games_live", "games", ["channel"], unique=True, sqlite_where=is_live, postgresql_where=is_live)
    shared = sa.text(is_shared)
    op.drop_index("ix_games_shared", "games")
    op.create_index("ix_games_shared", "games", ["channel", "id"], sqlite_where=shared, postgresql_where=shared)
