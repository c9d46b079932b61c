"""Games in which the second player may take X.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; games and challenges so far have no swap."""
    op.add_column("games", sa.Column("swapped", sa.Boolean()))
    op.add_column("challenges", sa.Column("swap", sa.Boolean(), nullable=False, server_default=sa.false()))
