"""Background work: tasks that outlive a request, messages that are sent again, and edits of old messages."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, TypeAlias

import discord

from bot.database.errors import StoreFailed
from bot.game.games import MessageId, Place
from bot.interactions.answers import Buttons, best_effort, is_temporary, mentions_in
from bot.messages.drafts import Draft

log = logging.getLogger(__name__)

RETRIED = timedelta(days=1)
MOST_WAITING = 10_000


Content: TypeAlias = Callable[[], Awaitable[Draft]]  # called only if the edit is made


class Tasks:
    """Owns tasks until they end. When the bot shuts down, it waits for them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Run a coroutine as a task; its errors are logged."""
        task = asyncio.create_task(work)
        task.add_done_callback(_log_failure)
        self.adopt(task)
        return task

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Own a task that was started elsewhere."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, within: timedelta) -> int:
        """Wait for all tasks, including those added meanwhile. Cancel the late ones and return their number."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within.total_seconds()):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        late = len(self._tasks)
        while self._tasks:  # a canceled task may still start another
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks)
        return late


@contextlib.contextmanager
def despite_outage(action: str, *others: type[Exception]) -> Generator[None]:
    """Log a failure of the database, or one of the other given errors, instead of raising it."""
    try:
        yield
    except (StoreFailed, *others) as failed:
        log.warning("could not %s: %s", action, failed, extra={"may_flood": True})


def _log_failure(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("a task failed", exc_info=error)


# With more running tasks, including requests, users are waiting. So few edits at a time, of 0.1 s each, also stay below
# the 50 requests a second that a bot may make besides its answers: topics/rate-limits.mdx.
FEW_TASKS = 3


async def _always() -> bool:
    return True


@dataclass(frozen=True)
class Delivery:
    """Something that the bot sends or edits by itself.

    action completes the sentence "could not ...". send gets a nonce, by which Discord recognizes a message that it has
    already posted: resources/message.mdx, Create Message. refused is called once if Discord refuses it for good. is_due
    returns whether it is still true.
    """

    action: str
    send: Callable[[str], Awaitable[object]]
    refused: Callable[[Exception], Awaitable[object]] | None = None
    is_due: Callable[[], Awaitable[bool]] = _always
    nonce: str = field(default_factory=partial(secrets.token_hex, 12))
    since: float = field(default_factory=time.monotonic)


class Outbox:
    """Delivers what the bot sends by itself, and tries again for a day what Discord can't take for the moment."""

    def __init__(self) -> None:
        self._waiting: deque[Delivery] = deque(maxlen=MOST_WAITING)

    async def deliver(self, delivery: Delivery) -> bool:
        """Send or edit something; return False if it has to wait for the next retry. Raises StoreFailed."""
        try:
            if not await delivery.is_due():
                return True
            error = await best_effort(delivery.action, delivery.send(delivery.nonce))
        except StoreFailed:
            self._waiting.append(delivery)
            raise
        if error is None:
            return True
        if is_temporary(error):
            self._waiting.append(delivery)
            return False
        if delivery.refused:
            await delivery.refused(error)
        return True

    async def retry(self) -> None:
        """Deliver the waiting items until Discord can't take one. Raises StoreFailed."""
        for _ in range(len(self._waiting)):
            delivery = self._waiting.popleft()
            if time.monotonic() - delivery.since > RETRIED.total_seconds():
                log.warning("could not %s for a day, gave up", delivery.action)
            elif not await self.deliver(delivery):
                break


@dataclass(frozen=True)
class OldMessages:
    """Removes the buttons of old messages in background tasks."""

    find_message: Callable[[Place, MessageId], discord.PartialMessage]
    tasks: Tasks
    few: int = FEW_TASKS

    def remove_buttons(self, place: Place, boards: Mapping[MessageId, Content | None]) -> None:
        """Remove the buttons of old boards, unless the bot is busy: a press on an old board is refused anyway.

        boards maps each message to a function for its new content and buttons, or None. Without a content, it keeps its
        own.
        """
        if boards and len(self.tasks) <= self.few:
            self.tasks.start(self._remove_buttons(place, boards))

    async def _remove_buttons(self, place: Place, boards: Mapping[MessageId, Content | None]) -> None:
        for board, content_of in boards.items():
            draft = await content_of() if content_of else Draft("")
            changes: dict[str, Any] = {"view": Buttons(draft) if draft.rows else None}
            if draft.content:
                changes |= {"content": draft.content, "allowed_mentions": mentions_in(draft.content)}
            await self._tidy(board, self.find_message(place, board).edit(**changes))

    def close_question(self, place: Place, question: MessageId, outcome: Draft) -> None:
        """Replace a question and its buttons with the outcome."""
        edit = self.find_message(place, question).edit(
            content=outcome.content,
            view=Buttons(outcome) if outcome.rows else None,
            allowed_mentions=mentions_in(outcome.content),
        )
        self.tasks.start(self._tidy(question, edit))

    async def _tidy(self, message: MessageId, edit: Coroutine[Any, Any, object]) -> None:
        await best_effort(f"tidy message {message}", edit, logging.DEBUG)
