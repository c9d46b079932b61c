"""A random server: people send commands and press what they see, while messages, threads and the bot come and go."""

import asyncio
import itertools
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback, Request, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, DIRECT, EPHEMERAL, GUILD, STRANGE, Json
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import change, rows, running_bot

HERE, VOICE_CHAT = CHANNELS[:2]
DAVE = CY + 1  # moderates
PEOPLE = (ANN, BOB, CY, DAVE)
MANAGE_MESSAGES = 1 << 13
IN_SIGHT = 6  # public messages of a channel that people still see
FREE = "·"  # in the label of a cell
PATIENCE = 10  # seconds, for an answer that was deferred
OWN = 3  # ephemeral answers that a user still sees
SETTINGS = {"SWEEPING": "0.2", "ON_ITS_WAY": "0.1", "AI_BUDGET": "0.02", "LOG_LEVEL": "WARNING"}
FAULTS: tuple[tuple[str, Json], ...] = (  # only posts and edits need permissions
    ("", {"status": 500}),
    ("", {"status": 503}),
    ("POST /channels", {"status": 403, "code": 50013}),
    ("PATCH /channels", {"status": 404, "code": 10008}),
)
LONG_AGO = "strftime('%Y-%m-%d %H:%M:%f000', opened, '-16 minutes')"  # as if more time had passed than challenges last
BOARD = ("move", "undo", "resign", "end", "board", "hint", "read", "games", "replay")


@dataclass
class Step:
    """What happened in one step: a description, the presses or commands with their answers, and the bot's requests.

    undisturbed: nothing but these acts happened, so a step may be judged by its answers.
    """

    what: str
    acts: list[Interaction] = field(default_factory=list)
    pressed: list[tuple[str, Json, int]] = field(default_factory=list)  # labels, their messages, and who pressed them
    was_newest: bool = False  # the pressed message was the newest of its channel
    unfinished: bool = False  # an answer that was promised has not come
    requests: list[Request] = field(default_factory=list)
    undisturbed: bool = True
    began: str = field(default_factory=lambda: str(datetime.now(UTC).replace(tzinfo=None)))  # as in the database

    def __str__(self) -> str:
        answers = (act.text.replace("\n", " | ")[:120] for act in self.acts if act.messages)
        return f"{self.what} -> {' || '.join(answers)}"


