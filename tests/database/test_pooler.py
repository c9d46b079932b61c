"""PgBouncer between the bot and PostgreSQL, and connections that are closed when they aren't needed."""

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from bot.database.addresses import server_arguments
from bot.database.errors import Misconfigured
from bot.database.postgres import CONNECTIONS, Postgres
from bot.database.store import Store
from bot.game.playing import marked
from engine import Cell
from tests.databases import PostgresServer
from tests.people import ANN, HERE
from tests.stored import AT, live_game, open_game, opening

pytestmark = pytest.mark.process
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")  # of Debian's package


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new()


@contextmanager
def pooler(folder: Path, url: str, mode: str, **options: object) -> Iterator[str]:
    """Run PgBouncer in front of a database, and yield its address."""
    if PGBOUNCER is None:
        pytest.skip("PgBouncer is not installed")
    name, server = urlsplit(url).path[1:], parse_qs(urlsplit(url).query)["host"][0]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    settings = {"listen_addr": "127.0.0.1", "listen_port": port, "pool_mode": mode, "auth_type": "any"}
    settings |= {"unix_socket_dir": "", "logfile": "", **options}
    lines = "\n".join(f"{option} = {value}" for option, value in settings.items())
    (folder / "pgbouncer.ini").write_text(f"[databases]\n{name} = host={server} user=postgres\n[pgbouncer]\n{lines}\n")
    (folder / "pgbouncer.ini").chmod(0o644)
    user = ["-u", Path(server, ".s.PGSQL.5432").owner()] if os.getuid() == 0 else []
    with subprocess.Popen(
        [PGBOUNCER, "-q", *user, folder / "pgbouncer.ini"], cwd="/", stderr=subprocess.DEVNULL
    ) as process:
        try:
            _wait_for(port)
            yield f"postgresql://postgres@127.0.0.1:{port}/{name}"
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    for _ in range(10_000):
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
    raise AssertionError("PgBouncer doesn't listen")


async def test_a_game_is_played_through_session_pooling(url: str, tmp_path: Path) -> None:
    with pooler(tmp_path, url, "session", default_pool_size=20) as pooled:
        store = await Store.open(pooled)
        game = await open_game(store, opening(), ANN)
        game = await store.games.save(game, marked(game, Cell(0, 0), AT))
        assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(20))) == [game] * 20
        assert await store.database.read(
            lambda connection: connection.exec_driver_sql("SHOW statement_timeout").scalar()
        )
        await store.close()


@pytest.mark.parametrize("options", [{}, {"default_pool_size": 1}, {"server_round_robin": 1}])
async def test_transaction_pooling_is_refused(url: str, tmp_path: Path, options: dict[str, object]) -> None:
    with pooler(tmp_path, url, "transaction", **options) as pooled:
        for _ in range(3):
            with pytest.raises(Misconfigured, match="use session pooling"):
                await Store.open(pooled)


async def test_an_option_that_a_pooler_does_not_know_is_one_sentence(url: str, tmp_path: Path) -> None:
    with pooler(tmp_path, url, "session") as pooled, pytest.raises(Misconfigured, match="startup parameter"):
        await Store.open(f"{pooled}?options=-c%20jit%3Doff")


@pytest.mark.parametrize("connections", [1, 4])
async def test_no_more_connections_are_opened_than_allowed_and_idle_ones_are_closed(url: str, connections: int) -> None:
    other: Any = await asyncpg.connect(url)
    count = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    store = Store(Postgres(server_arguments(url), connections, timedelta(milliseconds=200)), lambda *_: None)
    game = await open_game(store, opening(), ANN)
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(2 * CONNECTIONS)))
    assert 0 < await other.fetchval(count) <= connections
    async with asyncio.timeout(60):
        while await other.fetchval(count):
            pass
    assert await live_game(store, HERE.channel) == game
    await store.close()
    await other.close()
