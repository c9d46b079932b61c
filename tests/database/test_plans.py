"""Frequent queries use an index in SQLite, however many games have ended."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.database.privacy import OTHER_PARTS
from bot.database.statements import driver_of
from bot.database.store import Store
from bot.database.tables import challenges, ratings
from bot.deadlines import OUTAGE
from bot.game.games import Ending, GuildId, Result
from bot.game.outages import Shards
from engine import Mark
from tests.people import ANN
from tests.stored import AT, open_game, opening

NAMES = [names for _, names, _ in OTHER_PARTS]
RATINGS, AUTHOR = NAMES.index(ratings.c.user), NAMES.index(challenges.c.author)


async def end_a_rated_game(store: Store) -> None:
    game = await open_game(store, opening(), ANN)
    await store.games.save(game, replace(game, result=Result(Mark.X, Ending.LINE)))


ASKED: dict[str, Callable[[Store], Awaitable[object]]] = {
    "ix_games_deadline": lambda store: store.clocks.out_of_time(Shards(2, (1,)), AT),
    "ix_games_remind_at": lambda store: store.clocks.to_remind(Shards(), AT),
    "ix_games_open_x": lambda store: store.games.active_games(ANN),
    "ix_games_open_o": lambda store: store.games.active_games(ANN),
    "ix_games_rated_x": end_a_rated_game,
    "ix_games_rated_o": end_a_rated_game,
    "ix_ratings_best": lambda store: store.ratings.top(GuildId(1), since=AT),
    "ix_challenges_opponent": lambda store: store.lobby.challenges_to(ANN, AT),
    "ix_challenges_author": lambda store: store.privacy.export_others(ANN, AUTHOR, 0),
    "ix_ratings_user": lambda store: store.privacy.export_others(ANN, RATINGS, 0),
}


async def traced(store: Store, ask: Callable[[Store], Awaitable[object]]) -> list[str]:
    """Return the statements that an action runs."""
    statements: list[str] = []

    def listen(connection: Connection) -> None:
        driver_of(connection).set_trace_callback(statements.append)

    for run in (store.database.read, store.database.long_read, store.database.write):
        await run(listen)
    await ask(store)
    return [sql for sql in statements if sql.startswith(("SELECT", "UPDATE", "INSERT", "DELETE"))]


@pytest.mark.parametrize("index", ASKED)
async def test_the_query_uses_its_index(index: str, tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    queries = await traced(store, ASKED[index])

    def plan(connection: Connection) -> list[str]:
        return [row.detail for sql in queries for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")]

    steps = await store.database.read(plan)
    await store.close()
    assert any(f"INDEX {index} " in step for step in steps), steps
    # The streak reads at most 100 games with an index, and then sorts them.
    assert not any(re.search(r"PRIMARY KEY \(rowid>|^SCAN (?!latest)", step) for step in steps), steps


async def test_a_sweep_without_an_outage_reads_no_challenges(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    await store.clocks.sweep(Shards(), AT, OUTAGE)
    later = AT + timedelta(seconds=30)
    queries = await traced(store, lambda store: store.clocks.sweep(Shards(), later, OUTAGE))
    await store.close()
    assert queries
    assert not any("challenges" in sql for sql in queries)
