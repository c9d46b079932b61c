"""A random server: people send commands and press what they see, while messages, threads and the bot come and go."""

import asyncio
import itertools
import re
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bot.game.games import EVERYONE
from tests.e2e.boards import board_in, newest
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY, DIRECT, EPHEMERAL, GUILD, MEMBER, STRANGE, Json
from tests.e2e.discord.threads import CREATE_PUBLIC_THREADS, VIEW_CHANNEL
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import change, rows, running_bot
from tests.e2e.world.steps import Step

DAVE = CY + 1  # moderates
PEOPLE = (ANN, BOB, CY, DAVE)
MANAGE_MESSAGES = 1 << 13
LACKING = (0, CREATE_PUBLIC_THREADS, payloads.SEND_MESSAGES, VIEW_CHANNEL)  # what Cy may not do, by chance
MENTION = re.compile(r"<@(\d+)>")
IN_SIGHT = 6  # public messages of a channel that people still see
WORD = re.compile("[a-z]")  # in the label of a button that is no cell
CELL = re.compile(r"\d+:\d+")  # the name of a button for a cell
RECENT = 40  # presses: at least those of the last five seconds
PATIENCE = 10  # seconds, for an answer
ODD = 0.1  # of the commands come from a channel that Discord describes in another way
OWN = 3  # ephemeral answers that a user still sees
SETTINGS = {"SWEEPING": "0.2", "ON_ITS_WAY": "0.1", "AI_BUDGET": "0.02", "LOG_LEVEL": "WARNING"}
FAULTS: tuple[tuple[str, Json], ...] = (  # only posts and edits need permissions
    ("", {"status": 500}),
    ("", {"status": 503}),
    ("POST /channels", {"status": 403, "code": 50013}),
    ("PATCH /channels", {"status": 404, "code": 10008}),
    ("callback$", {"body": "null"}),
)
GARBLED = ("hello", "null", '{"op":10,"d":{}}')
NEW_KINDS = (14, 17, 18, 99)  # of channels, unknown to discord.py
LONG_AGO = "strftime('%Y-%m-%d %H:%M:%f000', opened, '-16 minutes')"  # as if more time had passed than challenges last
LATE = "UPDATE games SET deadline = ?, revision = revision + 1 WHERE deadline IS NOT NULL"
BOARD = ("move", "move", "move", "resign", "resign", "undo", "undo", "end", "board", "hint", "read", "games", "replay")


