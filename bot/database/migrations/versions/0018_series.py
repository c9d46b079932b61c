"""Series: up to three or five games with one result.

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

FOLLOWS = sa.text("previous IS NOT NULL")


def upgrade() -> None:
    """Add the columns; games and challenges so far are of no series."""
    for name in ("best_of", "number", "began_won", "other_won"):
        op.add_column("games", sa.Column(name, sa.SmallInteger()))
    op.add_column("games", sa.Column("previous", sa.BigInteger()))
    op.add_column("challenges", sa.Column("best_of", sa.SmallInteger()))
    op.create_index(
        "ix_games_previous", "games", ["previous"], unique=True, sqlite_where=FOLLOWS, postgresql_where=FOLLOWS
    )
