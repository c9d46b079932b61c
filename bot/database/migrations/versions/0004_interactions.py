"""The interaction that last changed a game, and the one that made a challenge, so that each counts once.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Existing games and challenges have no interaction."""
    op.add_column("games", sa.Column("interaction", sa.BigInteger()))
    op.add_column("challenges", sa.Column("interaction", sa.BigInteger()))
    op.create_index("ix_challenges_interaction", "challenges", ["interaction"], unique=True)
