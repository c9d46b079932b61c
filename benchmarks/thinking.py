"""Forty channels ask the expert at the same time: python -m benchmarks.thinking.

The real process runs against the loopback Discord of the tests. It prints the times of the replies, and the times of
other commands meanwhile, which show how long the event loop was blocked at most.
"""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.process import started

CHANNELS = 40
OTHERS = 60


async def asked(discord: Loopback, channel: int) -> float:
    """Move against the expert in a channel, and return the seconds until its reply is shown."""
    start = time.perf_counter()
    moved = await discord.slash(ANN + channel, "move", channel=channel, i=7, j=7)
    answered = time.perf_counter() - start
    await replied(discord, moved)
    print(f"{answered:.2f}", end=" ", file=sys.stderr)
    return time.perf_counter() - start


async def replied(discord: Loopback, moved: Interaction) -> None:
    """Wait until the board shows the computer's move."""
    while "The computer took" not in discord.messages[moved.message["id"]]["content"]:
        await asyncio.sleep(0.005)


async def other_commands(discord: Loopback) -> list[float]:
    """Use `/ttt help` repeatedly, and return the time of each answer."""
    times = []
    for _ in range(OTHERS):
        start = time.perf_counter()
        await discord.slash(ANN, "help", channel=999_999)
        times.append(time.perf_counter() - start)
        await asyncio.sleep(0.05)
    return times


async def main() -> None:
    """Measure once, and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving() as discord:
            environment = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url}
            async with started(Path(folder), "tests.e2e.processes.loopback_bot", **environment):
                await discord.gateway.joined()
                channels = [1_000_000 + number for number in range(CHANNELS)]
                for channel in channels:
                    await discord.slash(ANN + channel, "new", channel=channel, ai="expert", m=15)
                others = asyncio.create_task(other_commands(discord))
                replies = sorted(await asyncio.gather(*(asked(discord, channel) for channel in channels)))
                times = sorted(await others)
    print(f"\n{CHANNELS} replies: median {replies[len(replies) // 2]:.2f} s, last {replies[-1]:.2f} s")
    print(f"{OTHERS} other commands: median {times[len(times) // 2] * 1e3:.0f} ms, slowest {times[-1] * 1e3:.0f} ms")


if __name__ == "__main__":
    asyncio.run(main())
