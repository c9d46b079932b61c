"""Compares the tables of a database with those of this version, because a copy by another program may lack parts."""

import re
from collections.abc import Iterator

from sqlalchemy import CheckConstraint, Connection, Inspector, Table, func, inspect, select, text
from sqlalchemy.schema import CreateIndex

from bot.database.tables import complete_indexes, metadata


def differences(connection: Connection) -> list[str]:
    """Return how the tables of a database differ from those of this version, each difference in a few words."""
    schema = inspect(connection)
    existing = schema.get_table_names()
    complete_indexes(connection)
    wrong: list[str] = []
    for table in metadata.sorted_tables:
        if table.name not in existing:
            wrong.append(f"the table {table.name} is missing")
            continue
        for part in (_columns, _constraints, _indexes, _sequence):
            wrong += (f"{table.name}: {fault}" for fault in part(table, schema, connection))
    return wrong


def _columns(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    actual = {column["name"]: column for column in schema.get_columns(table.name)}
    for column in table.columns:
        there = actual.pop(column.name, None)
        if there is None:
            yield f"the column {column.name} is missing"
            continue
        types = (str(kind.compile(connection.dialect)) for kind in (there["type"], column.type))
        kinds = {kind.replace("DOUBLE PRECISION", "FLOAT") for kind in types}
        lacks_default = column.server_default is not None and there["default"] is None
        if len(kinds) > 1 or there["nullable"] != column.nullable or lacks_default:
            yield f"the column {column.name} is different"
    for name, there in actual.items():
        if not there["nullable"] and there["default"] is None:
            yield f"the column {name} is of another version"


def _constraints(table: Table, schema: Inspector, _connection: Connection) -> Iterator[str]:
    if schema.get_pk_constraint(table.name)["constrained_columns"] != [column.name for column in table.primary_key]:
        yield "the primary key is missing or different"
    keys = [
        (key["constrained_columns"], key["referred_table"], key["referred_columns"], key.get("options", {}))
        for key in schema.get_foreign_keys(table.name)
    ]
    for key in table.foreign_key_constraints:
        columns = [element.column.name for element in key.elements]
        if (list(key.column_keys), key.referred_table.name, columns, {"ondelete": key.ondelete}) not in keys:
            yield f"the foreign key of {', '.join(key.column_keys)} is missing or different"
    checks = {check["name"]: _plain(check["sqltext"]) for check in schema.get_check_constraints(table.name)}
    for check in table.constraints:
        if isinstance(check, CheckConstraint) and checks.get(str(check.name)) != _plain(str(check.sqltext)):
            yield f"the constraint {check.name} is missing or different"


def _indexes(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    actual: dict[str | None, tuple[object, ...]] = {}
    for index in schema.get_indexes(table.name):
        options = index.get("dialect_options", {})
        where = options.get("sqlite_where", options.get("postgresql_where", ""))
        actual[index["name"]] = index["column_names"], bool(index["unique"]), _plain(str(where))
    for index in sorted(table.indexes, key=lambda index: str(index.name)):
        _, _, where = str(CreateIndex(index).compile(dialect=connection.dialect)).partition(" WHERE ")
        expected = [column.name for column in index.columns], index.unique, _plain(where)
        if actual.pop(str(index.name), None) != expected:
            yield f"the index {index.name} is missing or different"
    yield from (f"the unique index {name} is of another version" for name, (_, unique, _) in actual.items() if unique)


def _plain(condition: str) -> str:
    """Return a condition without casts, parentheses, quotes and spaces, because PostgreSQL adds its own."""
    return re.sub(r"::(?:character varying|\w+)(?:\(\d+\))?|[\s()\"]", "", condition).lower()


def _sequence(table: Table, schema: Inspector, connection: Connection) -> Iterator[str]:
    """PostgreSQL assigns ids by a sequence, SQLite in every INTEGER PRIMARY KEY."""
    column = table.autoincrement_column
    if column is None or connection.dialect.name != "postgresql":
        return
    default = next(
        (str(there["default"]) for there in schema.get_columns(table.name) if there["name"] == column.name), ""
    )
    sequence = re.fullmatch(r"nextval\('(.+)'::regclass\)", default)
    if sequence is None:
        yield f"the column {column.name} has no sequence"
        return
    after = f"SELECT last_value + CASE WHEN is_called THEN 1 ELSE 0 END FROM {sequence[1]}"  # noqa: S608 - its own name
    if (connection.scalar(select(func.max(column))) or 0) >= connection.scalar(text(after)):
        yield f"the sequence of {column.name} would repeat numbers"
