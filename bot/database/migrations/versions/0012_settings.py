"""What servers prefer, and games that don't count for the ratings because their server rates none.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table empty; all games so far count as they did."""
    op.create_table(
        "settings",
        sa.Column("guild", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("m", sa.SmallInteger()),
        sa.Column("n", sa.SmallInteger()),
        sa.Column("k", sa.SmallInteger()),
        sa.Column("pace", sa.String(16)),
        sa.Column("is_rated", sa.Boolean()),
        sa.Column("boards", sa.String(16)),
        sa.Column("end", sa.String(16)),
    )
    op.add_column("games", sa.Column("unrated", sa.Boolean(), nullable=False, server_default=sa.false()))
