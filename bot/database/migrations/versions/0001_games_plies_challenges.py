"""Games, plies, challenges, and the commands that Discord knows."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

INSTANT = sa.DateTime(timezone=True)
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("m", sa.SmallInteger(), nullable=False),
        sa.Column("n", sa.SmallInteger(), nullable=False),
        sa.Column("k", sa.SmallInteger(), nullable=False),
        sa.Column("author", sa.BigInteger(), nullable=False),
        sa.Column("author_side", sa.SmallInteger(), nullable=False),
        sa.Column("opponent", sa.BigInteger(), nullable=True),
        sa.Column("opened", INSTANT, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index("ix_challenges_author", "challenges", ["author", "opened"], unique=False)
    op.create_index(
        "ix_challenges_open",
        "challenges",
        ["channel", "author"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "games",
        sa.Column("id", ROW_ID, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("m", sa.SmallInteger(), nullable=False),
        sa.Column("n", sa.SmallInteger(), nullable=False),
        sa.Column("k", sa.SmallInteger(), nullable=False),
        sa.Column("x", sa.BigInteger(), nullable=False),
        sa.Column("o", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(length=16), nullable=True),
        sa.Column("opened_by", sa.BigInteger(), nullable=False),
        sa.Column("opened", INSTANT, nullable=False),
        sa.Column("touched", INSTANT, nullable=False),
        sa.Column("ending", sa.String(length=16), nullable=True),
        sa.Column("winner", sa.SmallInteger(), nullable=True),
        sa.Column("ended_by", sa.BigInteger(), nullable=True),
        sa.Column("message", sa.BigInteger(), nullable=True),
        sa.Column("request_ply", sa.Integer(), nullable=True),
        sa.Column("request_by", sa.BigInteger(), nullable=True),
        sa.Column("request_message", sa.BigInteger(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("(o IS NULL) <> (level IS NULL)", name=op.f("ck_games_one_opponent")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_channel", "games", ["channel", "id"], unique=False)
    op.create_index(
        "ix_games_live",
        "games",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("ending IS NULL"),
        postgresql_where=sa.text("ending IS NULL"),
    )
    op.create_index("ix_games_opened_by", "games", ["opened_by", "opened"], unique=False)
    op.create_table(
        "synced",
        sa.Column("application", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("application", name=op.f("pk_synced")),
    )
    op.create_table(
        "plies",
        sa.Column("game", ROW_ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("row", sa.SmallInteger(), nullable=False),
        sa.Column("col", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_plies_game"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game", "number", name=op.f("pk_plies")),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("plies")
    op.drop_table("synced")
    op.drop_index("ix_games_opened_by", table_name="games")
    op.drop_index(
        "ix_games_live",
        table_name="games",
        sqlite_where=sa.text("ending IS NULL"),
        postgresql_where=sa.text("ending IS NULL"),
    )
    op.drop_index("ix_games_channel", table_name="games")
    op.drop_table("games")
    op.drop_index(
        "ix_challenges_open",
        table_name="challenges",
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.drop_index("ix_challenges_author", table_name="challenges")
    op.drop_table("challenges")
