"""The bot's memory compared with a bare one's, and how it grows: python -m benchmarks.memory --help."""

import argparse
import tempfile
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psutil
import uvloop

from benchmarks.crowd import Seat, Table, Tally, closed_loop
from benchmarks.servers import server
from benchmarks.thinking import replied
from bot.database.store import Store
from engine import Rules
from tests.e2e.discord.loopback import Loopback, serving
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.process import started

MODULES = {"floor": "benchmarks.floor", "ours": "tests.e2e.processes.loopback_bot"}
KEPT = 10_000


@dataclass
class Running:
    """A running bot and its Discord."""

    discord: Loopback
    process: psutil.Process

    def mib(self) -> float:
        """Return the memory of its process."""
        return self.process.memory_info().rss / 2**20


@asynccontextmanager
async def running(name: str, servers: int) -> AsyncGenerator[Running]:
    """Start a bot on this number of servers, and wait until it has received all of them."""
    environment = {
        "DISCORD_TOKEN": "dummy",
        "LOG_LEVEL": "WARNING",
        "AI_WORKERS": "1",
        "FLOOR_SAYS": "word",
        "FLOOR_LOOP": "uvloop",
    }
    with tempfile.TemporaryDirectory() as folder:
        # Create the tables, as at every start but the first.
        await (await Store.open(f"sqlite:///{folder}/ttt.sqlite3")).close()
        async with serving(KEPT) as discord:
            discord.gateway.guilds += map(server, range(servers - 1))
            async with started(Path(folder), MODULES[name], DISCORD_URL=discord.url, **environment) as bot:
                await discord.gateway.joined()
                await anext(Table(discord, Rules(3, 3, 3), Random(1)).starts())
                yield Running(discord, psutil.Process(bot.process.pid))


async def compare(servers: int) -> None:
    """Print the memory of both bots."""
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(running(name, servers)) for name in MODULES]
        floor, ours = (bot.mib() for bot in bots)
        print(f"{servers:,} servers: {ours:.0f} MiB, the bare bot {floor:.0f} MiB, {ours / floor:.2f}×")


async def with_expert() -> None:
    """Print the memory of one of the expert's worker processes."""
    async with running("ours", 1) as bot:
        await bot.discord.slash(ANN, "new", m=15, ai="expert")
        await replied(bot.discord, await bot.discord.slash(ANN, "move", i=7, j=7))
        thinking = max(bot.process.children(), key=lambda child: child.memory_info().rss)
        print(f"a worker of the expert: {thinking.memory_info().rss / 2**20:.0f} MiB")


async def over_games(games: int, people: int) -> None:
    """Print the memory ten times while people play this number of games on 3×3."""
    async with running("ours", 1) as bot:
        seats = [Seat("moves", bot.discord, Rules(3, 3, 3), Random(1)) for _ in range(people)]
        tally = Tally(times={"new": []})
        played = tally.times["new"]
        print(f"before any game: {bot.mib():.0f} MiB")
        for part in range(1, 11):
            await closed_loop(seats, tally, lambda goal=games * part // 10: len(played) >= goal)
            print(f"{len(played):,} games: {bot.mib():.0f} MiB, {len(tally.errors)} errors", flush=True)


async def run(options: argparse.Namespace) -> None:
    """Run all measurements."""
    await compare(1)
    await compare(options.servers)
    await with_expert()
    await over_games(options.games, options.people)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--servers", type=int, default=2500)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--people", type=int, default=10, help="number of players at the same time")
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
