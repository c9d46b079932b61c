"""Which interaction changed a game last, and which one made a challenge: each counts once.

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
    """Add the columns; what was made before has no interaction that could arrive again."""
    op.add_column("games", sa.Column("interaction", sa.BigInteger()))
    op.add_column("challenges", sa.Column("interaction", sa.BigInteger()))
    op.create_index("ix_challenges_interaction", "challenges", ["interaction"], unique=True)
