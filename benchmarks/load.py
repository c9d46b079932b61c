"""Throughput and latency of the bot, compared with a bare bot: python -m benchmarks.load --help.

Both run as real processes against the loopback Discord of the tests, in alternate rounds of one run, because the load
generator shares the machine with them. The CPU time per answer varies least.
"""

import argparse
import gc
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import psutil
import uvloop

from benchmarks import capacity
from benchmarks.crowd import Seat, Tally, closed_loop, open_loop
from engine import Rules
from tests.databases import settings
from tests.e2e.discord.loopback import serving
from tests.e2e.discord.servers import server
from tests.e2e.processes.process import Process, started

KEPT = 10_000  # messages and interactions that the loopback stores
WARM_UP = 2.0  # seconds
OWN = psutil.Process()
FLOORS = {"floor": {"FLOOR_SAYS": "word"}, "board": {"FLOOR_SAYS": "board"}}  # bare bots, by what they answer


@dataclass
class Measured:
    """A bot under load, and the results of each round."""

    bot: Process
    process: psutil.Process
    seats: list[Seat]
    rounds: list[Tally] = field(default_factory=list)

    async def measure(self, seconds: float, rate: float | None) -> Tally:
        """Measure one round under load."""
        tally, before, own, start = Tally(), cpu(self.process), cpu(OWN), time.monotonic()
        if rate:
            await open_loop(self.seats, tally, seconds, rate)
        else:
            await closed_loop(self.seats, tally, lambda: time.monotonic() > start + seconds)
        tally.seconds = time.monotonic() - start
        tally.cpu, tally.own_cpu = cpu(self.process) - before, cpu(OWN) - own
        return tally


def cpu(process: psutil.Process) -> float:
    """Return the CPU time of a process in seconds."""
    times = process.cpu_times()
    return times.user + times.system


@asynccontextmanager
async def measured(name: str, options: argparse.Namespace) -> AsyncGenerator[Measured]:
    """Start a bot with its own loopback Discord and players."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"DISCORD_TOKEN": "dummy", "LOG_LEVEL": "WARNING"} | FLOORS.get(name, {})
        if name == "ours":
            environment |= options.environment
        module = "benchmarks.floor" if name in FLOORS else "tests.e2e.processes.loopback_bot"
        async with (
            serving(KEPT) as discord,
            started(Path(folder), module, DISCORD_URL=discord.url, **environment) as bot,
        ):
            discord.gateway.guilds += map(server, range(options.servers))
            await discord.gateway.wait_for_bot()
            rules, chance = Rules(*options.board), Random(1)
            seats = [Seat(options.mode, discord, rules, chance) for _ in range(options.people)]
            yield Measured(bot, psutil.Process(bot.process.pid), seats)
            bot.process.terminate()
            await bot.exit_code()
            if bot.output:
                print(f"{name} said:\n{bot.output[:2000]}")


def line(name: str, number: int, tally: Tally) -> str:
    """Return the results of a round as a line."""
    times, count = tally.all, len(tally.all)
    return (
        f"{name:6}{number:3}{count / tally.seconds:9.0f}/s"
        f"{tally.cpu / count * 1e6:9.0f}{tally.own_cpu / count * 1e6:9.0f} µs"
        f"{times[count // 2] * 1e3:8.1f}{times[count * 99 // 100] * 1e3:8.1f}{times[-1] * 1e3:8.1f} ms"
        f"{len(tally.errors):7} errors"
    )


def rate(bot: Measured) -> float:
    """Return the answers a second, the median over the rounds."""
    return statistics.median(len(tally.all) / tally.seconds for tally in bot.rounds)


def spread(ratios: Sequence[float]) -> str:
    """Return the median and the range."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def compare(bots: Mapping[str, Measured], name: str, base: str) -> None:
    """Print the ratios of two bots over all rounds."""
    pairs = list(zip(bots[name].rounds, bots[base].rounds, strict=True))
    rates = [(len(a.all) / a.seconds) / (len(b.all) / b.seconds) for a, b in pairs]
    costs = [(a.cpu / len(a.all)) / (b.cpu / len(b.all)) for a, b in pairs]
    print(f"{name} / {base}: interactions per second {spread(rates)}, CPU per interaction {spread(costs)}")


async def run(options: argparse.Namespace) -> None:
    """Measure alternate rounds, and print the results."""
    names = [*options.floors] + ["sqlite"] * options.sqlite + ["ours"]
    async with AsyncExitStack() as stack:
        bots = {name: await stack.enter_async_context(measured(name, options)) for name in names}
        for bot in bots.values():
            await bot.measure(WARM_UP, options.rate)
        print("bot   round answered      CPU each: bot, load     p50     p99     max")
        for number in range(options.rounds):
            for name, bot in bots.items():
                bot.rounds.append(await bot.measure(options.seconds, options.rate))
                print(line(name, number, bot.rounds[-1]), flush=True)
        for name, bot in bots.items():
            errors = [error for tally in bot.rounds for error in tally.errors]
            print(f"{name}: {bot.process.memory_info().rss / 2**20:.0f} MiB, {len(errors)} errors", *set(errors[:5]))
        for base in names[:-1]:
            compare(bots, "ours", base)
        if {"sqlite", "ours"} <= bots.keys() and options.environment:
            print(*capacity.table(rate(bots["sqlite"]), rate(bots["ours"])), sep="\n")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mode", choices=("moves", "presses", "starts"), default="moves", help="what people do")
    parser.add_argument("--board", type=int, nargs=3, default=(10, 10, 5), metavar=("M", "N", "K"))
    parser.add_argument("--people", type=int, default=10, help="number of seats, each in its own channel")
    parser.add_argument("--rate", type=float, help="interactions per second; default: as fast as they are answered")
    parser.add_argument("--seconds", type=float, default=10, help="length of a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--floors", nargs="*", choices=FLOORS, default=("floor", "board"), help="bare bots to compare with"
    )
    parser.add_argument("--sqlite", action="store_true", help="also measure our bot on SQLite")
    parser.add_argument("--servers", type=int, default=0, help="number of additional servers that the bot is on")
    parser.add_argument("--database", help="DATABASE_URL, or postgresql for a new server; default: SQLite")
    options = parser.parse_args()
    gc.disable()  # its pauses would count as the bot's time
    with settings(options.database) as options.environment:
        uvloop.run(run(options))


if __name__ == "__main__":
    main()
