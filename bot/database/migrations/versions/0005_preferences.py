"""What people prefer, and whether a picture goes with the boards of a game.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table empty: whoever has chosen nothing has no row."""
    op.create_table(
        "preferences",
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("mark", sa.String(16)),
        sa.Column("theme", sa.String(16)),
        sa.Column("board", sa.String(16)),
        sa.Column("labels", sa.String(16)),
    )
    op.add_column("games", sa.Column("picture", sa.Boolean()))
