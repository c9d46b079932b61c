"""Whether people want reminders.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column: who has chosen nothing is reminded."""
    op.add_column("preferences", sa.Column("reminders", sa.String(length=16)))
