"""The startup time, up to the first session with Discord, compared with a bare bot: python -m benchmarks.start.

The bots alternate. The database already exists, as at every start but the first.
"""

import argparse
import statistics
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import psutil
import uvloop

from bot.database.store import Store
from tests.e2e.discord.loopback import serving
from tests.e2e.processes.process import started

MODULES = {"floor": "benchmarks.floor", "ours": "tests.e2e.processes.loopback_bot"}
KEPT = 1_000


async def start(name: str, folder: Path, environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the seconds from the start of the process to its session: wall time and processor time."""
    async with serving(KEPT) as discord:
        began = time.monotonic()
        async with started(folder, MODULES[name], DISCORD_URL=discord.url, **environment) as bot:
            await discord.gateway.joined()
            took = time.monotonic() - began
            times = psutil.Process(bot.process.pid).cpu_times()
            return took, times.user + times.system


async def run(rounds: int) -> None:
    """Measure, and print minimum and median."""
    environment = {"DISCORD_TOKEN": "dummy", "LOG_LEVEL": "WARNING", "FLOOR_SAYS": "word", "FLOOR_LOOP": "uvloop"}
    with tempfile.TemporaryDirectory() as folder:
        await (await Store.open(f"sqlite:///{folder}/ttt.sqlite3")).close()
        measured: dict[str, list[tuple[float, float]]] = {name: [] for name in MODULES}
        for number in range(rounds + 1):
            for name, each in measured.items():
                took = await start(name, Path(folder), environment)
                if number:  # the first round compiles the modules and fills the disk cache
                    each.append(took)
    for name, each in measured.items():
        clock, processor = zip(*each, strict=True)
        print(
            f"{name:6} {min(clock):.2f} s, median {statistics.median(clock):.2f} s; "
            f"processor {min(processor):.2f} s, median {statistics.median(processor):.2f} s"
        )
    ratios = [a[1] / b[1] for a, b in zip(measured["ours"], measured["floor"], strict=True)]
    print(f"ours / floor, processor: {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start", description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    uvloop.run(run(parser.parse_args().rounds))


if __name__ == "__main__":
    main()
