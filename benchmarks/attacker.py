"""How much ten attackers, together 50 requests a second, slow down others: python -m benchmarks.attacker --help.

The others use `/ttt move` with the real process in the loopback Discord of the tests. The attackers have as much data
as each command can read (benchmarks/hoards.py). Each round with attackers follows one without: the load shares the
machine with the bot, so the difference varies less than the times.
"""

import argparse
import asyncio
import gc
import itertools
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random

import psutil
import uvloop
from discord import app_commands

from benchmarks.crowd import LOST, NOBODY_FREE, Seat, Tally, open_loop
from benchmarks.hoards import SEASONS, SIDE, Hoard, hoard
from bot.game.games import GameId
from bot.interactions.commands import Ttt
from bot.messages.custom_ids import (
    Action,
    ForgetPress,
    GamePress,
    GamesPress,
    PanelKind,
    PanelPart,
    PanelPress,
    SeasonPress,
)
from engine import Rules
from tests.e2e.discord.loopback import Interaction, Loopback, answered, serving
from tests.e2e.discord.payloads import CHANNELS, PERMISSIONS, Json
from tests.e2e.processes.process import started

KEPT = 10_000  # messages and interactions that the loopback stores
ATTACKERS = 10
USERS = 410_000_000_000_000_001  # the first attacker's id; the others follow
GROWTH = 0.1  # seconds, the most by which the p99 of the others may grow
MOST, LEFT = 200, 130  # MiB, the most memory of the process during an attack, and a minute later
COMMAND, PRESS, COMPLETE, FORM = 2, 3, 4, 5  # types of interactions: interactions/receiving-and-responding.mdx


class Attacker:
    """A moderator with a full 100×100 board, a nearly full one, and thousands of games."""

    def __init__(self, discord: Loopback, own: Hoard, live: GameId) -> None:
        self._discord = discord
        self._own = own
        self._live = live
        self._empty = own.cells[:]
        self._numbers = itertools.count()
        self._board: Json = {}
        self._shown: Json = {}

    async def prepare(self) -> None:
        """Get a board with current buttons, and a message without a game, as soon as the bot answers."""
        async with asyncio.timeout(120):
            while True:
                try:
                    async with asyncio.timeout(LOST):
                        self._shown = (await self._send(COMMAND, self._discord.command("help"))).message
                        self._board = (await self._send(COMMAND, self._discord.command("board"))).message
                        return
                except TimeoutError:
                    await asyncio.sleep(1)

    async def command(self, name: str, **options: object) -> None:
        """Use a command in the channel whose last game is a full board."""
        await self._send(COMMAND, self._discord.command(name, **options), self._own.full)

    async def on_live(self, name: str, **options: object) -> None:
        """Use a command in the channel of the attacker's live game."""
        await self._send(COMMAND, self._discord.command(name, **options))

    async def complete(self, name: str, option: str) -> None:
        """Request autocomplete in the channel whose last game is a full board."""
        data = self._discord.command(name, **{option: str(next(self._numbers) % 10)})
        last = data["options"][0]
        while "value" not in last:
            last = last["options"][0]
        last["focused"] = True
        await self._send(COMPLETE, data, self._own.full)

    async def press(self, custom_id: object) -> None:
        """Press a button."""
        await self._send(PRESS, {"custom_id": str(custom_id), "component_type": 2}, on=self._shown)

    async def pictures(self) -> None:
        """Make a move, so that the bot has to draw a new picture."""
        row, col = self._empty.pop()
        await self.on_live("move", i=row, j=col)

    async def arrows(self) -> None:
        """Move the window over the board."""
        shown = [button for row in self._board["components"] for button in row["components"]]
        arrows = [button["custom_id"] for button in shown if button["label"] in "←↑↓→" and not button["disabled"]]
        where = {"custom_id": arrows[next(self._numbers) % len(arrows)], "component_type": 2}
        await self._send(PRESS, where, on=self._board)

    async def forms(self) -> None:
        """Send a form with the most characters that Discord allows."""
        typed = {"type": 4, "id": 2, "custom_id": "cell", "value": " " * 3999 + "x"}
        ply = len(self._own.cells) - len(self._empty)
        press = GamePress(self._live, ply, Action.FORM)
        data = {"custom_id": str(press), "components": [{"type": 18, "id": 1, "component": typed}]}
        await self._send(FORM, data, on=self._board)

    async def old_boards(self) -> None:
        """Press a button of an old board."""
        await self.press(GamePress(self._live, 1, Action.UNDO))

    async def _send(self, kind: int, data: Json, channel: int | None = None, on: Json | None = None) -> Interaction:
        made = self._discord.make(kind, channel or self._own.live, self._own.user, data, on)
        made.payload["member"]["permissions"] = PERMISSIONS
        await self._discord.deliver(made)
        return await answered(made)


