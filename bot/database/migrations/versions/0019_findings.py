"""What searches found out about boards.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table empty."""
    op.create_table(
        "findings",
        sa.Column("m", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("n", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("k", sa.SmallInteger(), primary_key=True, autoincrement=False),
        sa.Column("winner", sa.SmallInteger()),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sqlite_with_rowid=False,
    )
