"""Drop the values of boards, archived threads and steps of outages; add indexes for a user's gains in a day.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop tables and columns: the engine knows the values of boards, and Discord archives threads."""
    op.drop_table("findings")
    op.drop_index("ix_games_in_open_thread", "games")
    op.drop_column("games", "is_archived")
    op.execute("DELETE FROM sweeps WHERE outage IS NOT NULL")  # the next sweep extends the clocks
    op.drop_column("sweeps", "outage")
    op.drop_column("sweeps", "below")
    op.drop_index("ix_games_rated", "games")
    rated = sa.text("gain IS NOT NULL")
    for side in ("x", "o"):
        op.create_index(
            f"ix_games_rated_{side}", "games", [side, "touched"], sqlite_where=rated, postgresql_where=rated
        )
