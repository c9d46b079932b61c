"""Drop the test writes, which sweeps replace, and the message that posted a puzzle, which is no longer edited.

Revision ID: 0023
Revises: 0022
"""

from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop a table and two columns."""
    op.drop_table("probes")
    for column in ("message", "edits"):
        op.drop_column("puzzle_channels", column)
