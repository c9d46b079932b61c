"""Whom people have blocked, and whether they take challenges.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table empty; who has chosen nothing takes challenges."""
    op.create_table(
        "blocks",
        sa.Column("user", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("blocked", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("preferences", sa.Column("challenges", sa.String(16)))
