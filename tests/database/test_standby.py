"""PostgreSQL with a standby: a real one, which is promoted while the store is connected."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.game.games import Game
from bot.game.playing import marked
from engine import Cell
from tests.database.openings import AT, opening
from tests.database.standby import Address, Node, caught_up, primary_and_standby
from tests.databases import PostgresServer
from tests.people import ANN, HERE
from tests.stored import live_game

if sys.platform == "win32":
    pytest.skip("the server listens on a Unix socket", allow_module_level=True)


@pytest.fixture
def servers() -> Iterator[tuple[Node, Node]]:
    with primary_and_standby() as both:
        yield both


async def reads(store: Store, game: Game) -> None:
    """Read so much at once that several sessions are open then."""
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(5))) == [game] * 5


async def is_read_only(store: Store, game: Game) -> None:
    with pytest.raises(StoreFailed, match="read-only") as refused:
        await store.save(game, marked(game, Cell(0, 0), AT))
    assert refused.value.unchanged


@pytest.mark.process
async def test_the_store_follows_an_address_from_server_to_server(servers: tuple[Node, Node], tmp_path: Path) -> None:
    primary, standby = servers
    await primary.execute("CREATE DATABASE ttt")
    address = Address(tmp_path, primary)
    store = await Store.open(address.url)
    game, *_ = await store.open_game(opening(), ANN)
    await caught_up(primary, standby)
    await store.close()
    address.lead_to(standby)  # too early: it takes no writes yet
    await is_read_only(store, game)
    await reads(store, game)
    address.lead_to(primary)  # the sessions with the standby are alive and of no use
    game = await store.save(game, marked(game, Cell(0, 0), AT))
    await reads(store, game)
    await caught_up(primary, standby)
    await asyncio.to_thread(primary.stop)
    await asyncio.to_thread(standby.promote)
    address.lead_to(standby)
    assert (await store.save(game, marked(game, Cell(1, 1), AT))).plies == (Cell(0, 0), Cell(1, 1))
    await store.close()


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new()


async def test_sessions_that_began_read_only_are_replaced(url: str) -> None:
    store = await Store.open(url)
    game, *_ = await store.open_game(opening(), ANN)
    await store.close()
    administrator = await asyncpg.connect(url)
    database = await administrator.fetchval("SELECT current_database()")
    await administrator.execute(f"ALTER DATABASE {database} SET default_transaction_read_only = on")
    await is_read_only(store, game)
    await reads(store, game)
    await administrator.execute(f"ALTER DATABASE {database} RESET default_transaction_read_only")
    assert (await store.save(game, marked(game, Cell(0, 0), AT))).plies == (Cell(0, 0),)
    await administrator.close()
    await store.close()
