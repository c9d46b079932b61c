"""What SIGKILL costs while people play: python -m benchmarks.kills [kills] [--database URL] [--seed N] [--minutes M].

After so many minutes there are no more kills. With --deadlines they play games whose time runs out all the while. With
--harm the database is harmed so often instead, for some seconds each time: PostgreSQL is stopped or paused, or the disk
of a SQLite file is full. With --released a database of that version is killed again and again while it is upgraded.
With --clocks two processes with a shard each sweep so many clocks, and are killed as often.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from random import Random, randrange

import asyncpg

from tests.databases import filled, postgres_server, settings, small_disk
from tests.e2e.kills.expiry import Expiry, Sweeps, kill_across_deadlines, kill_sweeps
from tests.e2e.kills.kills import Harm, Upgrades, kill_often, kill_upgrades, outlast
from tests.e2e.kills.kills import Tally as Killed

RELEASED = Path(__file__).parents[1] / "tests" / "database" / "released"
DISK = "16m"


@contextmanager
def harmed(kind: str, folder: Path) -> Generator[tuple[str, Harm]]:
    """Make a database, and return its URL and what harms it."""
    if kind == "full":
        with small_disk(folder / "disk", DISK) as disk:
            yield f"sqlite:///{disk}/ttt.sqlite3", partial(_beside, partial(filled, disk))
    else:
        with postgres_server() as server:
            yield server.new(), partial(_beside, server.stopped if kind == "stopped" else server.paused)


@asynccontextmanager
async def _beside(harm: Callable[[], AbstractContextManager[None]]) -> AsyncGenerator[None]:
    """Enter and leave in a thread, since people play on."""
    doing = harm()
    await asyncio.to_thread(doing.__enter__)
    try:
        yield
    finally:
        await asyncio.to_thread(doing.__exit__, None, None, None)


@contextmanager
def released(version: str, kind: str | None, folder: Path) -> Generator[Callable[[], Awaitable[str]]]:
    """Give what makes a database as a version left it, and returns its URL."""
    script = (RELEASED / f"{version}.{kind or 'sqlite'}.sql").read_text(encoding="utf-8")
    numbers = count()

    async def new_file() -> str:
        file = folder / f"{next(numbers)}.sqlite3"
        with closing(sqlite3.connect(file)) as database:
            database.executescript(script)
        return f"sqlite:///{file}"

    if not kind:
        yield new_file
        return
    with postgres_server() as server:

        async def new_database() -> str:
            url = await asyncio.to_thread(server.new, template="template1")
            connection = await asyncpg.connect(url)
            await connection.execute(script)
            await connection.close()
            return url

        yield new_database


Tally = Killed | Expiry | Sweeps | Upgrades


def tried(asked: argparse.Namespace, folder: Path) -> Tally:
    """Do what is asked for."""
    random = Random(asked.seed)
    if asked.harm:
        with harmed(asked.harm, folder) as (url, harm):
            return asyncio.run(outlast(folder, url, asked.kills, harm, random, asked.seconds))
    if asked.released:
        with released(asked.released, asked.database, folder) as new:
            return asyncio.run(kill_upgrades(folder, new, asked.kills, random))
    with settings(asked.database or f"sqlite:///{folder}/ttt.sqlite3") as told:
        url = told["DATABASE_URL"]
        if asked.clocks:
            return asyncio.run(kill_sweeps(folder, url, asked.kills, random, asked.clocks))
        if asked.deadlines:
            return asyncio.run(kill_across_deadlines(folder, url, asked.kills, random))
        return asyncio.run(kill_often(folder, url, asked.kills, random, within=asked.minutes * 60))


def main() -> int:
    """Print one line and every error; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--database", help="DATABASE_URL of an empty one, or postgresql for a server of its own")
    parser.add_argument("--seed", type=int, default=randrange(1_000_000))
    parser.add_argument("--minutes", type=float, default=inf)
    other = parser.add_mutually_exclusive_group()
    other.add_argument("--deadlines", action="store_true", help="play with a pace of a second")
    other.add_argument("--harm", choices=("stopped", "paused", "full"), help="harm the database instead of killing")
    other.add_argument("--released", metavar="VERSION", help="kill during the upgrade of its database")
    other.add_argument("--clocks", type=int, help="kill while two processes sweep so many clocks")
    parser.add_argument("--seconds", type=float, default=10, help="of a harm")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = tried(asked, Path(folder))
    print(tally, f"(seed {asked.seed})")
    print(*tally.wrong, sep="\n", end="")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
