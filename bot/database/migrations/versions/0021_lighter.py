"""No search for the values of boards.

Revision ID: 0021
Revises: 0020
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop what was found: the engine's own tables tell the values of boards."""
    op.drop_table("findings")
