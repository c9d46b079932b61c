"""Kill two processes while they sweep the clocks of many games, start them again, and see when the games end."""

import asyncio
import signal
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from sqlalchemy import Connection, func, select

from bot.database.store import Store
from bot.database.tables import games, plies
from bot.game.games import Ending
from tests.e2e.discord.loopback import Loopback, serving
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import bot_at

PACE = timedelta(seconds=8)
TEMPO = {"ON_ITS_WAY": "1", "SWEEPING": "0.2", "LOG_LEVEL": "WARNING"}


@dataclass
class Sweeps:
    """The results of two processes that sweep many clocks."""

    kills: int = 0  # of both
    timeouts: int = 0
    seconds: float = 0  # from the last start to the last end
    wrong: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return f"{self.kills} kills of both: {self.timeouts} games ended on time, the last after {self.seconds:.1f} s"


async def kill_sweeps(folder: Path, url: str, kills: int, random: Random, clocks: int) -> Sweeps:
    """Let two processes with a shard each sweep the clocks of many games after an outage, and kill both at times."""
    sweeps, quarter = Sweeps(), PACE / 4
    async with serving() as discord:
        store = await Store.open(url)
        outage_end = datetime.now(UTC)
        await store.database.write(lambda on: _begin(on, outage_end, clocks))
        for last in [False] * kills + [True]:
            start = monotonic()
            async with AsyncExitStack() as stack:
                bots = [await stack.enter_async_context(_shard(discord, folder, url, shard)) for shard in (0, 1)]
                if last:
                    await _wait_for_ends(store)
                else:
                    await asyncio.sleep(random.uniform(0.5, 3))
                for bot in bots:
                    bot.process.send_signal(signal.SIGTERM if last else signal.SIGKILL)
                    assert await bot.exit_code() == (0 if last else -signal.SIGKILL), bot.output
                    assert "ERROR" not in bot.output, bot.output
            sweeps.seconds, sweeps.kills = monotonic() - start, sweeps.kills + (not last)
        rows = await store.database.read(lambda on: on.execute(select(games)).all())
        await store.close()
    for row in rows:
        sweeps.timeouts += row.ending == Ending.TIMEOUT.value
        if row.ending != Ending.TIMEOUT.value or row.winner != 1 or row.deadline < outage_end + quarter:
            sweeps.wrong.append(
                f"game {row.id} ended as {row.ending}, with a deadline {row.deadline - outage_end} after the outage"
            )
        elif row.touched < row.deadline:
            sweeps.wrong.append(f"game {row.id} ended {row.deadline - row.touched} before its deadline")
    return sweeps


def _shard(discord: Loopback, folder: Path, url: str, shard: int) -> AbstractAsyncContextManager[Process]:
    return bot_at(discord, folder, DATABASE_URL=url, SHARD_COUNT="2", SHARD_IDS=str(shard), **TEMPO)


def _begin(connection: Connection, now: datetime, clocks: int) -> None:
    """Save games in each of which X has moved."""
    connection.execute(games.insert(), [_long_ago(number, now) for number in range(clocks)])
    moves = [{"game": id_, "number": 0, "row": 1, "col": 1} for id_ in connection.scalars(select(games.c.id))]
    connection.execute(plies.insert(), moves)


def _long_ago(number: int, now: datetime) -> dict[str, Any]:
    """Return a game of one of two shards whose time was over before the outage ended."""
    yesterday = now - timedelta(days=1)
    return {
        "guild": number % 2 * 2**22, "channel": 1000 + number, "m": 3, "n": 3, "k": 3, "x": ANN, "o": ANN + 1,
        "opened_by": ANN, "opened": yesterday, "touched": yesterday, "revision": 0, "pace": int(PACE.total_seconds()),
        "deadline": yesterday + PACE,
    }  # fmt: skip


async def _wait_for_ends(store: Store) -> None:
    """Wait until the bot has ended all games, but not too long; the check finds the rest.

    The database is asked, because a bot that is asked about a game ends it then.
    """
    live = select(func.count()).select_from(games).where(games.c.ending.is_(None))
    with suppress(TimeoutError):
        async with asyncio.timeout(180):
            while await store.database.read(lambda on: on.scalar(live)):
                await asyncio.sleep(0.2)
