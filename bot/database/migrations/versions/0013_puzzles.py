"""What people did with the puzzles of the days, and where servers have them posted.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables empty."""
    op.create_table(
        "attempts",
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("begun", sa.DateTime(timezone=True), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("cells", sa.String(64), nullable=False),
        sa.Column("solved", sa.DateTime(timezone=True)),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_channels",
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("has_failed", sa.Boolean(), nullable=False),
    )
