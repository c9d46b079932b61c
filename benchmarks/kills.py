"""What SIGKILL costs while people play: python -m benchmarks.kills [kills] [--database URL] [--seed N] [--minutes M].

After so many minutes there are no more kills. With --deadlines they play games whose time runs out all the while. With
--harm the database is harmed so often instead, for some seconds each time: PostgreSQL is stopped or paused, or the disk
of a SQLite file is full. With --released a database of that version is killed again and again while it is upgraded.
With --clocks two processes with a shard each sweep so many clocks, and are killed as often.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from functools import partial
from math import inf
from pathlib import Path
from random import Random, randrange
from typing import TYPE_CHECKING

from tests.databases import filled, postgres_server, settings, small_disk
from tests.e2e.kills.expiry import kill_across_deadlines, kill_sweeps
from tests.e2e.kills.kills import kill_often, kill_upgrades, outlast

if TYPE_CHECKING:
    from tests.e2e.kills.kills import Harm

DISK = "16m"


@contextmanager
def harmed(kind: str, folder: Path) -> Generator[tuple[str, "Harm"]]:
    """Make a database, and return its URL and what harms it."""
    if kind == "full":
        with small_disk(folder / "disk", DISK) as disk:
            yield f"sqlite:///{disk}/ttt.sqlite3", partial(_beside, partial(filled, disk))
    else:
        with postgres_server() as server:
            yield server.new(), partial(_beside, server.stopped if kind == "stopped" else server.paused)


@asynccontextmanager
async def _beside(harm: "Callable[[], AbstractContextManager[None]]") -> AsyncGenerator[None]:
    """Enter and leave in a thread, since people play on."""
    doing = harm()
    await asyncio.to_thread(doing.__enter__)
    try:
        yield
    finally:
        await asyncio.to_thread(doing.__exit__, None, None, None)


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
    random = Random(asked.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.harm:
            with harmed(asked.harm, folder) as (url, harm):
                tally = asyncio.run(outlast(folder, url, asked.kills, harm, random, asked.seconds))
        else:
            with settings(asked.database or f"sqlite:///{folder}/ttt.sqlite3") as told:
                tally = asyncio.run(_killed(asked, folder, told["DATABASE_URL"], random))
    print(tally, f"(seed {asked.seed})")
    print(*tally.wrong, sep="\n", end="")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
