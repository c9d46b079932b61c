"""What the players of a rated game were rated before it, for the board that shows how it ended.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; of games that ended before, only what they gained is known."""
    op.add_column("games", sa.Column("x_rating", sa.Float()))
    op.add_column("games", sa.Column("o_rating", sa.Float()))
