"""Compares the tables of a database with those of this version.

The number of the version says nothing about a database that another program has copied: it may lack indexes, conditions
of indexes or sequences.
"""

import re
from collections.abc import Iterator
from typing import Any

from sqlalchemy import CheckConstraint, Connection, Inspector, Table, func, inspect, select, text
from sqlalchemy.schema import CreateIndex

from bot.database.tables import complete_indexes, metadata

# How PostgreSQL names the type of the column, where it differs from its own DDL.
_NAMES = {"DOUBLE PRECISION": "FLOAT"}


def differences(connection: Connection) -> list[str]:
    """Return what the tables of a database lack or have differently, each in a few words. It only reads."""
    schema, existing = inspect(connection), set(inspect(connection).get_table_names())
    complete_indexes(connection)
    wrong: list[str] = []
    for table in metadata.sorted_tables:
        if table.name not in existing:
            wrong.append(f"the table {table.name} is missing")
            continue
        for part in (_columns, _keys, _checks, _indexes):
            wrong += (f"{table.name}: {fault}" for fault in part(table, schema, connection))
        if connection.dialect.name == "postgresql":
            wrong += (f"{table.name}: {fault}" for fault in _sequence(table, schema, connection))
    return wrong


def _columns(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    actual = {column["name"]: column for column in schema.get_columns(table.name)}
    for column in table.columns:
        there = actual.pop(column.name, None)
        if there is None:
            yield f"the column {column.name} is missing"
            continue
        if (kind := _type(there["type"], connection)) != _type(column.type, connection):
            yield f"the column {column.name} has the type {kind}"
        if there["nullable"] != column.nullable:
            yield f"the column {column.name} {'may' if there['nullable'] else 'must not'} be empty"
        if column.server_default is not None and there["default"] is None:
            yield f"the column {column.name} has no default"
    for name, there in actual.items():
        if not there["nullable"] and there["default"] is None:
            yield f"the column {name} is of another version"


def _type(kind: Any, connection: Connection) -> str:
    name = str(kind.compile(connection.dialect))
    return _NAMES.get(name, name)


def _keys(table: Table, schema: Inspector, _connection: Connection) -> Iterator[str]:
    if schema.get_pk_constraint(table.name)["constrained_columns"] != [column.name for column in table.primary_key]:
        yield "the primary key is missing or different"
    actual = {
        (
            *key["constrained_columns"],
            key["referred_table"],
            *key["referred_columns"],
            key.get("options", {}).get("ondelete"),
        )
        for key in schema.get_foreign_keys(table.name)
    }
    for key in table.foreign_key_constraints:
        [element] = key.elements
        if (*key.column_keys, element.column.table.name, element.column.name, key.ondelete) not in actual:
            yield f"the foreign key of {', '.join(key.column_keys)} is missing or different"


def _checks(table: Table, schema: Inspector, _connection: Connection) -> Iterator[str]:
    actual = {check["name"]: _plain(check["sqltext"]) for check in schema.get_check_constraints(table.name)}
    for check in table.constraints:
        if isinstance(check, CheckConstraint) and actual.get(str(check.name)) != _plain(str(check.sqltext)):
            yield f"the constraint {check.name} is missing or different"


def _indexes(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    actual = {
        str(index["name"]): (index["column_names"], bool(index["unique"]), _condition(index.get("dialect_options", {})))
        for index in schema.get_indexes(table.name)
    }
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        _, _, where = str(CreateIndex(index).compile(dialect=connection.dialect)).partition(" WHERE ")
        expected = [column.name for column in index.columns], index.unique, _plain(where)
        if actual.pop(str(index.name), None) != expected:
            yield f"the index {index.name} is missing or different"
    for name, (_, is_unique, _) in actual.items():
        if is_unique:
            yield f"the unique index {name} is of another version"


def _condition(options: dict[str, Any]) -> str:
    return _plain(str(options.get("sqlite_where", options.get("postgresql_where", ""))))


def _plain(condition: str) -> str:
    """Return a condition without casts, parentheses, quotes and spaces, because PostgreSQL adds its own."""
    return re.sub(r"::(?:character varying|\w+)(?:\(\d+\))?|[\s()\"]", "", condition).lower()


def _sequence(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    """PostgreSQL assigns ids by a sequence, SQLite in every column that is declared INTEGER PRIMARY KEY."""
    column = table.autoincrement_column
    if column is None:
        return
    default = next((there["default"] for there in schema.get_columns(table.name) if there["name"] == column.name), None)
    sequence = re.fullmatch(r"nextval\('(.+)'::regclass\)", default or "")
    if sequence is None:
        yield f"the column {column.name} has no sequence"
        return
    after = text(f"SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM {sequence[1]}")  # noqa: S608 - its own name
    if (connection.scalar(select(func.max(column))) or 0) >= connection.scalar(after):
        yield f"the sequence of {column.name} would repeat numbers"
