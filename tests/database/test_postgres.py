"""PostgreSQL: a server that goes and comes back, and two processes that by mistake own the same channel."""

import asyncio
from dataclasses import replace

import asyncpg
import pytest
from sqlalchemy import Connection, text

from bot.core import Core
from bot.database.errors import StoreBusy, StoreFailed, StoreUnavailable
from bot.database.postgres import CONNECTIONS
from bot.database.store import Store
from bot.database.transactions import MAX_WAITING
from bot.game.errors import ChallengeOver, ChannelBusy, GameError, NobodyThere, NotYourTurn, OldBoard
from bot.game.games import ChannelId, Ending, Format, GuildId, Human, NewGame, Place, Result, UserId
from bot.game.playing import marked
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from engine import Cell, Mark, Rules
from tests.database.openings import AT, opening
from tests.databases import PostgresServer
from tests.people import ANN, BOB, CHANNEL, HERE, SMALL, Clock, challenge, duel, press, solo
from tests.stored import live_game


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.new()


# -- the server


async def test_a_restart_of_the_server_is_not_noticed(store: Store, postgres: PostgresServer) -> None:
    game, *_ = await store.open_game(NewGame(HERE, Format(SMALL), Human(ANN), Human(BOB), Clock().now), ANN)
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    assert await asyncio.gather(*(live_game(store, HERE.channel) for _ in range(3))) == [game] * 3


async def test_a_move_after_a_restart_of_the_server_is_saved(store: Store, postgres: PostgresServer) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    await asyncio.to_thread(postgres.stop)
    await asyncio.to_thread(postgres.start)
    game = await store.save(game, marked(game, Cell(0, 0), AT))
    assert await live_game(store, HERE.channel) == game


