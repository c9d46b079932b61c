"""PostgreSQL: a server that goes and comes back, and two processes that by mistake own the same channel."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

from bot.core import Core
from bot.database.connections import describe
from bot.database.errors import Misconfigured, StoreBusy, StoreFailed, StoreUnavailable
from bot.database.postgres import CONNECTIONS
from bot.database.store import Store
from bot.database.transactions import MAX_WAITING
from bot.game.errors import ChallengeOver, ChannelBusy, GameError, NobodyThere
from bot.game.games import ChannelId, Ending, GuildId, Place, Result, UserId
from bot.game.playing import marked
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Cell, Mark, Rules
from tests.databases import CLOSES_OTHERS, PostgresServer
from tests.people import ANN, BOB, HERE, by, challenge, duel, press
from tests.stored import AT, live_game, open_game, opening


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new()


@pytest.fixture
async def other(url: str) -> AsyncIterator[Any]:
    """A connection of another program."""
    connection = await asyncpg.connect(url)
    yield connection
    await connection.close()


@asynccontextmanager
async def locked_rows(other: Any) -> AsyncIterator[None]:
    """Lock all games during the block."""
    async with other.transaction():
        await other.execute("UPDATE games SET revision = revision")
        yield


async def at_least_wait(url: str, number: int) -> None:
    """Wait until at least this number of sessions wait for a lock."""
    watch = await asyncpg.connect(url)
    try:
        async with asyncio.timeout(60):
            while await watch.fetchval("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'") < number:
                pass
    finally:
        await watch.close()


@contextmanager
def fails_unchanged(error: type[StoreFailed] = StoreFailed, match: str | None = None) -> Iterator[None]:
    """Expect an error after which nothing has changed."""
    with pytest.raises(error, match=match) as raised:
        yield
    assert raised.value.unchanged


def wait(connection: Connection) -> None:
    """Wait until the other connection unlocks 1."""
    connection.execute(text("SELECT pg_advisory_xact_lock_shared(1)"))


async def restart(postgres: PostgresServer) -> None:
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)


# -- the server


async def test_a_server_restart_goes_unnoticed(store: Store, postgres: PostgresServer) -> None:
    game = await open_game(store, opening(), ANN)
    await restart(postgres)
    game = await store.games.save(game, marked(game, Cell(0, 0), AT))
    await restart(postgres)
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(3))) == [game] * 3


async def test_read_only_sessions_are_replaced(store: Store, url: str, other: Any) -> None:
    """As after a failover: the sessions of a standby stay read-only, even if new ones aren't."""
    game = await open_game(store, opening(), ANN)
    await other.execute(f"ALTER DATABASE {make_url(url).database} SET default_transaction_read_only = on")
    await other.execute(CLOSES_OTHERS)
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(5))) == [game] * 5
    with fails_unchanged(match="read-only"):
        await store.games.save(game, marked(game, Cell(0, 0), AT))
    await other.execute(f"ALTER DATABASE {make_url(url).database} RESET default_transaction_read_only")
    game = await store.games.save(game, marked(game, Cell(0, 0), AT))
    assert await live_game(store, HERE.channel) == game


async def test_long_reads_do_not_delay_moves(store: Store, other: Any) -> None:
    game = await open_game(store, opening(), ANN)
    await other.execute("SELECT pg_advisory_lock(1)")
    browsing = [asyncio.create_task(store.database.long_read(wait)) for _ in range(2 * CONNECTIONS)]
    await asyncio.sleep(0)
    assert await asyncio.gather(*(store.games.game(game.id) for _ in range(CONNECTIONS))) == [game] * CONNECTIONS
    await other.execute("SELECT pg_advisory_unlock(1)")
    await asyncio.gather(*browsing)


