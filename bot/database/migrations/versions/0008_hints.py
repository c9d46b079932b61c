"""How many hints were used in a game.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; there were no hints so far."""
    op.add_column("games", sa.Column("hints", sa.Integer(), nullable=False, server_default=sa.text("0")))
