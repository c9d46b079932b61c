"""A database whose questions of one kind are counted, and fail, hang or are answered late, as it is told."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Self, TypeVar

from bot.database.errors import StoreFailed
from bot.database.store import Store

T = TypeVar("T")


class Watched(Store):
    """A subclass asks its questions through answer."""

    asked = 0
    fails = False
    hangs = False
    has_read: asyncio.Event
    may_answer: asyncio.Event

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str) -> AsyncIterator[Self]:
        """Open a database and close it in the end."""
        store = await cls.open(url)
        store.has_read, store.may_answer = asyncio.Event(), asyncio.Event()
        store.may_answer.set()
        yield store
        await store.close()

    async def answer(self, question: Callable[[], Awaitable[T]]) -> T:
        """Answer a question, as it is told."""
        self.asked += 1
        if self.fails:
            raise StoreFailed("gone", unchanged=True)
        if self.hangs:
            await asyncio.Event().wait()
        found = await question()
        self.has_read.set()
        await self.may_answer.wait()
        return found
