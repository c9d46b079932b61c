"""How SQLite finds what is asked for often: by an index, however many games have ended."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from bot.database.store import SqlStore
from bot.game.shards import Shards
from tests.database.openings import AT
from tests.people import ANN

ASKED: dict[str, Callable[[SqlStore], Awaitable[object]]] = {
    "ix_games_deadline": lambda store: store.out_of_time(Shards(2, (1,)), AT),
    "ix_games_remind_at": lambda store: store.to_remind(Shards(), AT),
    "ix_games_open_x": lambda store: store.open_games(ANN),
    "ix_games_open_o": lambda store: store.open_games(ANN),
    "ix_challenges_opponent": lambda store: store.challenges_to(ANN, AT),
}


@pytest.mark.parametrize("index", ASKED)
async def test_it_is_found_by_its_index(index: str, tmp_path: Path) -> None:
    store = await SqlStore.open(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        asked.append((statement, parameters))

    def plan(connection: Connection) -> list[str]:
        plans = [connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values).all() for sql, values in asked[:]]
        return [row.detail for rows in plans for row in rows]

    event.listen(Engine, "before_cursor_execute", note)
    try:
        await ASKED[index](store)
        steps = await store.database.read(plan)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        await store.close()
    assert any(f"INDEX {index} " in step for step in steps), steps
    assert not any("PRIMARY KEY (rowid>" in step or step.startswith("SCAN ") for step in steps), steps
