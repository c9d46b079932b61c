"""Kill the bot while it upgrades the database of a released version."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from time import monotonic

import asyncpg
from sqlalchemy import select, text

from bot.database.connections import connect
from bot.database.store import Store
from bot.database.tables import VERSION, metadata
from tests.databases import dump, postgres_server, released_file
from tests.e2e.discord.loopback import serving
from tests.e2e.kills.kills import QUICK
from tests.e2e.processes.real import bot_at, running_bot


@dataclass
class Upgrades:
    """The results of kills during upgrades."""

    kills: int = 0
    late_kills: int = 0  # upgrades, before the kill
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.late_kills} of them after the upgrade; wrong: {len(self.wrong)}"


async def kill_upgrades(folder: Path, new: Callable[[], Awaitable[str]], kills: int, random: Random) -> Upgrades:
    """Kill the bot while it upgrades a database of an older version, each time a new one.

    After a kill during the upgrade, the next start must make the same rows as an upgrade without a kill.
    """
    upgrades = Upgrades()
    async with serving() as discord:
        expected = await _rows_upgraded(await new())
        began = monotonic()
        async with running_bot(discord, folder, DATABASE_URL=await new(), **QUICK):
            took = monotonic() - began
        while upgrades.kills < kills:
            url = await new()
            async with bot_at(discord, folder, DATABASE_URL=url, **QUICK) as bot:
                await asyncio.sleep(random.uniform(took / 4, took))
                await bot.kill()
            upgrades.kills += 1
            if await _is_current(url):
                upgrades.late_kills += 1
            elif await _rows_upgraded(url) != expected:
                upgrades.wrong.append(f"upgraded in two attempts, {url} has other rows")
    return upgrades


async def _is_current(url: str) -> bool:
    database = connect(url)
    try:
        return await database.read(lambda on: on.scalar(text("SELECT version_num FROM alembic_version"))) == VERSION
    finally:
        await database.close()


async def _rows_upgraded(url: str) -> dict[str, list[str]]:
    """Finish the upgrade of a database, and return the rows of each table."""
    store = await Store.open(url)
    try:
        return await store.database.read(
            lambda on: {of.name: sorted(map(str, on.execute(select(of)))) for of in metadata.sorted_tables}
        )
    finally:
        await store.close()


@contextmanager
def released(version: str, kind: str | None, folder: Path) -> Generator[Callable[[], Awaitable[str]]]:
    """Yield a function that makes a database of a released version and returns its URL."""
    numbers = count()

    async def new_file() -> str:
        return released_file(folder / f"{next(numbers)}.sqlite3", version)

    if not kind:
        yield new_file
        return
    with postgres_server() as server:

        async def new_database() -> str:
            url = await asyncio.to_thread(server.new, template="template1")
            connection = await asyncpg.connect(url)
            await connection.execute(dump(version, kind))
            await connection.close()
            return url

        yield new_database
