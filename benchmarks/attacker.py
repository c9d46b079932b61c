"""What one person costs all others by doing the worst thing 50 times a second: python -m benchmarks.attacker --help.

The others play by `/ttt move` with the real process over the loopback Discord of the tests. Each round with the
attacker follows one without: the load shares the machine with the bot, so the ratio is steadier than the times.
"""

import argparse
import asyncio
import gc
import itertools
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import uvloop

from benchmarks.crowd import LOST, NOBODY_FREE, Seat, Tally, open_loop
from bot.database.store import Store
from bot.game.games import ChannelId, Computer, Format, Game, GuildId, Human, Level, Opening, Place, UserId
from bot.messages.custom_ids import Action, game_custom_id
from engine import Cell, Rules
from tests.e2e.discord.loopback import Interaction, Loopback, serving
from tests.e2e.discord.payloads import ANN, CHANNELS, GUILD, Json
from tests.e2e.processes.process import started

KEPT = 10_000  # messages and interactions that the loopback remembers
SIDE, MARKS = 100, 9000  # of the attacker's board
HERE, ELSEWHERE = CHANNELS[:2]
GOAL = 0.1  # seconds, the p99 of the others
PRESS, FORM = 3, 5  # types of interactions: interactions/receiving-and-responding.mdx


class Attacker:
    """Somebody with a full board of 100 by 100 against the computer."""

    def __init__(self, discord: Loopback, game: Game, chance: Random) -> None:
        self._discord = discord
        self._game = game
        self._empty = list(game.board.legal_moves)
        chance.shuffle(self._empty)
        self._numbers = itertools.count()
        self._board: Json = {}

    async def prepare(self) -> None:
        """Get a board with buttons of now."""
        self._board = (await self._command("board")).message

    def _command(self, name: str, **options: object) -> Awaitable[Interaction]:
        return self._discord.slash(ANN, name, channel=HERE, **options)

    def _press(self, custom_id: str) -> Awaitable[Interaction]:
        data = {"custom_id": custom_id, "component_type": 2}
        return self._discord.act(PRESS, HERE, ANN, data, self._board)

    def _arrow(self) -> str:
        shown = [button for row in self._board["components"] for button in row["components"]]
        arrows = [button["custom_id"] for button in shown if button["label"] in "←↑↓→" and not button["disabled"]]
        return arrows[next(self._numbers) % len(arrows)]

    async def pictures(self) -> None:
        """Make the computer draw a picture that it has never drawn: by a move."""
        row, col = self._empty.pop()
        await self._command("move", i=row, j=col)

    async def replays(self) -> None:
        """Ask for the replay of 9,000 moves."""
        await self._command("replay")

    async def new_games(self) -> None:
        """Open challenges, more than one may."""
        await self._discord.slash(ANN, "new", channel=ELSEWHERE, m=SIDE)

    async def refused_moves(self) -> None:
        """Mark a cell that is taken."""
        row, col = self._game.plies[0]
        await self._command("move", i=row, j=col)

    async def old_boards(self) -> None:
        """Press a button of an old board."""
        await self._press(f"ttt:{self._game.id}:1:{Action.UNDO}")

    async def autocomplete(self) -> None:
        """Type a row."""
        await self._discord.complete(ANN, "move", "i", str(next(self._numbers) % 10))

    async def stats(self) -> None:
        """Ask for statistics."""
        await self._command("stats")

    async def boards(self) -> None:
        """Show the board again, with its picture."""
        await self._command("board")

    async def forms(self) -> None:
        """Send a form with as many characters as Discord takes."""
        field = {"type": 4, "id": 2, "custom_id": "cell", "value": " " * 3999 + "x"}
        data = {
            "custom_id": game_custom_id(self._game, Action.FORM),
            "components": [{"type": 18, "id": 1, "component": field}],
        }
        await self._discord.act(FORM, HERE, ANN, data, self._board)

    async def arrows(self) -> None:
        """Move the window over the board."""
        await self._press(self._arrow())


KINDS: Mapping[str, Callable[[Attacker], Awaitable[None]]] = {
    "a move on 100×100, with a new picture": Attacker.pictures,
    "`/ttt replay` of 9,000 moves": Attacker.replays,
    "`/ttt new`": Attacker.new_games,
    "a move that is refused": Attacker.refused_moves,
    "a press on an old board": Attacker.old_boards,
    "autocomplete": Attacker.autocomplete,
    "`/ttt stats`": Attacker.stats,
    "`/ttt board` on 100×100": Attacker.boards,
    "a form with 4,000 characters": Attacker.forms,
    "an arrow of a window": Attacker.arrows,
}


