"""Simulated players of random games in the loopback Discord, and the measured times."""

import asyncio
import itertools
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from engine import Board, Cell, Rules
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import Json

COMMAND, PRESS = 2, 3  # types of interactions: interactions/receiving-and-responding.mdx
NOBODY_FREE = "everyone waits"  # a step was due, but all players were waiting for answers
LOST = 3.5  # seconds after which an answer counts as lost

_people = itertools.count(500_000_000_000_000_001)
_channels = itertools.count(600_000_000_000_000_001)


class Wrong(Exception):
    """A refusal where a board was expected, or no answer in time."""


@dataclass
class Tally:
    """The results of one round."""

    seconds: float = 0
    cpu: float = 0
    own_cpu: float = 0  # of the players and the loopback, to see that they aren't the bottleneck
    times: dict[str, list[float]] = field(default_factory=dict)  # seconds from request to answer, by kind
    errors: list[str] = field(default_factory=list)

    def add(self, kind: str, seconds: float) -> None:
        """Count an answer."""
        self.times.setdefault(kind, []).append(seconds)

    @property
    def all(self) -> list[float]:
        """The times of all answers, slowest last."""
        return sorted(itertools.chain.from_iterable(self.times.values()))


Step = tuple[str, Interaction]
Steps = AsyncGenerator[Step]


class Table:
    """A channel with one game after another. Each game has new players, because of the limit of games per minute."""

    def __init__(self, discord: Loopback, rules: Rules, chance: Random) -> None:
        self._discord = discord
        self._channel = next(_channels)
        self._rules = rules
        self._chance = chance

    async def moves(self) -> Steps:
        """Play with `/ttt move`."""
        while True:
            people = next(_people), next(_people)
            async for step in self._new(people):
                yield step
            for turn, cell in self._random_game():
                yield "move", await self._slash(people[turn], "move", i=cell.row, j=cell.col)

    async def presses(self) -> Steps:
        """Play with the buttons of a small board."""
        while True:
            people = next(_people), next(_people)
            board: Json = {}
            async for kind, done in self._new(people):
                board = done.messages[-1]
                yield kind, done
            for turn, cell in self._random_game():
                done = await self._press(people[turn], f"{cell.row}:{cell.col}", board)
                board = done.message
                yield "press", done

    async def starts(self) -> Steps:
        """Start games against the computer and end them."""
        while True:
            person = next(_people)
            yield "start", await self._slash(person, "new", **self._sizes, ai="classic")
            yield "end", await self._slash(person, "end")

    @property
    def _sizes(self) -> dict[str, int]:
        return {"m": self._rules.m, "n": self._rules.n, "k": self._rules.k}

    async def _new(self, people: tuple[int, int]) -> Steps:
        challenge = await self._slash(people[0], "new", **self._sizes)
        yield "new", challenge
        accepted = await self._press(people[1], "Join", challenge.message)
        with _in_time():
            await accepted.follow_up()  # the board
        yield "join", accepted

    def _random_game(self) -> list[tuple[int, Cell]]:
        board, cells = Board(self._rules), []
        for cell in self._chance.sample(list(board.legal_moves), self._rules.m * self._rules.n):
            if board.outcome:
                break
            cells.append((len(cells) % 2, cell))
            board.push(cell)
        return cells

    async def _slash(self, user: int, name: str, **options: Any) -> Interaction:
        types = {"ai": 3}  # a string; all others are integers
        given = [{"type": types.get(key, 4), "name": key, "value": value} for key, value in options.items()]
        data = {"id": "1", "type": 1, "name": "ttt", "options": [{"type": 1, "name": name, "options": given}]}
        return await self._answered(await self._discord.send(COMMAND, self._channel, user, data))

    async def _press(self, user: int, button: str, on: Json) -> Interaction:
        data = {"custom_id": payloads.buttons(on)[button], "component_type": 2}
        return await self._answered(await self._discord.send(PRESS, self._channel, user, data, on))

    async def _answered(self, sent: Interaction) -> Interaction:
        with _in_time():
            async with asyncio.timeout(LOST):
                await sent.has_answer.wait()
        if sent.private:  # only refusals are ephemeral here
            raise Wrong(sent.text)
        return sent


@contextmanager
def _in_time() -> Generator[None]:
    try:
        yield
    except TimeoutError:
        raise Wrong("no answer") from None


class Seat:
    """A sequence of steps at one table. After an error, it continues at a new table."""

    def __init__(self, mode: str, discord: Loopback, rules: Rules, chance: Random) -> None:
        self._mode = mode
        self._new_table = partial(Table, discord, rules, chance)
        self._steps = self._sit_down()

    def _sit_down(self) -> Steps:
        return getattr(self._new_table(), self._mode)()

    async def step(self, tally: Tally, due: float | None = None) -> None:
        """Take the next step, and time it from when it was due, by default from when it was sent."""
        try:
            kind, done = await anext(self._steps)
        except Wrong as wrong:
            tally.errors.append(str(wrong))
            self._steps = self._sit_down()
        else:
            tally.add(kind, done.took + (done.at - due if due else 0))


async def closed_loop(seats: list[Seat], tally: Tally, until: Callable[[], bool]) -> None:
    """Let each seat take its next step as soon as the previous one is answered."""

    async def play(seat: Seat) -> None:
        while not until():
            await seat.step(tally)

    await asyncio.gather(*(play(seat) for seat in seats))


async def open_loop(seats: list[Seat], tally: Tally, seconds: float, rate: float) -> None:
    """Take rate steps a second, no matter how long the answers take, and time each from when it was due."""
    idle, start = deque(seats), time.monotonic()

    async def step(due: float) -> None:
        seat = idle.popleft()
        await seat.step(tally, due)
        idle.append(seat)

    async with asyncio.TaskGroup() as steps:
        for number in range(int(rate * seconds)):
            due = start + number / rate
            await asyncio.sleep(due - time.monotonic())
            if idle:
                steps.create_task(step(due))
            else:
                tally.errors.append(NOBODY_FREE)
