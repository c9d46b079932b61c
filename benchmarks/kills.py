"""What SIGKILL costs while people play: python -m benchmarks.kills [kills] [--url DATABASE_URL] [--seed N]."""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random, randrange

from tests.e2e.kills import kill_often


async def main() -> int:
    """Print one line, and whatever is wrong; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=50)
    parser.add_argument("--url", help="an empty database; a SQLite file of its own if left out")
    parser.add_argument("--seed", type=int, default=randrange(1_000_000))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.url or f"sqlite:///{folder}/ttt.sqlite3"
        tally = await kill_often(Path(folder), url, asked.kills, Random(asked.seed))
    print(tally, f"(seed {asked.seed})")
    print(*tally.wrong, sep="\n", end="")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
