"""Kill the bot with SIGKILL while people play: python -m benchmarks.kills [kills] [--database URL] [--seed N].

With --minutes M, the kills stop after M minutes. With --harm, the database is disturbed instead, for some seconds
each time: PostgreSQL is stopped or paused, or the disk of the SQLite file is full. With --released, the bot is killed
while it upgrades a database of that version. With --clocks, two processes with one shard each sweep that number of
clocks while they are killed.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from random import Random, randrange

from tests.databases import filled, postgres_server, settings, small_disk
from tests.e2e.kills.kills import Harm, beside, kill_often, outlast
from tests.e2e.kills.kills import Tally as Killed
from tests.e2e.kills.sweeps import Sweeps, kill_sweeps
from tests.e2e.kills.upgrades import Upgrades, kill_upgrades, released

DISK = "16m"


@contextmanager
def harmed(kind: str, folder: Path) -> Generator[tuple[str, Harm]]:
    """Make a database, and yield its URL and the function that disturbs it."""
    if kind == "full":
        with small_disk(folder / "disk", DISK) as disk:
            yield f"sqlite:///{disk}/ttt.sqlite3", partial(beside, partial(filled, disk))
    else:
        with postgres_server() as server:
            yield server.new(), partial(beside, server.stopped if kind == "stopped" else server.paused)


Tally = Killed | Sweeps | Upgrades


def tried(options: argparse.Namespace, folder: Path) -> Tally:
    """Run the kills that the command line asks for."""
    random = Random(options.seed)
    if options.harm:
        with harmed(options.harm, folder) as (url, harm):
            return asyncio.run(outlast(folder, url, options.kills, harm, random, options.seconds))
    if options.released:
        with released(options.released, options.database, folder) as new:
            return asyncio.run(kill_upgrades(folder, new, options.kills, random))
    with settings(options.database or f"sqlite:///{folder}/ttt.sqlite3") as environment:
        url = environment["DATABASE_URL"]
        if options.clocks:
            return asyncio.run(kill_sweeps(folder, url, options.kills, random, options.clocks))
        return asyncio.run(kill_often(folder, url, options.kills, random, within=options.minutes * 60))


def main() -> int:
    """Print one line and all errors, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--database", help="DATABASE_URL of an empty database, or postgresql for a new server")
    parser.add_argument("--seed", type=int, default=randrange(1_000_000))
    parser.add_argument("--minutes", type=float, default=inf)
    other = parser.add_mutually_exclusive_group()
    other.add_argument(
        "--harm", choices=("stopped", "paused", "full"), help="disturb the database instead of killing the bot"
    )
    other.add_argument("--released", metavar="VERSION", help="kill during the upgrade of this version's database")
    other.add_argument("--clocks", type=int, help="kill while two processes sweep this number of clocks")
    parser.add_argument("--seconds", type=float, default=10, help="length of each disturbance")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = tried(options, Path(folder))
    print(tally, f"(seed {options.seed})")
    print(*tally.wrong, sep="\n", end="")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