class World:
    """The server, its people, and what each of them sees."""

    def __init__(self, discord: Loopback, folder: Path, random: Random) -> None:
        self.discord = discord
        self.folder = folder
        self.rows = partial(rows, folder)  # of the database, to judge what people read
        self.steps: list[Step] = []
        self.channels = [*CHANNELS[:2]]  # the second is a voice chat
        self.lacks = random.choice(LACKING)
        self._acted_in: dict[tuple[int, int], int] = {}  # games, by user and channel
        self._random = random
        self._taps: list[tuple[str, str, int]] = []  # the latest presses
        self._own: dict[int, list[Json]] = defaultdict(list)
        self._bots = AsyncExitStack()
        self.bot: Process
        discord.threads.voice |= {*CHANNELS[1:]}
        discord.permissions |= {DAVE: MEMBER | MANAGE_MESSAGES, CY: MEMBER & ~self.lacks}

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Run the bot during the block."""
        async with self._bots:
            await self._start()
            yield

    async def _start(self) -> None:
        self.bot = await self._bots.enter_async_context(running_bot(self.discord, self.folder, **SETTINGS))

    # -- what people see

    @property
    def places(self) -> list[int]:
        """The channels and open threads."""
        return [*self.channels, *(int(thread["id"]) for thread in self.discord.threads.all)]

    def places_of(self, user: int) -> list[int]:
        """The places where a user can play: Ann has a direct message with the bot, Cy has installed it elsewhere."""
        is_kept_out = user == CY and self.lacks == VIEW_CHANNEL
        return [*([] if is_kept_out else self.places), *{ANN: [DIRECT], CY: [STRANGE]}.get(user, [])]

    def public(self, channel: int) -> list[Json]:
        """Return the newest messages that everybody in a channel sees, oldest first."""
        here = (message for message in self.discord.messages.values() if message["channel_id"] == str(channel))
        return [message for message in here if not message["flags"] & EPHEMERAL][-IN_SIGHT:]

    def seen_by(self, user: int) -> list[Json]:
        """Return the messages with buttons that a user sees, as they are now."""
        places = self.places_of(user)
        own = filter(None, (self.discord.messages.get(message["id"]) for message in self._own[user]))
        left = [message for message in own if int(message["channel_id"]) in places]
        public = [message for place in places for message in self.public(place)]
        return [message for message in (*public, *left) if payloads.buttons(message)]

    # -- what happens

    async def step(self) -> Step:
        """Let one thing happen."""
        acts: list[tuple[int, Callable[[Step], Awaitable[None]]]] = [
            (8, self._command),
            (12, self._move),
            (20, self._press),
            (1, self._delete_message),
            (1, self._fail),
            (1, self._run_out),
        ]
        if self.discord.threads.all:
            acts.append((1, self._delete_thread))
        if len(self.steps) % 20 == 19:
            rare = (self._restart, self._be_unavailable, self._leave, self._garble, self._delete_channel)
            acts = [(1, act) for act in rare]
        weights, choices = zip(*acts, strict=True)
        [act] = self._random.choices(choices, weights)
        undisturbed = act in (self._command, self._move, self._press, self._delete_message)
        step, before = Step(act.__name__.strip("_"), undisturbed=undisturbed), len(self.discord.requests)
        await act(step)
        step.unfinished = not await self._are_finished(step)
        self.discord.faults.clear()
        await self._settle()
        step.requests = list(itertools.islice(self.discord.requests, before, None))
        for interaction in step.acts:
            self._note(interaction)
        await self._read_log()
        self.steps.append(step)
        return step

    async def _are_finished(self, step: Step) -> bool:
        """Wait for the answers, also the deferred ones; the second of two taps on a button needs none of these."""
        if not step.acts or not await _all_end(act.has_answer.wait() for act in step.acts):
            return not step.acts
        taps = [(label, message["id"], who) for label, message, who in step.pressed]
        acts = [act for act, tap in zip(step.acts, taps, strict=True) if tap not in self._taps] if taps else step.acts
        self._taps = [*self._taps, *taps][-RECENT:]
        is_double = len(set(taps)) < len(taps)
        until = asyncio.FIRST_COMPLETED if is_double else asyncio.ALL_COMPLETED
        return not acts or await _all_end((act.finish() for act in acts), until)

    async def _settle(self) -> None:
        """Wait until the bot has been silent for a moment."""
        while True:
            number = len(self.discord.requests)
            await asyncio.sleep(0.03)
            if number == len(self.discord.requests):
                return

    async def _read_log(self) -> None:
        """Read what the bot has logged by now."""
        assert self.bot.process.stdout
        with suppress(TimeoutError):
            while line := await asyncio.wait_for(self.bot.process.stdout.readline(), 0.001):
                self.bot.output += line.decode()

    def _note(self, act: Interaction) -> None:
        """Note what a user now sees, and in which game of the channel the user has acted."""
        user = act.user
        private = [message for message in act.messages if message["flags"] & EPHEMERAL]
        self._own[user] = [*self._own[user], *private][-OWN:]
        where = user, int(act.payload["channel_id"])
        self._acted_in.pop(where, None)
        if not private and act.messages and (board := board_in(act.message)):
            self._acted_in[where] = board.game

    async def _command(self, step: Step) -> None:
        random = self._random
        open_to = [(user, place) for user in PEOPLE for place in self.places_of(user)]
        user, channel = random.choice([*open_to, *[where for where in self._acted_in if where in open_to] * 3])
        name, options = random.choice((*BOARD, *["new"] * 4)), dict[str, Any]()
        if name == "move":
            options = {"i": random.randrange(3), "j": random.randrange(3)}
        elif name == "new":
            others = [other for other in PEOPLE if other != user]
            options = random.choice(
                ({"ai": "easy"}, {}, {"m": 3}, {"opponent": random.choice(others)}, {"opponent": ANN + (user == ANN)})
            ) | random.choice(({}, {"pace": "5 minutes"}, {"thread": True}, {"best_of": 3}))
        act = self.discord.make(2, channel, user, self.discord.command(name, **options))
        kind = random.choice((*NEW_KINDS, None)) if random.random() < ODD else act.payload["channel"]["type"]
        act.payload["channel"]["type"] = kind
        if kind is None:
            del act.payload["channel"]
        step.what = f"{user % 10} /ttt {name} {options} in {channel % 100} of type {kind}"
        step.acted_in = self._acted_in.get((user, channel))
        step.acts = [act]
        await self.discord.deliver(act)

    async def _move(self, step: Step) -> None:
        """Let the player whose turn it is press a free cell of the newest board of a channel."""
        boards = (newest(self.discord.messages.values(), place) for place in (*self.places, DIRECT, STRANGE))
        if turns := [board for board in boards if board and board.to_move and board.empty and not board.over]:
            board = self._random.choice(turns)
            row, col = self._random.choice(board.empty)
            user = self._random.choice(PEOPLE) if board.to_move == EVERYONE else board.to_move or 0
            await self._press_by(step, [user], f"{row}:{col}", board.message)

    async def _press(self, step: Step) -> None:
        """Let somebody press a button that is no cell, perhaps twice, or together with somebody else."""
        random = self._random
        if not (people := [user for user in PEOPLE if self.seen_by(user)]):
            return
        user = random.choice(people)
        message = random.choice(self.seen_by(user))
        labels = sorted(payloads.buttons(message))
        label = random.choice([label for label in labels if WORD.search(label)] or labels)
        named = [int(number) for number in dict.fromkeys(MENTION.findall(message["content"]))] or [user]
        one, other = random.choice((user, *named)), random.choice((*named, *PEOPLE))
        await self._press_by(step, random.choice(([one], [one], [one, one], [one, other])), label, message)

    async def _press_by(self, step: Step, users: list[int], label: str, message: Json) -> None:
        """Let those people press a button who see it."""
        seen = [user for user in users if message["id"] in (one["id"] for one in self.seen_by(user))]
        step.pressed = [(label, message, user) for user in seen]
        step.was_newest = self.public(int(message["channel_id"]))[-1:] == [message]
        step.what = f"{[user % 10 for user in seen]} press {label!r} on {message['content'][:60]!r}"
        step.acts = [await self.discord.send_press(user, label, message) for user in seen]

    async def _delete_message(self, step: Step) -> None:
        if messages := self.public(self._random.choice(self.places)):
            message = self._random.choice(messages)
            step.undisturbed = False
            step.what = f"delete {message['content'][:60]!r}"
            del self.discord.messages[message["id"]]

    async def _delete_thread(self, step: Step) -> None:
        self.discord.threads.delete(self._random.choice(self.discord.threads.all))
        await self.discord.tell()

    async def _fail(self, step: Step) -> None:
        """Let one of the bot's next requests fail, and somebody do something."""
        pattern, fault = self._random.choice(FAULTS)
        self.discord.faults.add(pattern, **fault)
        await self._press(step)

    async def _run_out(self, step: Step) -> None:
        """Let the time of all games and challenges run out."""
        change(self.folder, f"UPDATE challenges SET opened = {LONG_AGO} WHERE state = 'open'")  # noqa: S608 - a constant
        change(self.folder, LATE, int((time.time() - 60) * 1e6))
        await asyncio.sleep(0.6)

    async def _restart(self, step: Step) -> None:
        await self.bot.kill()
        await self._start()

    async def _be_unavailable(self, step: Step) -> None:
        """Let time pass while the server is unavailable."""
        step.is_outage = True
        await self._tell("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        await self._run_out(step)
        await self._tell("GUILD_CREATE", payloads.guild())

    async def _leave(self, step: Step) -> None:
        """Remove the bot from the server, and add it again: its games there have ended."""
        await self._tell("GUILD_DELETE", {"id": str(GUILD)})
        await self._tell("GUILD_CREATE", payloads.joined_guild(GUILD))

    async def _tell(self, event: str, payload: Json) -> None:
        await self.discord.gateway.dispatch(event, payload)
        await asyncio.sleep(0.5)

    async def _garble(self, step: Step) -> None:
        """Send the bot a frame that it can't read."""
        await self.discord.gateway.send(self._random.choice(GARBLED))
        await _all_end([self.discord.gateway.wait_for_bot()])

    async def _delete_channel(self, step: Step) -> None:
        """Delete the voice chat, and make another one."""
        channel = str(self.channels.pop())
        self.channels.append(int(channel) + 1)
        about = {"id": channel, "guild_id": str(GUILD), "type": 2, "name": "voice", "position": 0}
        await self._tell("CHANNEL_DELETE", about)


async def _all_end(waits: Iterable[Coroutine[Any, Any, object]], until: str = asyncio.ALL_COMPLETED) -> bool:
    """Wait until all, or only the first, have ended, and return whether they have in time."""
    done, pending = await asyncio.wait(map(asyncio.create_task, waits), timeout=PATIENCE, return_when=until)
    for task in pending:
        task.cancel()
    return not pending or bool(until == asyncio.FIRST_COMPLETED and done)
