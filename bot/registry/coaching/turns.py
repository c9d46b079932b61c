"""Whose turn it is at something that one can have at a time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from heapq import heappop, heappush
from itertools import count


class Turns:
    """One turn at a time: the lowest rank first, and among equals who came first."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, rank: int, within: timedelta | None = None) -> AsyncGenerator[None]:
        """Wait for a turn, and hold it while the block runs.

        Raises
        ------
        TimeoutError
            It did not come within a time.
        """
        if self._is_taken:
            called = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (rank, next(self._numbers), called))
            try:
                async with asyncio.timeout(None if within is None else within.total_seconds()):
                    await called
            except (asyncio.CancelledError, TimeoutError):
                if called.done() and not called.cancelled():  # called and given up at once
                    self._pass_on()
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, called = heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._is_taken = False
