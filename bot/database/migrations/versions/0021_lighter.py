"""No search for the values of boards, no archiving of threads, no outages in steps.

Revision ID: 0021
Revises: 0020
"""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop what was found and what was archived: the engine tells the values of boards, Discord archives threads."""
    op.drop_table("findings")
    op.drop_index("ix_games_in_open_thread", "games")
    op.drop_column("games", "is_archived")
    op.execute("DELETE FROM sweeps WHERE outage IS NOT NULL")  # the next sweep leaves everybody time
    op.drop_column("sweeps", "outage")
    op.drop_column("sweeps", "below")
