"""No search for the values of boards, no archiving of threads, no outages in steps; gains of a user in a day.

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
    """Drop what was found and what was archived: the engine tells the values of boards, Discord archives threads."""
    op.drop_table("findings")
    op.drop_index("ix_games_in_open_thread", "games")
    op.drop_column("games", "is_archived")
    op.execute("DELETE FROM sweeps WHERE outage IS NOT NULL")  # the next sweep leaves everybody time
    op.drop_column("sweeps", "outage")
    op.drop_column("sweeps", "below")
    op.drop_index("ix_games_rated", "games")
    rated = sa.text("gain IS NOT NULL")
    for side in ("x", "o"):
        op.create_index(
            f"ix_games_rated_{side}", "games", [side, "touched"], sqlite_where=rated, postgresql_where=rated
        )