Act = Callable[[Attacker], Awaitable[None]]


def _command(name: str, **options: object) -> Act:
    return lambda attacker: attacker.command(name, **options)


def _typing(name: str, option: str) -> Act:
    return lambda attacker: attacker.complete(name, option)


def _pressing(custom_id: object) -> Act:
    return lambda attacker: attacker.press(custom_id)


MINE = (PanelPart.GAMES, PanelPart.RECORD, PanelPart.BLOCKED, PanelPart.DATA, PanelPart.FORGET)
# Commands that end the attackers' games or delete their data come last.
KINDS: Mapping[str, Act] = {
    **{
        name: _command(name)
        for name in (
            *("games", "me", "stats", "top", "board", "read", "replay", "review", "hint", "undo", "resign"),
            *("puzzle", "help"),
        )
    },
    "new": _command("new", m=SIDE, thread=True),
    "move": lambda attacker: attacker.on_live("move", i=0, j=0),
    "typing in move": _typing("move", "i"),
    "typing in top": _typing("top", "season"),
    "typing in replay": _typing("replay", "game"),
    **{f"me, {part}": _pressing(PanelPress(PanelKind.ME, part)) for part in MINE},
    "a new season": _pressing(PanelPress(PanelKind.SERVER, PanelPart.SEASON)),
    "top season:1": _command("top", season=1),
    "a move with a new picture": Attacker.pictures,
    "board with a picture": lambda attacker: attacker.on_live("board", picture=True),
    "hint in a game": lambda attacker: attacker.on_live("hint"),
    "read in a game": lambda attacker: attacker.on_live("read"),
    "an arrow of a window": Attacker.arrows,
    "a form with 4,000 characters": Attacker.forms,
    "a press on an old board": Attacker.old_boards,
    "a page of games": _pressing(GamesPress(90)),
    "the press that begins a season": _pressing(SeasonPress(SEASONS + 1)),
    "undo in a game": lambda attacker: attacker.on_live("undo"),
    "end": lambda attacker: attacker.on_live("end"),
    "the press that deletes the data": _pressing(ForgetPress()),
}


def _missing() -> set[str]:
    """Return the commands that KINDS doesn't attack."""
    every = (command for command in Ttt().walk_commands() if isinstance(command, app_commands.Command))
    return {command.qualified_name.removeprefix("ttt ") for command in every} - KINDS.keys()


@dataclass
class Attack:
    """The results of the attacks of one kind."""

    times: list[float] = field(default_factory=list)
    unanswered: int = 0
    mib: float = 0

    async def run(self, acts: list[Callable[[], Awaitable[None]]], seconds: float, rate: float) -> None:
        """Act rate times a second, one attacker after the other, no matter how long the answers take."""
        start = time.monotonic()
        async with asyncio.TaskGroup() as running:
            for number in range(int(rate * seconds)):
                await asyncio.sleep(start + number / rate - time.monotonic())
                running.create_task(self._once(acts[number % len(acts)]))

    async def _once(self, act: Callable[[], Awaitable[None]]) -> None:
        sent = time.monotonic()
        try:
            async with asyncio.timeout(LOST):
                await act()
        except TimeoutError:
            self.unanswered += 1
        else:
            self.times.append(time.monotonic() - sent)

    async def watch(self, bot: psutil.Process) -> None:
        """Record the bot's peak memory until canceled."""
        while True:
            self.mib = max(self.mib, mib(bot))
            await asyncio.sleep(0.1)


def mib(process: psutil.Process) -> float:
    """Return the memory of a process in MiB."""
    return process.memory_info().rss / 2**20


