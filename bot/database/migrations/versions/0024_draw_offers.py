"""Remember offers of a draw, and declined undos.

Revision ID: 0024
Revises: 0023
"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add four columns."""
    op.add_column("games", sa.Column("request_draw", sa.Boolean(), nullable=False, server_default=sa.false()))
    for column in ("undo_declined", "x_offered", "o_offered"):
        op.add_column("games", sa.Column(column, sa.Integer()))
