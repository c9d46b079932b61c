"""What SIGKILL costs while people play: python -m benchmarks.kills [kills] [--database URL] [--seed N] [--minutes M].

After so many minutes there are no more kills. With --deadlines they play games whose time runs out all the while.
"""

import argparse
import asyncio
import sys
import tempfile
from math import inf
from pathlib import Path
from random import Random, randrange

from tests.databases import settings
from tests.e2e.kills.expiry import kill_across_deadlines
from tests.e2e.kills.kills import kill_often


def main() -> int:
    """Print one line and every error; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--database", help="DATABASE_URL of an empty one, or postgresql for a server of its own")
    parser.add_argument("--seed", type=int, default=randrange(1_000_000))
    parser.add_argument("--minutes", type=float, default=inf)
    parser.add_argument("--deadlines", action="store_true", help="play with a pace of a second")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, settings(asked.database or f"sqlite:///{folder}/ttt.sqlite3") as told:
        where, random = (Path(folder), told["DATABASE_URL"]), Random(asked.seed)
        if asked.deadlines:
            tally = asyncio.run(kill_across_deadlines(*where, asked.kills, random))
        else:
            tally = asyncio.run(kill_often(*where, asked.kills, random, within=asked.minutes * 60))
    print(tally, f"(seed {asked.seed})")
    print(*tally.wrong, sep="\n", end="")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