class World:
    """The server, its people, and what each of them sees."""

    def __init__(self, discord: Loopback, folder: Path, random: Random) -> None:
        self.discord = discord
        self.folder = folder
        self.steps: list[Step] = []
        self.is_available = True
        self._random = random
        self._own: dict[int, list[Json]] = defaultdict(list)
        self._bots = AsyncExitStack()
        self._bot: Process | None = None
        discord.threads.voice.add(VOICE_CHAT)
        discord.permissions[DAVE] = payloads.MEMBER | MANAGE_MESSAGES

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the bot during the block."""
        async with self._bots:
            await self._start()
            yield

    async def _start(self) -> None:
        self._bot = await self._bots.enter_async_context(running_bot(self.discord, self.folder, **SETTINGS))

    # -- what people see

    @property
    def log(self) -> str:
        """What the bot has logged."""
        return self._bot.output if self._bot else ""

    @property
    def places(self) -> list[int]:
        """The channels and open threads."""
        return [HERE, VOICE_CHAT, *(int(thread["id"]) for thread in self.discord.threads.all)]

    def places_of(self, user: int) -> list[int]:
        """The places where a user can play: Ann has a direct message with the bot, Cy has installed it elsewhere."""
        return [*self.places, *{ANN: [DIRECT], CY: [STRANGE]}.get(user, [])]

    def public(self, channel: int) -> list[Json]:
        """Return the newest messages that everybody in a channel sees, oldest first."""
        here = (message for message in self.discord.messages.values() if message["channel_id"] == str(channel))
        return [message for message in here if not message["flags"] & EPHEMERAL][-IN_SIGHT:]

    def seen_by(self, user: int, channel: int) -> list[Json]:
        """Return the messages with buttons that a user sees in a channel, as they are now."""
        own = (self.discord.messages.get(message["id"]) for message in self._own[user])
        there = [message for message in filter(None, own) if int(message["channel_id"]) in self.places_of(user)]
        messages = [*self.public(channel), *there]
        return [message for message in messages if payloads.buttons(message)]

    # -- what happens

    async def step(self) -> Step:
        """Let one thing happen."""
        acts: list[tuple[int, Callable[[Step], Awaitable[None]]]] = [
            (8, self._command),
            (16, self._press),
            (3, self._press_twice),
            (3, self._press_together),
            (1, self._delete_message),
            (1, self._fail),
            (1, self._run_out),
        ]
        if self.discord.threads.all:
            acts.append((1, self._delete_thread))
        if len(self.steps) % 25 == 24:
            acts = [(1, self._restart), (1, self._be_unavailable), (1, self._leave)]
        weights, choices = zip(*acts, strict=True)
        [act] = self._random.choices(choices, weights)
        step, before = Step(act.__name__.strip("_")), len(self.discord.requests)
        await act(step)
        step.unfinished = not await self._are_finished(step)
        await self._settle()
        step.requests = list(itertools.islice(self.discord.requests, before, None))
        self.steps.append(step)
        return step

    async def _are_finished(self, step: Step) -> bool:
        """Wait for the deferred answers; the second of two taps on a button needs none."""
        if not step.acts:
            return True
        is_double = len({who for _, _, who in step.pressed}) < len(step.pressed)
        until = asyncio.FIRST_COMPLETED if is_double else asyncio.ALL_COMPLETED
        finishing = [asyncio.create_task(act.finish()) for act in step.acts]
        done, pending = await asyncio.wait(finishing, timeout=PATIENCE, return_when=until)
        for task in pending:
            task.cancel()
        return bool(done) if is_double else not pending

    async def _settle(self) -> None:
        """Wait until the bot has been silent for a moment."""
        while True:
            number = len(self.discord.requests)
            await asyncio.sleep(0.03)
            if number == len(self.discord.requests):
                return

    def _note(self, step: Step, act: Interaction) -> None:
        step.acts.append(act)
        user = int(act.payload["member"]["user"]["id"] if "member" in act.payload else act.payload["user"]["id"])
        self._own[user] = [*self._own[user], *(message for message in act.messages if message["flags"] & EPHEMERAL)][
            -OWN:
        ]

    async def _command(self, step: Step) -> None:
        random = self._random
        user, channel = random.choice(PEOPLE), HERE
        channel = random.choice(self.places_of(user))
        name, options = random.choice((*BOARD, "new", "new", "new")), dict[str, Any]()
        if name == "move":
            options = {"i": random.randrange(3), "j": random.randrange(3)}
        elif name == "new":
            others = [other for other in PEOPLE if other != user]
            options = random.choice(
                ({"ai": "easy"}, {"m": 3}, {"opponent": random.choice(others)}, {"opponent": ANN + (user == ANN)})
            ) | random.choice(({}, {}, {"thread": True}, {"best_of": 3}))
        step.what = f"{user % 10} /ttt {name} {options} in {channel % 100}"
        self._note(step, await self.discord.slash(user, name, channel=channel, **options))

    def _button(self, user: int) -> tuple[str, Json] | None:
        """Return a button that a user sees, and its message."""
        messages = self.seen_by(user, self._random.choice(self.places_of(user)))
        if not messages:
            return None
        message = self._random.choice(messages)
        return self._random.choice(sorted(payloads.buttons(message))), message

    async def _press(self, step: Step) -> None:
        await self._press_by(step, [self._random.choice(PEOPLE)])

    async def _press_twice(self, step: Step) -> None:
        user = self._random.choice(PEOPLE)
        await self._press_by(step, [user, user])

    async def _press_together(self, step: Step) -> None:
        await self._press_by(step, self._random.sample(PEOPLE, 2))

    async def _press_by(self, step: Step, users: list[int]) -> None:
        """Let people press a button that the first of them sees; the others only if it is public."""
        if not (button := self._button(users[0])):
            return
        label, message = button
        if message["flags"] & EPHEMERAL:
            users = [user for user in users if user == users[0]]
        step.pressed = [(*button, user) for user in users]
        step.was_newest = self.public(int(message["channel_id"]))[-1:] == [message]
        step.what = f"{[user % 10 for user in users]} press {label!r} on {message['content'][:60]!r}"
        pressing = [await self.discord.send_press(user, label, message) for user in users]
        for pressed in pressing:
            self._note(step, await answer_to(pressed))

    async def _delete_message(self, step: Step) -> None:
        if messages := self.public(self._random.choice(self.places)):
            message = self._random.choice(messages)
            step.undisturbed = False
            step.what = f"delete {message['content'][:60]!r}"
            del self.discord.messages[message["id"]]

    async def _delete_thread(self, step: Step) -> None:
        step.undisturbed = False
        self.discord.threads.delete(self._random.choice(self.discord.threads.all))
        await self.discord.tell()

    async def _fail(self, step: Step) -> None:
        """Let one of the bot's next requests fail, and somebody do something."""
        step.undisturbed = False
        pattern, fault = self._random.choice(FAULTS)
        self.discord.faults.add(pattern, **fault)
        await self._press(step)
        self.discord.faults.clear()

    async def _run_out(self, step: Step) -> None:
        """Let the time of all games and challenges run out."""
        step.undisturbed = False
        change(self.folder, f"UPDATE challenges SET opened = {LONG_AGO} WHERE state = 'open'")  # noqa: S608 - a constant
        await asyncio.sleep(0.6)

    async def _restart(self, step: Step) -> None:
        step.undisturbed = False
        assert self._bot
        await self._bot.kill()
        await self._start()

    async def _be_unavailable(self, step: Step) -> None:
        step.undisturbed = False
        await self.discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        await asyncio.sleep(0.5)
        await self.discord.gateway.dispatch("GUILD_CREATE", payloads.guild())
        await asyncio.sleep(0.5)

    async def _leave(self, step: Step) -> None:
        """Remove the bot from the server, and add it again: its games there have ended."""
        step.undisturbed = False
        await self.discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})
        await asyncio.sleep(0.5)
        await self.discord.gateway.dispatch("GUILD_CREATE", payloads.joined_guild(GUILD))
        await asyncio.sleep(0.5)

    # -- what the database has, to judge what people read

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what the database has."""
        return rows(self.folder, query, *values)
