"""Games in threads of their own, and whether a server allows them.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_IN_OPEN_THREAD = sa.text("parent IS NOT NULL AND ending IS NOT NULL AND NOT is_archived")


def upgrade() -> None:
    """Add the columns; nothing that began before is in a thread that the bot has opened."""
    op.add_column("games", sa.Column("parent", sa.BigInteger()))
    op.add_column("games", sa.Column("is_archived", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("challenges", sa.Column("parent", sa.BigInteger()))
    op.add_column("challenges", sa.Column("thread", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("settings", sa.Column("has_threads", sa.Boolean()))
    op.create_index(
        "ix_games_in_open_thread",
        "games",
        ["touched"],
        sqlite_where=_IN_OPEN_THREAD,
        postgresql_where=_IN_OPEN_THREAD,
    )
