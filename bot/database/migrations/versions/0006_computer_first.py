"""The computer may be Player 1.

The person in such a game stays in the column x: to let x be empty, SQLite would have to copy the whole table.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; in all games so far the computer was Player 2."""
    op.add_column("games", sa.Column("computer_is_x", sa.Boolean(), nullable=False, server_default=sa.false()))
