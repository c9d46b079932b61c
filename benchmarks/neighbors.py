"""The bot beside busy processes, by niceness of its coach, and pinned to a core: python -m benchmarks.neighbors.

Several bots, each with its own loopback Discord and players, are measured in turn beside zero, one and two endless
loops. The first loop is on the core to which bots are pinned. The table has medians, because other load varies.
"""

import argparse
import asyncio
import gc
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Generator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from random import Random

import psutil
import uvloop

from benchmarks.crowd import Seat, Tally, closed_loop, open_loop
from bot.game.puzzles import day_of, puzzle_of
from engine import Rules
from tests.e2e.discord.loopback import Interaction, Loopback, answered, serving
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, buttons
from tests.e2e.processes.process import started

KEPT = 10_000  # messages and interactions that the loopback stores
PEOPLE = 10
RATE = 50  # moves per second while the coach is measured
LOOPS = (0, 1, 2)
LOST = 10.0  # seconds after which a hint or tap counts as unanswered
BUSY = "Too many people are asking"


@dataclass
class Bot:
    """A bot and its players: some play, one asks for hints, and one solves the puzzle."""

    name: str
    discord: Loopback
    process: psutil.Process
    seats: list[Seat]
    found: dict[tuple[int, str], list[float]] = field(default_factory=lambda: defaultdict(list))

    async def measure(self, loops: int, seconds: float) -> None:
        """Measure one round: moves at full speed, then the coach while others move."""
        found, fast, beside = self.found, Tally(), Tally()
        late = time.monotonic() + seconds
        await closed_loop(self.seats, fast, lambda: time.monotonic() > late)
        found[loops, "rate"].append(len(fast.all) / seconds)
        found[loops, "p99"].append(fast.all[len(fast.all) * 99 // 100])
        asking = asyncio.create_task(self._ask(loops, seconds))
        await open_loop(self.seats, beside, seconds, RATE)
        await asking
        found[loops, "p99 beside the coach"].append(beside.all[len(beside.all) * 99 // 100])

    async def _ask(self, loops: int, seconds: float) -> None:
        late = time.monotonic() + seconds
        while time.monotonic() < late:
            self.found[loops, "tap"].append(await self._tap())
            self.found[loops, "hint"].append(await self._hint())

    async def _hint(self) -> float:
        return await _timed(self.discord.send(2, CHANNELS[0], ANN, self.discord.command("hint")))

    async def _tap(self) -> float:
        """Tap a wrong cell of the puzzle, on a new message, because the loopback doesn't store old ones."""
        shown = (await self.discord.slash(BOB, "puzzle")).message
        puzzle = puzzle_of(day_of(datetime.now(UTC)))
        cell = next(cell for cell in puzzle.board.legal_moves if cell != puzzle.line[0])
        if "Move" not in buttons(shown):
            data = {"custom_id": buttons(shown)[f"{cell.row}:{cell.col}"], "component_type": 2}
            sent = self.discord.send(3, CHANNELS[0], BOB, data, shown)
        else:
            form = await self.discord.press(BOB, "Move", shown)
            sent = self.discord.send_form(BOB, form, f"{cell.row} {cell.col}")
        return await _timed(sent)


async def _timed(sending: Awaitable[Interaction]) -> float:
    """Return the time of a coach's answer, or infinity if it is a refusal or doesn't come."""
    start = time.monotonic()
    try:
        async with asyncio.timeout(LOST):
            sent = await answered(await sending)
            await sent.carried_out()
    except TimeoutError:
        return inf
    return inf if BUSY in sent.messages[-1]["content"] else time.monotonic() - start


def _pin(bot: psutil.Process) -> None:
    """Pin a bot and its workers to the first core."""
    for process in (bot, *bot.children(recursive=True)):
        for thread in process.threads():
            os.sched_setaffinity(thread.id, {0})


@asynccontextmanager
async def playing(niceness: int, *, core: bool) -> AsyncGenerator[Bot]:
    """Start a bot whose coach has this niceness, pinned to the first core if core is true."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        discord = await stack.enter_async_context(serving(KEPT))
        environment = {
            "DISCORD_TOKEN": "dummy",
            "DISCORD_URL": discord.url,
            "LOG_LEVEL": "ERROR",
            "NICENESS": str(niceness),
        }
        bot = await stack.enter_async_context(started(folder, "tests.e2e.processes.loopback_bot", **environment))
        await discord.gateway.joined()
        seats = [Seat("moves", discord, Rules(10, 10, 5), Random(1)) for _ in range(PEOPLE)]
        await discord.slash(ANN, "new", ai="classic", m=9)
        await (await discord.slash(ANN, "hint")).carried_out()  # the worker starts
        process = psutil.Process(bot.process.pid)
        if core:
            _pin(process)
        yield Bot(f"nice {niceness}{', one core' if core else ''}", discord, process, seats)
        bot.process.terminate()
        await bot.ended()
        print(bot.output[:2000], end="")


@contextmanager
def busy(loops: int) -> Generator[None]:
    """Run this number of endless loops, each on its own core."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(loops)]
    try:
        for core, process in enumerate(running):
            os.sched_setaffinity(process.pid, {core % (os.cpu_count() or 1)})
        yield
    finally:
        for process in running:
            process.kill()
            process.wait()


async def run(options: argparse.Namespace) -> None:
    """Measure the bots in turn, and print a table."""
    settings = [(niceness, False) for niceness in options.niceness] + [(niceness, True) for niceness in options.core]
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(playing(niceness, core=core)) for niceness, core in settings]
        for number in range(options.rounds):
            for loops in LOOPS:
                with busy(loops):
                    for bot in bots[number % len(bots) :] + bots[: number % len(bots)]:
                        await bot.measure(loops, options.seconds)
    print("| busy loops | coach | moves/s | p99 | p99 beside the coach | hint | tap | unanswered |")
    print("|---|---|---|---|---|---|---|---|")
    for loops in LOOPS:
        for bot in bots:
            print(f"| {loops} | {bot.name} | {_row(bot, loops)} |")


def _row(bot: Bot, loops: int) -> str:
    rate, *moves = (bot.found[loops, what] for what in ("rate", "p99", "p99 beside the coach"))
    coach = [bot.found[loops, what] for what in ("hint", "tap")]
    moved = [f"{statistics.median(times) * 1e3:.0f} ms" for times in moves]
    asked = [f"{statistics.median(times):.2f} (to {max(times):.2f}) s" for times in coach]
    lost = sum(times.count(inf) for times in coach)
    return " | ".join([f"{statistics.median(rate):.0f}", *moved, *asked, f"{lost} of {sum(map(len, coach))}"])


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.neighbors", description=__doc__)
    parser.add_argument(
        "--niceness", type=int, nargs="*", default=[0, 5, 10, 19], help="of the coaches of unpinned bots"
    )
    parser.add_argument("--core", type=int, nargs="*", default=[10], help="niceness of the coaches of pinned bots")
    parser.add_argument("--seconds", type=float, default=4, help="length of each half of a round")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    gc.disable()  # its pauses would count as the bot's time
    uvloop.run(run(options))


if __name__ == "__main__":
    main()
