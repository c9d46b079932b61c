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
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil
import uvloop
from discord import app_commands

from benchmarks.crowd import LOST, NOBODY_FREE, Seat, Tally, open_loop
from benchmarks.hoards import SEASONS, SIDE, Hoard, hoard
from bot.game.games import GameId
from bot.interactions.commands import Ttt
from bot.messages import custom_ids
from bot.messages.custom_ids import Action, GamePress, PanelKind, PanelPart, PanelPress
from engine import Rules
from tests.e2e.discord.loopback import Interaction, Loopback, answer_to, serving
from tests.e2e.discord.payloads import CHANNELS, PERMISSIONS, Json
from tests.e2e.processes.process import started

KEPT = 10_000  # messages and interactions that the loopback stores
ATTACKERS, PEOPLE = 10, 40  # the others sit two to a channel
RATE = 50  # requests a second of the attackers, and moves a second of the others
USERS = 410_000_000_000_000_001  # the first attacker's id; the others follow
GROWTH = 0.1  # seconds, the most by which the p99 of the others may grow
MOST = 200  # MiB, the most memory of the process after an attack
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
        return await answer_to(made)


Act = Callable[[Attacker], Awaitable[None]]


def _command(name: str, **options: object) -> Act:
    return lambda attacker: attacker.command(name, **options)


def _in_game(name: str, **options: object) -> Act:
    return lambda attacker: attacker.on_live(name, **options)


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
    "move": _in_game("move", i=0, j=0),
    "typing in move": _typing("move", "i"),
    "typing in top": _typing("top", "season"),
    "typing in replay": _typing("replay", "game"),
    **{f"me, {part}": _pressing(PanelPress(PanelKind.ME, part)) for part in MINE},
    "a new season": _pressing(PanelPress(PanelKind.SERVER, PanelPart.SEASON)),
    "top season:1": _command("top", season=1),
    "a move with a new picture": Attacker.pictures,
    "board with a picture": _in_game("board", picture=True),
    "hint in a game": _in_game("hint"),
    "read in a game": _in_game("read"),
    "an arrow of a window": Attacker.arrows,
    "a form with 4,000 characters": Attacker.forms,
    "a press on an old board": Attacker.old_boards,
    "a page of games": _pressing(custom_ids.GamesPress(90)),
    "the press that begins a season": _pressing(custom_ids.SeasonPress(SEASONS + 1)),
    "undo in a game": _in_game("undo"),
    "end": _in_game("end"),
    "the press that deletes the data": _pressing(custom_ids.ForgetPress()),
}


def _missing() -> set[str]:
    """Return the commands that KINDS doesn't attack."""
    every = (command for command in Ttt().walk_commands() if isinstance(command, app_commands.Command))
    return {command.qualified_name.removeprefix("ttt ") for command in every} - KINDS.keys()


class Arena(NamedTuple):
    """The bot, the attackers, and the others who play."""

    bot: psutil.Process
    seats: list[Seat]
    attackers: list[Attacker]

    async def measure(self, name: str, act: Act, rounds: int, seconds: float) -> bool:
        """Measure alternate rounds without and with attackers, print a row, and return whether the goals are met."""
        times: list[float] = []
        growth: list[float] = []
        others: list[float] = []
        lost = unanswered = 0
        for _ in range(rounds):
            for attacker in self.attackers:
                await attacker.prepare()
            before, during = Tally(), Tally()
            await open_loop(self.seats, before, seconds, RATE)
            answers, _ = await asyncio.gather(self._attack(act, seconds), open_loop(self.seats, during, seconds, RATE))
            times += [answer for answer in answers if answer]
            unanswered += answers.count(None)
            lost += sum(error != NOBODY_FREE for error in during.errors)
            others.append(p99(during.all))
            growth.append(others[-1] - p99(before.all))
        memory = self.bot.memory_info().rss / 2**20
        print(
            f"| {name} | {len(times) / rounds / seconds:.0f}/s, p99 {p99(times) * 1e3:.0f} ms | "
            f"{statistics.median(others) * 1e3:.0f} ms | {statistics.median(growth) * 1e3:+.0f} ms | "
            f"{lost} | {unanswered} | {memory:.0f} MiB |",
            flush=True,
        )
        return statistics.median(growth) < GROWTH and not lost and not unanswered and memory < MOST

    async def _attack(self, act: Act, seconds: float) -> list[float | None]:
        """Act at a constant rate, one attacker after the other, and return the time of each answer, or None."""
        start = time.monotonic()
        async with asyncio.TaskGroup() as running:
            tasks: list[asyncio.Task[float | None]] = []
            for number in range(int(RATE * seconds)):
                await asyncio.sleep(start + number / RATE - time.monotonic())
                tasks.append(running.create_task(_timed(act(self.attackers[number % ATTACKERS]))))
        return [task.result() for task in tasks]


async def _timed(acting: Awaitable[None]) -> float | None:
    sent = time.monotonic()
    try:
        async with asyncio.timeout(LOST):
            await acting
    except TimeoutError:
        return None
    return time.monotonic() - sent


def p99(times: list[float]) -> float:
    """Return the 99th percentile."""
    return sorted(times)[len(times) * 99 // 100] if times else 0


async def run(options: argparse.Namespace) -> int:
    """Print a row for each kind; return the exit code."""
    if missing := _missing():
        raise SystemExit(f"commands without an attack: {missing}")
    chance, missed, now, log = Random(options.seed), 0, datetime.now(UTC), list[str]()
    hoards = [
        Hoard(USERS + number, CHANNELS[number], CHANNELS[ATTACKERS + number], now, chance)
        for number in range(ATTACKERS)
    ]
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/ttt.sqlite3"
        settings = {"DATABASE_URL": url, "DISCORD_TOKEN": "dummy", "LOG_LEVEL": "WARNING"}
        live = await hoard(url, hoards)
        module = "tests.e2e.processes.loopback_bot"
        async with (
            serving(KEPT) as discord,
            started(Path(folder), module, DISCORD_URL=discord.url, **settings) as bot,
        ):
            logging = asyncio.create_task(_keep(bot.process.stdout, log))
            await discord.gateway.wait_for_bot()
            seats = [Seat("moves", discord, Rules(10, 10, 5), chance) for _ in range(PEOPLE)]
            attackers = [Attacker(discord, own, game) for own, game in zip(hoards, live, strict=True)]
            arena = Arena(psutil.Process(bot.process.pid), seats, attackers)
            await open_loop(seats, Tally(), 2, RATE)  # warmed up
            print(
                "| ten attackers, 50 a second | answered | p99 of the others | growth "
                "| unanswered: others | attackers | memory |\n|---|---|---|---|---|---|---|"
            )
            for name in options.only or KINDS:
                missed += not await arena.measure(name, KINDS[name], options.rounds, options.seconds)
            bot.process.terminate()
            await bot.process.wait()
            await logging
    print(f"{len(log)} lines in the log, {sum(' ERROR ' in line for line in log)} errors", *log[:20], sep="\n")
    return 1 if missed else 0


async def _keep(output: asyncio.StreamReader | None, log: list[str]) -> None:
    assert output
    log.extend([line.decode().rstrip() async for line in output])


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacker", description=__doc__)
    parser.add_argument("--seconds", type=float, default=4, help="length of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="*", choices=KINDS, help="run only these attacks")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    gc.disable()  # its pauses would count as the bot's time
    return uvloop.run(run(options))


if __name__ == "__main__":
    raise SystemExit(main())
