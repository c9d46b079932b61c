"""After any fault of any answer of the real process, the game can be finished with buttons."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from tests.e2e.boards import ShownBoard, newest
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, answer_to
from tests.e2e.discord.payloads import ANN, CHANNELS, Json
from tests.e2e.processes.real import bot_at

FAULTS: Sequence[Sequence[dict[str, Any]]] = (  # a case meets one of each kind, the next case the next one
    (  # Discord takes no answer any more
        {"delay": 3.1},
        {"status": 404, "code": 10062},
        {"status": 401, "code": 50027, "forever": True},
    ),
    (  # but another one
        {"drop": True},
        {"status": 403, "code": 50001, "forever": True},
        {"status": 400, "code": 50083},
    ),
    (
        {"status": 400, "code": 30046},
        {"status": 404, "code": 10008},
        {"status": 403, "code": 50013, "forever": True},
    ),
    (  # not in time
        {"status": 500, "forever": True},
        {"status": 429, "retry_after": 5},
    ),
    (  # it has the answer, and the receipt gets lost
        {"drop": True, "done": True},
        {"status": 502, "done": True},
    ),
)
ANSWER = "POST /interactions/{id}/"
FOLLOW_UP = "POST /webhooks/[0-9]+/token-{id}$"
EDIT = "PATCH /webhooks/[0-9]+/token-{id}/"

SMALL = {"m": 2}  # X wins with the third ply
PAUSE = 0.1
AT_ONCE = 16  # tables; most of them wait for what a fault delays
IN_FLIGHT = 3  # interactions that the bot is to answer in time, on however busy a machine


@dataclass
class Table:
    """One channel with two people, and the fault of one kind of request that the bot makes for it."""

    discord: Loopback
    channel: int
    ann: int
    bob: int
    request: str
    fault: dict[str, Any]
    turn: asyncio.Semaphore  # to act

    @property
    def messages(self) -> list[Json]:
        """The messages of the channel that everybody sees, as they stand."""
        here = (message for message in self.discord.messages.values() if message["channel_id"] == str(self.channel))
        return [message for message in here if not message["flags"] & payloads.EPHEMERAL]

    @property
    def board(self) -> ShownBoard:
        """The newest board."""
        board = newest(self.messages, self.channel)
        assert board, "there is no board"
        return board

    def asks(self, button: str) -> Json | None:
        """Return the newest message with a button."""
        return next((message for message in reversed(self.messages) if button in payloads.buttons(message)), None)

    async def slash(self, user: int, name: str, *, faulty: bool = False, **options: Any) -> Interaction:
        """Use a command."""
        async with self.turn:
            interaction = self.discord.make(2, self.channel, user, self.discord.command(name, **options))
            return await self._answered(interaction, faulty=faulty)

    async def press(self, user: int, button: str, on: Json | None = None, *, faulty: bool = False) -> Interaction:
        """Press a button, by default of the newest board."""
        async with self.turn:
            message = on or self.board.message
            if button not in payloads.buttons(message):
                message = (await self._press(user, "⋯ More", message)).message
            return await self._press(user, button, message, faulty=faulty)

    async def _press(self, user: int, button: str, on: Json, *, faulty: bool = False) -> Interaction:
        data = {"custom_id": payloads.buttons(on)[button], "component_type": 2}
        return await self._answered(self.discord.make(3, self.channel, user, data, on), faulty=faulty)

    async def _answered(self, interaction: Interaction, *, faulty: bool) -> Interaction:
        """Wait until the bot has answered, or until its request has met the fault."""
        if faulty:
            fault = self.discord.faults.add(self.request.format(id=interaction.number), **self.fault)
            await self.discord.deliver(interaction)
            await fault.strikes()
        else:
            await self.discord.deliver(interaction)
            await answer_to(interaction)
        return interaction

    async def insist(self, act: Callable[..., Awaitable[Interaction]], is_done: Callable[[], object]) -> None:
        """Do something that fails at first, and repeat it until it has worked."""
        await act(faulty=True)
        for _ in range(100):
            await asyncio.sleep(PAUSE)
            if is_done():
                return
            await act()
        raise AssertionError("nothing helps")

    async def play_on(self) -> None:
        """Play to the end by buttons alone, as the player whose turn it is."""
        for _ in range(100):
            async with self.turn:
                board = self.board
                if board.over:
                    return
                row, col = board.empty[0]
                answer = await self._press(board.to_move or board.x, f"{row}:{col}", board.message)
            if answer.private:  # while the computer thinks, or a new board was on its way
                assert board.to_move is None or self.board.message["id"] != board.message["id"], answer.text
                await asyncio.sleep(PAUSE)
        raise AssertionError("the game does not end")

    # -- between people

    async def challenge(self, *, faulty: bool = False) -> Interaction:
        """Let Ann challenge Bob."""
        return await self.slash(self.ann, "new", opponent=self.bob, faulty=faulty, **SMALL)

    async def duel(self, cells: str = "") -> None:
        """Begin a game between the two, with some moves."""
        await self.challenge()
        await self.accept()
        for number, cell in enumerate(cells.split()):
            await self.press((self.ann, self.bob)[number % 2], cell)

    async def accept(self) -> None:
        """Let Bob accept, and wait until the challenge is closed."""
        await self.press(self.bob, "Accept", self.asks("Accept"))
        for number in range(1, 600):
            await asyncio.sleep(PAUSE)
            if not (still := self.asks("Accept")):
                return
            if number % 60 == 0:  # a busy bot may not have closed it in time, so it does at the next press
                await self.press(self.bob, "Accept", still)
        raise AssertionError("the challenge stays open")

    # Each of these is lost.

    async def challenging(self) -> None:
        await self.insist(self.challenge, lambda: self.asks("Accept"))
        await self.accept()

    async def accepting(self) -> None:
        question = (await self.challenge()).message
        await self.insist(
            lambda **faulty: self.press(self.bob, "Accept", question, **faulty),
            lambda: newest(self.messages, self.channel),
        )

    async def pressing(self, cells: str, user: str, button: str) -> None:
        await self.duel(cells)
        await self.press(getattr(self, user), button, faulty=True)

    async def moving(self) -> None:
        await self.duel()
        await self.slash(self.ann, "move", i=1, j=1, faulty=True)

    async def looking(self) -> None:
        await self.duel("0:0")
        await self.slash(self.bob, "board", faulty=True)

    async def asking(self) -> None:
        await self.duel("0:0 0:1")
        await self.insist(lambda **faulty: self.press(self.ann, "Undo", **faulty), lambda: self.asks("Allow"))
        await self.press(self.bob, "Decline", self.asks("Decline"))

    async def allowing(self) -> None:
        await self.duel("0:0 0:1")
        await self.press(self.ann, "Undo")
        await self.press(self.bob, "Allow", self.asks("Allow"), faulty=True)

    async def resigning(self) -> None:
        await self.duel("0:0 0:1")
        question = (await self.press(self.bob, "Resign")).message
        await self.press(self.bob, "Resign", question, faulty=True)

    async def challenging_again(self) -> None:
        await self.duel("0:0 0:1 1:1")
        over = self.board.message
        await self.insist(lambda **faulty: self.press(self.ann, "Rematch", over, **faulty), lambda: self.asks("Accept"))
        await self.accept()

    # -- against the computer

    async def new(self, level: str, *, faulty: bool = False) -> Interaction:
        """Let Ann begin a game against the computer, in a channel that the bot can't see."""
        self.discord.faults.add(f"PATCH /channels/{self.channel}/", status=403, code=50001, forever=True)
        return await self.slash(self.ann, "new", ai=level, faulty=faulty, m=3)

    # Each of these or the reply to it is lost.

    async def beginning(self, level: str) -> None:
        await self.insist(lambda **faulty: self.new(level, **faulty), lambda: newest(self.messages, self.channel))

    async def pressing_for(self, level: str) -> None:
        await self.new(level)
        await self.press(self.ann, "1:1", faulty=True)

    async def moving_for(self, level: str) -> None:
        await self.new(level)
        await self.slash(self.ann, "move", i=0, j=1, faulty=True)

    async def undoing_for(self, level: str) -> None:
        await self.new(level)
        await self.press(self.ann, "1:1")
        await self.press(self.ann, "Undo", faulty=True)

    async def rematching_for(self, level: str) -> None:
        await self.new(level)
        question = (await self.press(self.ann, "Resign")).message
        over = await (await self.press(self.ann, "Resign", question)).follow_up()
        await self.insist(lambda **faulty: self.press(self.ann, "Rematch", over, **faulty), lambda: not self.board.over)


