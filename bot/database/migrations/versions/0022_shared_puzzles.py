"""Where a puzzle was solved and when it was shared; the message that posts the day's puzzle.

Revision ID: 0022
Revises: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns, empty for puzzles that have already been solved or posted."""
    op.add_column("attempts", sa.Column("guild", sa.BigInteger()))
    op.add_column("attempts", sa.Column("shared", sa.DateTime(timezone=True)))
    solved = sa.text("solved IS NOT NULL")
    op.create_index("ix_attempts_solved", "attempts", ["guild", "day"], sqlite_where=solved, postgresql_where=solved)
    op.add_column("puzzle_channels", sa.Column("message", sa.BigInteger()))
    op.add_column("puzzle_channels", sa.Column("edits", sa.Integer(), nullable=False, server_default="0"))
