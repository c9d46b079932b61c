"""Pictures of boards and games, drawn in a worker process one at a time."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

from cachetools import FIFOCache

from bot import deadlines
from bot.game.errors import NotDrawn, StillDrawing
from bot.game.games import Game, UserId
from bot.messages.drafts import Draft, Pictured
from bot.messages.pictures import Order, packed
from bot.messages.styles import Look
from bot.registry.workers import WorkerLost

log = logging.getLogger(__name__)

CACHE_SIZE = 4 * 2**20  # bytes of cached pictures


class Pictures:
    """Draws all pictures.

    A picture takes tens of milliseconds of processor time, a replay up to a second, so they are drawn outside of the
    bot's process, one after the other. A picture waits for at most one replay. A user waits for at most one picture;
    another request is refused.
    """

    def __init__(self, draw: Callable[[Order], Awaitable[bytes]], timer: Callable[[], float]) -> None:
        self._draw_in_worker = draw
        self._timer = timer
        self._free = asyncio.Semaphore(1)
        self._replays = asyncio.Semaphore(1)
        self._waiting: set[UserId] = set()
        self._drawing: set[asyncio.Task[bytes | None]] = set()
        self._cache: FIFOCache[Order, bytes] = FIFOCache(CACHE_SIZE, len)

    @contextmanager
    def reserve(self, user: UserId) -> Generator[None]:
        """Register that a user is waiting for a picture, while the block runs. Raises StillDrawing."""
        self.check(user)
        self._waiting.add(user)
        try:
            yield
        finally:
            self._waiting.discard(user)

    def check(self, user: UserId) -> None:
        """Refuse a user who is already waiting for a picture."""
        if user in self._waiting:
            raise StillDrawing

    async def board(self, draft: Draft, user: UserId | None, until: float | None = None) -> bytes | None:
        """Return the picture of a message, if it has one and it is drawn in time. until is a time of the timer.

        Without its picture, a message shows the board as text, which is better than a late message.
        """
        if draft.pictured is None:
            return None
        wait = deadlines.PICTURE_EDIT.total_seconds() if until is None else until - self._timer()
        if draft.pictured.is_small:
            wait = min(wait, deadlines.PREVIEW.total_seconds())
        try:
            async with asyncio.timeout(wait):
                return await self._board_of(draft.pictured, draft, user)
        except (TimeoutError, StillDrawing) as reason:
            log.info("showing a board without a picture: %r", reason)
            return None

    async def _board_of(self, pictured: Pictured, draft: Draft, user: UserId | None) -> bytes | None:
        board = pictured.board
        order = Order(board.rules, packed(board.plies), draft.look, draft.view, is_small=pictured.is_small)
        if cached := self._cache.get(order):
            return cached
        if user is None:
            return await self._in_turn(order)
        with self.reserve(user):
            return await self._in_turn(order)

    async def replay(self, game: Game, look: Look) -> bytes:
        """Return the GIF of a game. Call it within reserve. Raises NotDrawn."""
        order = Order(game.rules, packed(game.plies), look, animated=True)
        async with self._replays:
            gif = await self._in_turn(order)
        if gif is None:
            raise NotDrawn
        return gif

    async def draw(self, order: Order) -> bytes:
        """Draw a picture without the cache, in its turn. Call it within reserve. Raises WorkerLost."""
        async with self._replays, self._free:
            return await self._draw_in_worker(order)

    async def _in_turn(self, order: Order) -> bytes | None:
        """Draw a picture in its turn. If the caller stops waiting, the picture is still drawn and cached."""
        await self._free.acquire()
        if cached := self._cache.get(order):
            self._free.release()
            return cached
        drawing = asyncio.create_task(self._draw(order))
        self._drawing.add(drawing)
        drawing.add_done_callback(self._finish)
        return await asyncio.shield(drawing)

    def _finish(self, drawing: asyncio.Task[bytes | None]) -> None:
        self._drawing.discard(drawing)
        self._free.release()

    async def _draw(self, order: Order) -> bytes | None:
        try:
            picture = await self._draw_in_worker(order)
        except WorkerLost as lost:
            log.warning("lost the worker that was drawing a board: %s", lost)
            return None
        if len(picture) <= CACHE_SIZE:  # the cache raises ValueError for more
            self._cache[order] = picture
        return picture

    async def close(self) -> None:
        """Cancel all drawing."""
        for drawing in self._drawing:
            drawing.cancel()
        await asyncio.gather(*self._drawing, return_exceptions=True)