async def test_moves_are_read_while_others_read_much(store: Store, url: str) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    other = await asyncpg.connect(url)
    await other.execute("SELECT pg_advisory_lock(1)")

    def wait(connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(1)"))

    browsing = [asyncio.create_task(store.database.long_read(wait)) for _ in range(2 * CONNECTIONS)]
    await asyncio.sleep(0)
    assert await asyncio.gather(*(store.game(game.id) for _ in range(CONNECTIONS))) == [game] * CONNECTIONS
    await other.execute("SELECT pg_advisory_unlock(1)")
    await asyncio.gather(*browsing)
    await other.close()


async def test_no_more_may_wait_than_can_come_in_time(store: Store, url: str) -> None:
    other = await asyncpg.connect(url)
    await other.execute("SELECT pg_advisory_lock(1)")

    def wait(connection: Connection) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(1)"))

    waiting = [asyncio.create_task(store.database.write(wait)) for _ in range(MAX_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(StoreBusy) as refused:
        await store.probe(AT)
    assert refused.value.unchanged
    await other.execute("SELECT pg_advisory_unlock(1)")
    await asyncio.gather(*waiting, return_exceptions=True)  # on a busy machine not all come in time
    await store.probe(AT)
    await other.close()


async def test_a_move_is_one_statement(store: Store, url: str) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    await store.save(game, marked(game, Cell(0, 0), AT))
    other = await asyncpg.connect(url)
    last = "SELECT query FROM pg_stat_activity WHERE application_name = 'ttt' ORDER BY query_start DESC LIMIT 1"
    assert str(await other.fetchval(last)).startswith("WITH changed AS")  # with no COMMIT after it
    await other.close()


async def test_a_move_whose_connection_is_lost_meanwhile_may_have_been_saved(store: Store, url: str) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    other, watch = [await asyncpg.connect(url) for _ in range(2)]
    async with other.transaction():
        await other.execute("UPDATE games SET revision = revision")
        saving = asyncio.create_task(store.save(game, marked(game, Cell(0, 0), AT)))
        end = "SELECT bool_or(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        async with asyncio.timeout(60):
            while not await watch.fetchval(end):
                pass
        with pytest.raises(StoreFailed) as failed:
            await saving
    assert not failed.value.unchanged
    await other.close()
    await watch.close()
    assert (await store.save(game, marked(game, Cell(0, 0), AT))).plies == (Cell(0, 0),)


async def test_moves_that_are_cancelled_give_their_connections_back(store: Store, url: str) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    other, watch = [await asyncpg.connect(url) for _ in range(2)]
    async with other.transaction():
        await other.execute("UPDATE games SET revision = revision")
        saving = [asyncio.create_task(store.save(game, marked(game, Cell(0, 0), AT))) for _ in range(11)]
        waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
        async with asyncio.timeout(60):
            while await watch.fetchval(waiting) < 10:  # all connections of the pool
                pass
        for one in saving:
            one.cancel()
        await asyncio.wait(saving)
        assert await live_game(store, HERE.channel) == game
    await other.close()
    await watch.close()


async def test_a_move_is_refused_while_the_server_lets_nobody_in(store: Store, postgres: PostgresServer) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    await asyncio.to_thread(postgres.drop)
    with pytest.raises(StoreFailed) as failed:
        await store.save(game, marked(game, Cell(0, 0), AT))
    assert failed.value.unchanged


async def test_while_the_server_is_gone_nothing_changes_and_then_all_goes_on(
    lobby: Lobby, registry: GameRegistry, postgres: PostgresServer
) -> None:
    game = await duel(lobby)
    await asyncio.to_thread(postgres.stop)
    for _ in range(2):
        with pytest.raises(StoreFailed) as failed:
            await registry.mark(CHANNEL, ANN, Cell(0, 0))
        assert failed.value.unchanged
    await asyncio.to_thread(postgres.start)
    assert (await registry.mark(press(game), ANN, Cell(0, 0))).game.plies == (Cell(0, 0),)


@pytest.mark.usefixtures("hurried")
async def test_a_row_that_somebody_holds_is_waited_for_two_seconds(
    lobby: Lobby, registry: GameRegistry, url: str
) -> None:
    await duel(lobby)
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("UPDATE games SET revision = revision")
        async with asyncio.timeout(60):
            with pytest.raises(StoreFailed) as failed:
                await registry.mark(CHANNEL, ANN, Cell(0, 0))
        assert failed.value.unchanged
    await other.close()
    assert (await registry.mark(CHANNEL, ANN, Cell(0, 0))).game.plies == (Cell(0, 0),)


async def test_a_connection_that_is_killed_is_replaced(store: Store, url: str) -> None:
    await store.live_games()
    other = await asyncpg.connect(url)
    await other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    await other.close()
    assert await store.live_games() == 0


async def test_no_server_is_one_line_without_a_password() -> None:
    with pytest.raises(StoreUnavailable, match="cannot open") as refused:
        await Store.open("postgresql://ann:s3cret@127.0.0.1:1/ttt")
    assert "s3cret" not in str(refused.value)


async def test_the_names_of_other_tools_for_a_url_are_understood(url: str) -> None:
    told = url.replace("postgresql://", "postgres://") + "&sslmode=prefer"
    store = await Store.open(told)
    assert await store.live_games() == 0
    await store.close()


# -- two processes, one channel


async def test_of_two_processes_one_marks_and_the_other_is_told(
    lobby: Lobby, registry: GameRegistry, rival: Core
) -> None:
    game = await duel(lobby, Rules(6, 2, 6))
    for ply in range(6):
        mover = (ANN, BOB)[ply % 2]
        both = (one.mark(press(game), mover, Cell(ply, col)) for col, one in enumerate((registry, rival.registry)))
        outcomes = await asyncio.gather(*both, return_exceptions=True)
        [refusal] = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
        assert isinstance(refusal, OldBoard | NotYourTurn)
        game = (await registry.view(CHANNEL, ANN)).game
        assert len(game.plies) == ply + 1


async def test_of_two_processes_one_opens_a_game(lobby: Lobby, rival: Core) -> None:
    outcomes = await asyncio.gather(solo(lobby), solo(rival.lobby), return_exceptions=True)
    assert sum(isinstance(outcome, ChannelBusy) for outcome in outcomes) == 1


async def test_of_two_processes_one_takes_a_challenge_up(lobby: Lobby, rival: Core) -> None:
    offered = await challenge(lobby, opponent=None)
    joins = (one.accept(CHANNEL, offered.id, who) for one, who in ((lobby, BOB), (rival.lobby, UserId(103))))
    outcomes = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(outcome, ChallengeOver | ChannelBusy) for outcome in outcomes) == 1


async def test_two_processes_that_challenge_at_once_leave_one_open(lobby: Lobby, rival: Core) -> None:
    offers = await asyncio.gather(*(challenge(one, opponent=None) for one in (lobby, rival.lobby) * 2))
    accepted = 0
    for offer in offers:
        try:
            await lobby.accept(CHANNEL, offer.id, BOB)
        except GameError:
            continue
        accepted += 1
    assert accepted == 1


async def test_a_game_waits_for_a_block_that_is_being_saved(lobby: Lobby, rival: Core, url: str) -> None:
    offered = await challenge(lobby)
    other, watch = [await asyncpg.connect(url) for _ in range(2)]
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    held = other.transaction()
    await held.start()
    await other.execute('INSERT INTO blocks ("user", blocked, at) VALUES ($1, $2, now())', ANN, BOB)
    async with asyncio.timeout(60):
        blocking = asyncio.create_task(rival.people.block(ANN, BOB, Clock().now))
        while await watch.fetchval(waiting) < 1:
            pass
        accepting = asyncio.create_task(lobby.accept(CHANNEL, offered.id, BOB))
        while await watch.fetchval(waiting) < 2 and not accepting.done():
            pass
        await held.rollback()
        await blocking
        with pytest.raises(NobodyThere):
            await accepting
    await other.close()
    await watch.close()


async def test_games_that_end_at_once_in_two_processes_are_rated_like_one_after_the_other(
    store: Store, url: str
) -> None:
    other, at = await Store.open(url), Clock().now
    games = []
    for number in range(20):
        pair = (ANN, BOB) if number % 2 else (BOB, ANN)
        opening = NewGame(Place(ChannelId(number), GuildId(1)), Format(SMALL), Human(pair[0]), Human(pair[1]), at)
        games.append((await store.open_game(opening, ANN)).game)
    both = (store, other) * 10
    won = Result(Mark.X, Ending.RESIGNED)
    await asyncio.gather(*(one.save(game, replace(game, result=won)) for one, game in zip(both, games, strict=True)))
    best = await store.top(GuildId(1))
    assert [sum(line.record) for line in best] == [20, 20]
    assert sum(line.rating for line in best) == pytest.approx(3000)
    await other.close()
