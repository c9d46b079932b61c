"""Clocks: the pace of games and challenges, deadlines and reminders, and when they were last looked at.

With indexes for what is looked at, and for the open games and challenges of a person.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

RUNS = {
    "deadline": sa.text("ending IS NULL AND deadline IS NOT NULL"),
    "remind_at": sa.text("ending IS NULL AND remind_at IS NOT NULL"),
}
IS_OPEN = sa.text("ending IS NULL OR request_by IS NOT NULL")


def upgrade() -> None:
    """Add the columns; a game that began before has no clock."""
    op.add_column("games", sa.Column("pace", sa.Integer()))
    op.add_column("games", sa.Column("deadline", sa.BigInteger()))
    op.add_column("games", sa.Column("time_left", sa.BigInteger()))
    op.add_column("games", sa.Column("remind_at", sa.BigInteger()))
    op.add_column("games", sa.Column("reminded", sa.Integer()))
    op.add_column("challenges", sa.Column("pace", sa.Integer()))
    for when, runs in RUNS.items():
        op.create_index(f"ix_games_{when}", "games", [when], sqlite_where=runs, postgresql_where=runs)
    for side in ("x", "o"):
        op.create_index(f"ix_games_open_{side}", "games", [side], sqlite_where=IS_OPEN, postgresql_where=IS_OPEN)
    op.drop_index("ix_challenges_opponent", table_name="challenges")
    op.create_index("ix_challenges_opponent", "challenges", ["opponent", "opened"])
    op.create_table(
        "sweeps",
        sa.Column("shards", sa.Text(), primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
