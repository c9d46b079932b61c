"""What is remembered for a while, so that a move needs no query for it, and asked for without waiting long."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Generic, TypeVar

from bot import deadlines
from bot.registry.store import StoreFailed

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

LASTS = timedelta(minutes=10)


async def soon(asked: Awaitable[V], otherwise: str) -> V | None:
    """Return what the database says; None where it doesn't soon, and log what happens without it."""
    try:
        async with asyncio.timeout(deadlines.PREFERENCES.total_seconds()):
            return await asked
    except (StoreFailed, TimeoutError) as failed:
        log.warning("%s: %r", otherwise, failed)
        return None


class Remembered(Generic[K, V]):
    """What the database said last, of so many keys; it is fresh for LASTS. clock counts seconds."""

    def __init__(self, clock: Callable[[], float], room: int) -> None:
        self._clock = clock
        self._room = room
        self._lasts = LASTS.total_seconds()
        self._known: OrderedDict[K, tuple[float, V]] = OrderedDict()  # since when, and what

    def is_fresh(self, key: K) -> bool:
        """Return whether the database said lately what a key has."""
        known = self._known.get(key)
        return known is not None and self._clock() - known[0] < self._lasts

    def get(self, key: K) -> V | None:
        """Return what a key had when the database was last asked, however long ago."""
        known = self._known.get(key)
        return known[1] if known else None

    def note(self, key: K, value: V) -> None:
        """Note what a key has, in place of the key that was noted longest ago if it is too much."""
        self.drop(key)
        self._known[key] = self._clock(), value
        if len(self._known) > self._room:
            self._known.popitem(last=False)

    def renew(self, key: K, value: V, was: V | None) -> None:
        """Note what the database says a key has, unless it was changed since: was is what get returned before."""
        if self.get(key) is was:
            self.note(key, value)

    def drop(self, key: K) -> None:
        """Forget what a key has."""
        self._known.pop(key, None)