@dataclass
class Attack:
    """What came of a round of one kind."""

    times: list[float] = field(default_factory=list)
    unanswered: int = 0

    async def run(self, act: Callable[[], Awaitable[None]], seconds: float, rate: float) -> None:
        """Act so many times a second, however long the answers take."""
        start = time.monotonic()
        async with asyncio.TaskGroup() as acts:
            for number in range(int(rate * seconds)):
                await asyncio.sleep(start + number / rate - time.monotonic())
                acts.create_task(self._once(act))

    async def _once(self, act: Callable[[], Awaitable[None]]) -> None:
        sent = time.monotonic()
        try:
            async with asyncio.timeout(LOST):
                await act()
        except TimeoutError:
            self.unanswered += 1
        else:
            self.times.append(time.monotonic() - sent)


def p99(times: list[float]) -> float:
    """Return the time that 99 of 100 answers took at most."""
    return sorted(times)[len(times) * 99 // 100]


async def seeded(url: str, chance: Random) -> Game:
    """Put the attacker's game into a new database."""
    cells = [Cell(row, col) for row in range(SIDE) for col in range(SIDE)]
    chance.shuffle(cells)
    place, now = Place(ChannelId(HERE), GuildId(GUILD)), datetime.now(UTC)
    store = await Store.open(url)
    try:
        ann, rules = Human(UserId(ANN)), Rules(SIDE, SIDE, SIDE)
        game, _ = await store.open_game(Opening(place, Format(rules), ann, Computer(Level.EASY), now), UserId(ANN))
        return await store.save(game, game.noted(plies=tuple(cells[:MARKS])))
    finally:
        await store.close()


async def run(options: argparse.Namespace) -> int:
    """Print a line for each kind; return the exit code."""
    chance, missed = Random(options.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/ttt.sqlite3"
        told = {"DATABASE_URL": url, "DISCORD_TOKEN": "dummy", "LOG_LEVEL": "WARNING"}
        game = await seeded(url, chance)
        async with (
            serving(KEPT) as discord,
            started(Path(folder), "tests.e2e.processes.loopback_bot", DISCORD_URL=discord.url, **told) as bot,
        ):
            await discord.gateway.joined()
            seats = [Seat("moves", discord, Rules(10, 10, 5), chance) for _ in range(options.people)]
            attacker = Attacker(discord, game, chance)
            await open_loop(seats, Tally(), 2, options.rate)  # warmed up
            print("| one person, 50 a second | answered | p99 of the others | without | ratio | slowest | unanswered |")
            print("|---|---|---|---|---|---|---|")
            for name, act in KINDS.items():
                if options.only in name:
                    missed += not await attacked(seats, attacker, name, act, options)
            bot.process.terminate()
            await bot.ended()
            print(bot.output[:2000], end="")
    return 1 if missed else 0


async def attacked(
    seats: list[Seat],
    attacker: Attacker,
    name: str,
    act: Callable[[Attacker], Awaitable[None]],
    options: argparse.Namespace,
) -> bool:
    """Measure rounds without and with the attacker in turn, print the medians; return whether the goal is met."""
    calm: list[float] = []
    others: list[float] = []
    slowest, lost, attack = 0.0, 0, Attack()
    for _ in range(options.rounds):
        await attacker.prepare()
        before, during = Tally(), Tally()
        await open_loop(seats, before, options.seconds, options.rate)
        await asyncio.gather(
            open_loop(seats, during, options.seconds, options.rate),
            attack.run(lambda: act(attacker), options.seconds, options.attacks),
        )
        calm.append(p99(before.all))
        others.append(p99(during.all))
        slowest = max(slowest, during.all[-1])
        lost += sum(error != NOBODY_FREE for error in during.errors)
    was, now = statistics.median(calm), statistics.median(others)
    ratio = statistics.median(after / first for first, after in zip(calm, others, strict=True))
    answered = len(attack.times) / options.rounds / options.seconds
    print(
        f"| {name} | {answered:.0f}/s, p99 {p99(attack.times or [0]) * 1e3:.0f} ms | {now * 1e3:.0f} ms | "
        f"{was * 1e3:.0f} ms | {ratio:.1f} | {slowest * 1e3:.0f} ms | {lost + attack.unanswered} |",
        flush=True,
    )
    return now < GOAL and not lost and not attack.unanswered


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.attacker", description=__doc__)
    parser.add_argument("--people", type=int, default=40, help="the others, two in a channel")
    parser.add_argument("--rate", type=float, default=50, help="moves of the others a second, all together")
    parser.add_argument("--attacks", type=float, default=50, help="acts of the attacker a second")
    parser.add_argument("--seconds", type=float, default=4, help="of a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="the kinds with this in their name")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    gc.disable()  # its pauses would count as the bot's
    return uvloop.run(run(options))


if __name__ == "__main__":
    raise SystemExit(main())
