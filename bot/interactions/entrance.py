"""The entrance of all commands, buttons and forms, where late and repeated ones stop and all are counted and timed."""

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from math import inf
from typing import Any

import discord
from discord import app_commands

from bot import deadlines
from bot.counts import Counts, InteractionResult
from bot.game.errors import ComputerThinking, ShuttingDown, TooMuchAtOnce
from bot.game.games import UserId
from bot.interactions import answers, boards, failures
from bot.interactions.answers import Interaction
from bot.interactions.requests import Handler, Request, Services

log = logging.getLogger(__name__)


class Timer:
    """Times requests until Discord has accepted their first answers, in seconds of clock."""

    def __init__(self, counts: Counts, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._counts = counts

    def start(self, request: Request) -> None:
        """Start timing the first answer to a request."""
        request.when_answered = partial(self._answered, request)

    def end(self, request: Request, *, cancelled: bool) -> None:
        """Count a request whose task has ended."""
        answered = request.interaction.response.is_done()
        if answered:  # discord.py itself sends the choices of an autocomplete, as the last step of its task
            answers.note_answered(request.interaction)
        unless_failed = InteractionResult.OK if answered else InteractionResult.FAILED
        result = InteractionResult.LOST if cancelled else request.result or unless_failed
        self._counts.interaction(_name(request), result)

    def _answered(self, request: Request) -> None:
        self._counts.answered(_name(request), self.clock() - request.arrived)


def _name(request: Request) -> str:
    """Return the name of a command or button, from a closed set; cached on the request."""
    if request.name is None:
        request.name = _looked_up(request)
    return request.name


def _looked_up(request: Request) -> str:
    interaction = request.interaction
    match interaction.type:
        case discord.InteractionType.application_command:
            command = interaction.command
            if isinstance(command, app_commands.ContextMenu):
                return "challenge"
            return command.qualified_name.removeprefix("ttt ") if command else "unknown"
        case discord.InteractionType.autocomplete:
            return "autocomplete"
        case discord.InteractionType.modal_submit:
            return "sent_form"
        case _:
            return request.pressed.name if request.pressed else "unknown"


REMEMBERED = 4096  # more than the loop can handle while Discord waits for an answer
FEWEST = 5  # arrivals per minute; with fewer, the share of late ones means nothing

_MILLISECONDS = 22  # bits of an id below its timestamp: reference.mdx, Snowflakes
_MINUTE = 60


class Arrivals:
    """Remembers which interactions have arrived, and computes their age by Discord's clock.

    An id contains the time at which Discord made it. Our clock may be wrong by any amount, so only differences count:
    the quickest arrival measures how far the two clocks are apart, and any other arrival is as old as it was slower.

    Since an id may lie in the future, an arrival counts as the quickest only if the one before it was as quick, and
    only for minutes. If all arrivals have been late for a while, the measure must be wrong, so it is taken anew.
    """

    def __init__(self, clock: Callable[[], float], *, remembered: int = REMEMBERED) -> None:
        """Compare with clock, which counts seconds."""
        self._clock = clock
        self._limit = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
        self._distrust = deadlines.CLOCK_DISTRUST.total_seconds()
        self._window = deadlines.CLOCK_WINDOW.total_seconds()
        self._remembered = remembered
        self._ids: OrderedDict[int, None] = OrderedDict()
        self._quickest = inf  # of this window and the one before
        self._quickest_now = inf  # of this window
        self._in_window = 0
        self._window_since = 0.0
        self._previous = -inf
        self._late_since: float | None = None
        self._recent: deque[tuple[float, bool]] = deque(maxlen=remembered)  # when, and whether late

    def is_repeated(self, interaction: int) -> bool:
        """Note an arrival; return whether its interaction arrived before."""
        if interaction in self._ids:
            return True
        self._ids[interaction] = None
        if len(self._ids) > self._remembered:
            self._ids.popitem(last=False)
        return False

    def age(self, interaction: int) -> timedelta:
        """Return the age of an interaction that arrives now."""
        now = self._clock()
        # The clocks drift apart, so the limit loosens with time.
        took = now * (1 - deadlines.CLOCK_DRIFT) - (interaction >> _MILLISECONDS) / 1000
        self._turn_window(now)
        confirmed = max(took, self._previous)
        self._quickest_now = min(self._quickest_now, confirmed)
        quickest = min(self._quickest, confirmed)
        if took - quickest <= self._limit:
            self._late_since = None
        elif self._late_since is None:
            self._late_since = now
        elif now - self._late_since > self._distrust:
            quickest = self._quickest_now = took
            self._late_since = None
        self._quickest, self._previous = quickest, took
        age = timedelta(seconds=max(took - quickest, 0))
        self._recent.append((now, self.is_late(age)))
        return age

    def _turn_window(self, now: float) -> None:
        """Forget the arrivals before this window if it is over; after a silence the few that follow measure nothing."""
        if now - self._window_since > self._window and self._in_window >= FEWEST:
            self._quickest, self._quickest_now = self._quickest_now, inf
            self._window_since, self._in_window = now, 0
        self._in_window += 1

    def is_late(self, age: timedelta) -> bool:
        """Return whether Discord has stopped waiting for an answer at that age, so that nothing may be changed."""
        return age.total_seconds() > self._limit

    @property
    def is_deaf(self) -> bool:
        """Whether at least half of the last minute's arrivals were late."""
        since = self._clock() - _MINUTE
        late = [late for at, late in self._recent if at > since]
        return len(late) >= FEWEST and 2 * sum(late) >= len(late)


MOST_AT_ONCE = 10  # requests of one user at a time


class Entrance:
    """Runs each request from its arrival to its end, and refuses new ones while the bot shuts down.

    A request that arrives again, or when Discord has stopped waiting for its answer, is dropped.
    """

    def __init__(self, services: Services, timer: Timer) -> None:
        self.is_closing = False
        self.arrivals = Arrivals(timer.clock)
        self._in_flight: Counter[UserId] = Counter()
        self._services = services
        self._timer = timer

    def arrived(self, interaction: Interaction) -> None:
        """Open the record of a request, before any other code of the request runs."""
        answers.attach(interaction, Request(interaction, self._services, self._timer.clock()))

    async def admit(self, request: Request) -> bool:
        """Run a request in the current task; return False if it was refused or dropped.

        A refused request runs, too: the bot may not stop before its answer is out.
        """
        if self.arrivals.is_repeated(request.id):
            log.info("interaction %d arrived again", request.id)
            return False
        task = asyncio.current_task()
        assert task is not None
        self._services.tasks.own(task)
        self._in_flight[request.user] += 1
        self._timer.start(request)
        task.add_done_callback(partial(self._ended, request))
        request.age = self.arrivals.age(request.id)
        if self.arrivals.is_late(request.age):
            log.warning("interaction %d arrived too late to be answered, so it changes nothing", request.id)
            request.result = InteractionResult.LOST
            return False
        refusal = ShuttingDown() if self.is_closing else TooMuchAtOnce() if self._has_too_much(request.user) else None
        if refusal:
            await failures.answer(request, refusal)
        return refusal is None

    async def fail(self, request: Request, error: Exception) -> None:
        """Answer an error of a request.

        If users don't see the game in its present state, show it instead. If it is the computer's turn, let it move:
        the bot may have been stopped while it was thinking.
        """
        try:
            if await failures.show_instead(request, error):
                return
        except Exception as another:  # noqa: BLE001 - as in handle
            error = another
        await failures.answer(request, error)
        if isinstance(error, ComputerThinking):
            self._services.tasks.start(boards.let_computer_move(self._services, error.game))

    async def handle(self, request: Request, handler: Handler) -> None:
        """Handle a request, and answer any error."""
        if await self.admit(request):
            try:
                await handler(request)
            except Exception as error:  # noqa: BLE001 - the one handler of all bugs
                await self.fail(request, error)

    async def close(self, within: timedelta) -> None:
        """Refuse new requests, let the running ones finish, and cancel those that take too long."""
        self.is_closing = True
        log.info("shutting down, %d requests in flight", len(self._services.tasks))
        if late := await self._services.tasks.finish(within):
            log.warning("%d requests took too long and were cut off", late)

    def _has_too_much(self, user: UserId) -> bool:
        """Return whether a user has so many unanswered requests that others would have to wait."""
        return self._in_flight[user] > MOST_AT_ONCE

    def _ended(self, request: Request, task: asyncio.Task[Any]) -> None:
        self._in_flight[request.user] -= 1
        if not self._in_flight[request.user]:
            del self._in_flight[request.user]
        self._timer.end(request, cancelled=task.cancelled())
