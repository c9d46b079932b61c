"""Forty users ask for reviews at the same time, while another user plays: python -m benchmarks.reviews.

The real process runs against the loopback Discord of the tests. Rounds with and without reviews alternate, so that
other load affects both. It prints the time of `/ttt move`, the processor time of the bot's own process, the time of an
expert's reply, and the times of the first and last review.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psutil

from benchmarks.thinking import asked
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.process import started

REVIEWS = 40
ROUNDS = 3
QUIET = 15.0  # seconds of moves without reviews per round, about as long as the reviews take
PLAYER, EXPERT, FIRST = 2_000_000, 2_000_001, 1_000_000  # channels


class Moves(NamedTuple):
    """The times of some moves, and the processor time of the bot's own process for them and their undos."""

    times: list[float]
    used: float

    def __str__(self) -> str:
        ordered = sorted(self.times)
        median, slow = ordered[len(ordered) // 2] * 1e3, ordered[-1 - len(ordered) // 100] * 1e3
        used = self.used / len(ordered) * 1e3
        return f"{len(ordered)}: median {median:.1f} ms, p99 {slow:.1f} ms, {used:.2f} ms processor time"


async def finished(discord: Loopback, channel: int) -> None:
    """Play a few moves on 9×9 and end the game."""
    await discord.slash(ANN + channel, "new", channel=channel, ai="classic", m=9)
    for number in range(8):
        await discord.slash(ANN + channel, "move", channel=channel, i=number, j=number * number % 9)
    await discord.slash(ANN + channel, "end", channel=channel)


async def moves(discord: Loopback, bot: psutil.Process, is_over: Callable[[], bool]) -> Moves:
    """Repeat a move and its undo."""
    times: list[float] = []
    used = seconds_of(bot)
    while not is_over():
        start = time.perf_counter()
        await discord.slash(ANN, "move", channel=PLAYER, i=4, j=4)
        times.append(time.perf_counter() - start)
        await discord.slash(ANN, "undo", channel=PLAYER)
    return Moves(times, seconds_of(bot) - used)


def seconds_of(bot: psutil.Process) -> float:
    """Return the processor time of the bot's own process, without its workers."""
    times = bot.cpu_times()
    return times.user + times.system


async def reviewed(discord: Loopback, channel: int) -> float:
    """Ask for a review, and return the seconds until it is complete."""
    start = time.perf_counter()
    found = await discord.slash(ANN + channel, "review", channel=channel)
    while not _is_complete(discord, found):
        await asyncio.sleep(0.05)
    return time.perf_counter() - start


def _is_complete(discord: Loopback, found: Interaction) -> bool:
    return bool(found.messages) and discord.messages[found.messages[-1]["id"]]["content"].startswith("Review of game")


async def measured(discord: Loopback, bot: psutil.Process) -> tuple[list[Moves], list[Moves], list[float], list[float]]:
    """Return the moves without and with reviews, and the times of the expert's replies and of the reviews."""
    without: list[Moves] = []
    meanwhile: list[Moves] = []
    replies: list[float] = []
    times: list[float] = []
    for _ in range(ROUNDS):
        end = time.monotonic() + QUIET
        without.append(await moves(discord, bot, lambda end=end: time.monotonic() > end))
        reviews = [asyncio.create_task(reviewed(discord, FIRST + number)) for number in range(REVIEWS)]
        await discord.slash(ANN + EXPERT, "new", channel=EXPERT, ai="expert", m=15)
        reply = asyncio.create_task(asked(discord, EXPERT))
        meanwhile.append(await moves(discord, bot, lambda reviews=reviews: all(one.done() for one in reviews)))
        times += await asyncio.gather(*reviews)
        replies.append(await reply)
        await discord.slash(ANN + EXPERT, "end", channel=EXPERT)
    return without, meanwhile, replies, times


async def main() -> None:
    """Measure, and print the results."""
    with tempfile.TemporaryDirectory() as folder:
        async with serving() as discord:
            environment = {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url}
            async with started(Path(folder), "tests.e2e.processes.loopback_bot", **environment) as bot:
                await discord.gateway.joined()
                for number in range(REVIEWS):
                    await finished(discord, FIRST + number)
                await discord.slash(ANN, "new", channel=PLAYER, ai="classic", m=9)
                without, meanwhile, replies, times = await measured(discord, psutil.Process(bot.process.pid))
    for number, rounds in enumerate(zip(without, meanwhile, strict=True), 1):
        print(f"round {number}: /ttt move without reviews {rounds[0]}; with reviews {rounds[1]}")
    print(f"the expert's replies: at most {max(replies):.2f} s")
    print(f"{REVIEWS} reviews: first {min(times):.2f} s, last {max(times):.2f} s")


if __name__ == "__main__":
    asyncio.run(main())
