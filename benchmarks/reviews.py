"""Forty people ask for reviews at the same time, while one plays on: python -m benchmarks.reviews.

The real process runs against the loopback Discord of the tests. Printed are how long `/ttt move` takes without reviews
and meanwhile, how long an expert's reply takes, and when the last review was there.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.thinking import asked
from tests.e2e.loopback import Interaction, Loopback, serving
from tests.e2e.payloads import ANN
from tests.e2e.process import started

REVIEWS = 40
MOVES = 4_000  # they take about as long as the reviews
PLAYER, EXPERT, FIRST = 2_000_000, 2_000_001, 1_000_000  # channels


async def finished(discord: Loopback, channel: int) -> None:
    """Play a few moves on 9×9 and end the game."""
    await discord.slash(ANN + channel, "new", channel=channel, ai="classic", m=9)
    for number in range(8):
        await discord.slash(ANN + channel, "move", channel=channel, i=number, j=number * number % 9)
    await discord.slash(ANN + channel, "end", channel=channel)


async def moves(discord: Loopback, count: int) -> list[float]:
    """Move and take it back, again and again, and return how long each move took, in order of time."""
    times: list[float] = []
    for _ in range(count):
        start = time.perf_counter()
        await discord.slash(ANN, "move", channel=PLAYER, i=4, j=4)
        times.append(time.perf_counter() - start)
        await discord.slash(ANN, "undo", channel=PLAYER)
    return sorted(times)


async def reviewed(discord: Loopback, channel: int) -> float:
    """Ask for a review, and return the seconds until it was there."""
    start = time.perf_counter()
    found = await discord.slash(ANN + channel, "review", channel=channel)
    while not _is_there(discord, found):
        await asyncio.sleep(0.05)
    return time.perf_counter() - start


def _is_there(discord: Loopback, found: Interaction) -> bool:
    return bool(found.messages) and discord.messages[found.messages[-1]["id"]]["content"].startswith("Review of game")


async def main() -> None:
    """Measure once and print."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving() as discord:
            told = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url}
            async with started(Path(folder), "tests.e2e.loopback_bot", **told):
                await discord.gateway.joined()
                channels = [FIRST + number for number in range(REVIEWS)]
                for channel in channels:
                    await finished(discord, channel)
                await discord.slash(ANN, "new", channel=PLAYER, ai="classic", m=9)
                await discord.slash(ANN + EXPERT, "new", channel=EXPERT, ai="expert", m=15)
                before = await moves(discord, MOVES)
                reviews = [asyncio.create_task(reviewed(discord, channel)) for channel in channels]
                reply = asyncio.create_task(asked(discord, EXPERT))
                during = await moves(discord, MOVES)
                times = sorted(await asyncio.gather(*reviews))
                replied = await reply
    for name, found in (("without reviews", before), ("meanwhile", during)):
        median, slow = found[len(found) // 2] * 1e3, found[-len(found) // 100] * 1e3
        print(f"/ttt move {name}: median {median:.1f} ms, p99 {slow:.1f} ms")
    print(f"the expert's reply: {replied:.2f} s; {REVIEWS} reviews: first {times[0]:.2f} s, last {times[-1]:.2f} s")


if __name__ == "__main__":
    asyncio.run(main())