async def test_too_many_waiting_writes_are_refused(store: Store, other: Any) -> None:
    await other.execute("SELECT pg_advisory_lock(1)")
    waiting = [asyncio.create_task(store.database.write(wait)) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with fails_unchanged(StoreBusy):
        await store.note_synced_commands(1, "0" * 64)
    await other.execute("SELECT pg_advisory_unlock(1)")
    await asyncio.gather(*waiting, return_exceptions=True)  # on a busy machine not all come in time
    await store.note_synced_commands(1, "0" * 64)


async def test_a_move_on_postgresql_is_one_statement(store: Store, other: Any) -> None:
    game = await open_game(store, opening(), ANN)
    await store.games.save(game, marked(game, Cell(0, 0), AT))
    last = "SELECT query FROM pg_stat_activity WHERE application_name = 'ttt' ORDER BY query_start DESC LIMIT 1"
    assert str(await other.fetchval(last)).startswith("WITH changed AS")  # with no COMMIT after it


@pytest.mark.parametrize("state", ["23505", "40001", "40P01"])
async def test_a_transaction_rolled_back_by_a_conflict_is_run_again(store: Store, state: str) -> None:
    runs: list[str] = []

    def conflict_once(connection: Connection) -> None:
        runs.append(state)
        if len(runs) == 1:
            connection.execute(text(f"DO $$ BEGIN RAISE SQLSTATE '{state}'; END $$"))

    await store.database.write(conflict_once)
    assert runs == [state, state]


@pytest.mark.parametrize("method", ["fetch", "prepare"])
async def test_a_connection_that_the_server_is_closing_is_replaced(
    store: Store, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    async def refuse_once(*_: Any, **__: Any) -> None:
        monkeypatch.undo()
        raise asyncpg.InternalClientError("another operation (2) is in progress")

    game = await open_game(store, opening(), ANN)
    monkeypatch.setattr(asyncpg.Connection, method, refuse_once)
    game = await store.games.save(game, marked(game, Cell(0, 0), AT))
    assert await live_game(store, HERE.channel) == game


async def test_a_move_whose_connection_is_lost_may_have_been_saved(store: Store, url: str, other: Any) -> None:
    game = await open_game(store, opening(), ANN)
    async with locked_rows(other):
        saving = asyncio.create_task(store.games.save(game, marked(game, Cell(0, 0), AT)))
        await at_least_wait(url, 1)
        await other.execute(CLOSES_OTHERS)
        async with asyncio.timeout(30):  # another try would wait longer for the rows
            with pytest.raises(StoreFailed) as error:
                await saving
    assert not error.value.unchanged
    assert (await store.games.save(game, marked(game, Cell(0, 0), AT))).plies == (Cell(0, 0),)


async def test_cancelled_moves_release_their_connections(store: Store, url: str, other: Any) -> None:
    game = await open_game(store, opening(), ANN)
    async with locked_rows(other):
        saving = [
            asyncio.create_task(store.games.save(game, marked(game, Cell(0, 0), AT))) for _ in range(CONNECTIONS + 1)
        ]
        await at_least_wait(url, CONNECTIONS)
        for one in saving:
            one.cancel()
        await asyncio.wait(saving)
        assert await live_game(store, HERE.channel) == game


async def test_a_move_is_refused_while_the_server_rejects_logins(store: Store, postgres: PostgresServer) -> None:
    game = await open_game(store, opening(), ANN)
    await asyncio.to_thread(postgres.drop)
    with fails_unchanged():
        await store.games.save(game, marked(game, Cell(0, 0), AT))


async def test_a_move_is_refused_while_postgresql_is_down(lobby: Lobby, games: Games, postgres: PostgresServer) -> None:
    game = await duel(lobby)
    await asyncio.to_thread(postgres.stop)
    for _ in range(2):
        with fails_unchanged():
            await games.mark(by(ANN), Cell(0, 0))
    await asyncio.to_thread(postgres.start)
    assert (await games.mark(press(game, ANN), Cell(0, 0))).game.plies == (Cell(0, 0),)


@pytest.mark.usefixtures("hurried")
async def test_a_locked_row_is_awaited_for_two_seconds(lobby: Lobby, games: Games, other: Any) -> None:
    await duel(lobby)
    async with locked_rows(other), asyncio.timeout(60):
        with fails_unchanged():
            await games.mark(by(ANN), Cell(0, 0))
    assert (await games.mark(by(ANN), Cell(0, 0))).game.plies == (Cell(0, 0),)


async def test_a_missing_server_is_reported_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match="cannot open") as error:
        await Store.open("postgresql://ann:s3cret@127.0.0.1:1/ttt")
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize(("user", "name"), [("nobody", None), (None, "nothing")])
async def test_a_missing_user_or_database_is_one_line(url: str, user: str | None, name: str | None) -> None:
    address = make_url(url).set(username=user, database=name).render_as_string(hide_password=False)
    for use in (Store.open, lambda url: describe(url, AT)):
        with pytest.raises(Misconfigured, match=r"cannot open .* does not exist"):
            await use(address)


async def test_database_urls_of_other_tools_are_understood(url: str) -> None:
    other_url = url.replace("postgresql://", "postgres://") + "&sslmode=prefer"
    store = await Store.open(other_url)
    assert await store.games.live_games() == 0
    await store.close()


# -- two processes, one channel


async def test_only_one_of_two_processes_accepts_a_challenge(lobby: Lobby, rival: Core) -> None:
    offer = await challenge(lobby, opponent=None)
    joins = (one.accept(by(who), offer.id) for one, who in ((lobby, BOB), (rival.lobby, UserId(103))))
    outcomes = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(outcome, ChallengeOver | ChannelBusy) for outcome in outcomes) == 1


