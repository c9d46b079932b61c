"""What all tables have in common."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection, MetaData, Table, event
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


@event.listens_for(metadata, "before_create")
def _partial_indexes(_target: MetaData, connection: Connection, **_: object) -> None:
    """Let indexes be partial on PostgreSQL as on SQLite: to name it above would load it for everybody, 2 MiB."""
    if connection.dialect.name == "postgresql":
        for index in (index for table in metadata.tables.values() for index in table.indexes):
            if "sqlite_where" in index.dialect_kwargs:
                index.dialect_kwargs["postgresql_where"] = index.dialect_kwargs["sqlite_where"]


def insert(connection: Connection, table: Table) -> "sqlite.Insert | postgresql.Insert":
    """Return an insertion that can say what to do where the row is there: both databases can, each by its own class."""
    if connection.dialect.name != "postgresql":
        return sqlite.insert(table)
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415 - not loaded for SQLite

    return postgresql.insert(table)
