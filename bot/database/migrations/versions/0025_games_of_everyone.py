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
    _partial_index("ix_plies_mover", "plies", ["mover"], "mover IS NOT NULL")
    is_shared = "level IS NULL OR x < 0"
    for name in ("ix_games_live", "ix_games_shared"):
        op.drop_index(name, "games", if_exists=True)  # databases of some versions lack one
    _partial_index("ix_games_live", "games", ["channel"], f"ending IS NULL AND ({is_shared})", unique=True)
    _partial_index("ix_games_shared", "games", ["channel", "id"], is_shared)


def _partial_index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition)
