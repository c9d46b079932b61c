"""The language of games and challenges, and the one that a server has chosen.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; what began before goes on in English."""
    op.add_column("games", sa.Column("locale", sa.String(16)))
    op.add_column("challenges", sa.Column("locale", sa.String(16)))
    op.add_column("settings", sa.Column("language", sa.String(16)))