async def test_two_processes_that_challenge_at_once_leave_one_open(lobby: Lobby, rival: Core) -> None:
    sides = enumerate((lobby, rival.lobby) * 2, start=3)
    offers = await asyncio.gather(*(challenge(one, Rules(side, side, 3), None) for side, one in sides))
    outcomes = await asyncio.gather(*(lobby.accept(by(BOB), one.id) for one in offers), return_exceptions=True)
    assert [isinstance(outcome, GameError) for outcome in outcomes].count(False) == 1


async def test_a_game_waits_for_a_block_that_is_being_saved(lobby: Lobby, rival: Core, url: str, other: Any) -> None:
    offer = await challenge(lobby)
    transaction = other.transaction()
    await transaction.start()
    await other.execute('INSERT INTO blocks ("user", blocked, at) VALUES ($1, $2, now())', ANN, BOB)
    blocking = asyncio.create_task(rival.people.block(ANN, BOB, AT))
    await at_least_wait(url, 1)
    accepting = asyncio.create_task(lobby.accept(by(BOB), offer.id))
    waiting = asyncio.create_task(at_least_wait(url, 2))
    await asyncio.wait({accepting, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    await transaction.rollback()
    await blocking
    with pytest.raises(NobodyThere):
        await accepting


async def test_a_game_waits_for_a_deletion_that_is_starting(process: Core, rival: Core, url: str, other: Any) -> None:
    offer = await challenge(process.lobby)
    async with other.transaction():  # the deletion waits for its challenge, with its user locked
        await other.execute("SELECT 1 FROM challenges FOR UPDATE")
        deleting = asyncio.create_task(rival.store.privacy.start_forgetting(ANN))
        await at_least_wait(url, 1)
        accepting = asyncio.create_task(process.lobby.accept(by(BOB), offer.id))
        await at_least_wait(url, 2)
    await deleting
    with pytest.raises(NobodyThere):
        await accepting


async def test_games_that_end_at_once_in_two_processes_are_all_rated(store: Store, url: str) -> None:
    rival, games = await Store.open(url), []
    for number in range(20):
        new = opening(Place(ChannelId(number), HERE.guild))
        games.append(await open_game(store, replace(new, x=new.o, o=new.x) if number % 2 else new, ANN))
    win, both = Result(Mark.X, Ending.RESIGNED), (store, rival) * 10
    await asyncio.gather(
        *(one.games.save(game, replace(game, result=win)) for one, game in zip(both, games, strict=True))
    )
    best = await store.ratings.top(GuildId(1))
    assert [sum(line.record) for line in best] == [20, 20]
    assert sum(line.rating for line in best) == pytest.approx(3000)
    await rival.close()