def p99(times: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(times)[len(times) * 99 // 100] if times else 0


@dataclass
class Arena:
    """The bot, the attackers, and the others who play."""

    bot: psutil.Process
    seats: list[Seat]
    attackers: list[Attacker]
    options: argparse.Namespace

    async def attacked(self, name: str, act: Act) -> bool:
        """Measure alternate rounds without and with attackers, print a row, and return whether the goals are met."""
        options, attack = self.options, Attack()
        calm: list[float] = []
        others: list[float] = []
        lost = 0
        for _ in range(options.rounds):
            for attacker in self.attackers:
                await attacker.prepare()
            before, during = Tally(), Tally()
            await open_loop(self.seats, before, options.seconds, options.rate)
            watching = asyncio.create_task(attack.watch(self.bot))
            await asyncio.gather(
                open_loop(self.seats, during, options.seconds, options.rate),
                attack.run([partial(act, one) for one in self.attackers], options.seconds, options.attacks),
            )
            watching.cancel()
            calm.append(p99(before.all))
            others.append(p99(during.all))
            lost += sum(error != NOBODY_FREE for error in during.errors)
        growth = statistics.median(after - first for first, after in zip(calm, others, strict=True))
        left = await self._left()
        print(
            f"| {name} | {len(attack.times) / options.rounds / options.seconds:.0f}/s, "
            f"p99 {p99(attack.times) * 1e3:.0f} ms | {statistics.median(others) * 1e3:.0f} ms | "
            f"{statistics.median(calm) * 1e3:.0f} ms | {growth * 1e3:+.0f} ms | {lost} | {attack.unanswered} | "
            f"{attack.mib:.0f} MiB | {left:.0f} MiB |",
            flush=True,
        )
        return growth < GROWTH and not lost and not attack.unanswered and attack.mib < MOST and left < LEFT

    async def _left(self) -> float:
        """Return the memory as soon as it meets the goal, or after the wait."""
        late = time.monotonic() + self.options.wait
        while (found := mib(self.bot)) >= LEFT and time.monotonic() < late:
            await asyncio.sleep(1)
        return found


async def run(options: argparse.Namespace) -> int:
    """Print a row for each kind; return the exit code."""
    if missing := _missing():
        raise SystemExit(f"commands without an attack: {missing}")
    chance, missed, now = Random(options.seed), 0, datetime.now(UTC)
    hoards = [
        Hoard(USERS + number, CHANNELS[number], CHANNELS[ATTACKERS + number], now, chance)
        for number in range(ATTACKERS)
    ]
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        url = f"sqlite:///{folder}/ttt.sqlite3"
        environment = {"DATABASE_URL": url, "DISCORD_TOKEN": "dummy", "LOG_LEVEL": "WARNING"}
        live = await hoard(url, hoards)
        discord = await stack.enter_async_context(serving(KEPT))
        log = stack.enter_context((Path(folder) / "log").open("w+"))
        bot = await stack.enter_async_context(
            started(Path(folder), "tests.e2e.processes.loopback_bot", DISCORD_URL=discord.url, **environment)
        )
        assert bot.process.stdout
        saying = asyncio.create_task(_write(bot.process.stdout, log.write))
        await discord.gateway.joined()
        seats = [Seat("moves", discord, Rules(10, 10, 5), chance) for _ in range(options.people)]
        attackers = [Attacker(discord, own, game) for own, game in zip(hoards, live, strict=True)]
        arena = Arena(psutil.Process(bot.process.pid), seats, attackers, options)
        await open_loop(seats, Tally(), 2, options.rate)  # warmed up
        print(
            "| ten attackers, 50 a second | answered | p99 of the others | without attackers | growth "
            "| unanswered: others | attackers | memory | later |\n|---|---|---|---|---|---|---|---|---|"
        )
        for name, act in KINDS.items():
            if options.only is None or name in options.only:
                missed += not await arena.attacked(name, act)
        bot.process.terminate()
        await bot.process.wait()
        await saying
        log.seek(0)
        print(_summary(log.read()), end="")
    return 1 if missed else 0


async def _write(said: asyncio.StreamReader, write: Callable[[str], object]) -> None:
    async for line in said:
        write(line.decode())


def _summary(log: str) -> str:
    """Return the number of lines, errors and tracebacks in the log, and its beginning."""
    errors, tracebacks = log.count(" ERROR "), log.count("Traceback")
    return f"{log.count(chr(10))} lines in the log, {errors} errors, {tracebacks} tracebacks\n{log[:2000]}"


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacker", description=__doc__)
    parser.add_argument("--people", type=int, default=40, help="number of others, two per channel")
    parser.add_argument("--rate", type=float, default=50, help="moves of all others per second")
    parser.add_argument("--attacks", type=float, default=50, help="requests of all attackers per second")
    parser.add_argument("--seconds", type=float, default=4, help="length of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--wait", type=float, default=60, help="seconds to wait for the memory to shrink")
    parser.add_argument("--only", nargs="*", help="run only these attacks")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    gc.disable()  # its pauses would count as the bot's time
    return uvloop.run(run(options))


if __name__ == "__main__":
    raise SystemExit(main())