class Case(NamedTuple):
    """Something that people do, and the request of the bot that fails."""

    act: Callable[..., Awaitable[None]]
    request: str
    arguments: tuple[str, ...] = ()


SOLO = (Table.beginning, Table.pressing_for, Table.moving_for, Table.undoing_for, Table.rematching_for)
CASES = [
    *(Case(act, request) for act in (Table.accepting, Table.allowing) for request in (ANSWER, FOLLOW_UP, EDIT)),
    *(Case(act, ANSWER) for act in (Table.challenging, Table.moving, Table.looking)),
    *(Case(act, ANSWER) for act in (Table.asking, Table.resigning, Table.challenging_again)),
    Case(Table.pressing, ANSWER, ("0:0", "bob", "0:1")),
    Case(Table.pressing, ANSWER, ("0:0 0:1", "ann", "1:1")),  # wins
    Case(Table.pressing, ANSWER, ("0:0", "ann", "Undo")),
    *(Case(act, ANSWER, ("classic",)) for act in (Table.beginning, Table.pressing_for)),
    *(Case(act, ANSWER, ("expert",)) for act in SOLO),
    *(Case(act, EDIT, ("expert",)) for act in (Table.pressing_for, Table.moving_for)),
]


async def play(case: Case, table: Table, room: asyncio.Semaphore) -> str | None:
    """Play a case; return the error, if there is one."""
    try:
        async with room, asyncio.timeout(300):
            await case.act(table, *case.arguments)
            await table.play_on()
    except (AssertionError, TimeoutError, KeyError, IndexError) as error:
        return f"{case.act.__name__} {case.arguments}, {case.request}, {table.fault}: {error!r}"
    return None


async def test_a_game_can_be_finished_after_any_lost_answer(discord: Loopback, tmp_path: Path) -> None:
    every = [(case, kind[number % len(kind)]) for number, case in enumerate(CASES) for kind in FAULTS]
    settings = {"AI_BUDGET": "0.02", "LOG_LEVEL": "ERROR", "SWEEPING": "1"}
    async with bot_at(discord, tmp_path, **settings) as bot:
        await discord.gateway.wait_for_bot()
        end = asyncio.create_task(bot.exit_code(within=600))
        people, room, turn = itertools.count(ANN), asyncio.Semaphore(AT_ONCE), asyncio.Semaphore(IN_FLIGHT)
        tables = [
            Table(discord, CHANNELS[0] + number, next(people), next(people), case.request, fault, turn)
            for number, (case, fault) in enumerate(every)
        ]
        games = (play(case, table, room) for (case, _), table in zip(every, tables, strict=True))
        wrong = [failure for failure in await asyncio.gather(*games) if failure]
        assert not wrong, "\n".join(wrong)
        bot.process.terminate()
        assert await end == 0
    assert not bot.output
