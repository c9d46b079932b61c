"""How far the clocks have been put forward by an outage, since that takes several transactions.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; no clock is to be put forward."""
    op.add_column("sweeps", sa.Column("outage", sa.BigInteger()))
    op.add_column("sweeps", sa.Column("below", sa.BigInteger()))
