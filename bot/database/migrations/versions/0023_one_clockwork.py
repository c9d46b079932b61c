"""Drop the test writes and the edits of posted puzzles; remember the message that announced a result.

Sweeps are the test writes, and the post of the next day says who solved a puzzle.

Revision ID: 0023
Revises: 0022
"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop a table and two columns, and add one."""
    op.drop_table("probes")
    for column in ("message", "edits"):
        op.drop_column("puzzle_channels", column)
    op.add_column("games", sa.Column("announcement", sa.BigInteger()))
