"""Pictures of boards and games: drawn in a worker process, one at a time, and one per user."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Hashable
from contextlib import contextmanager

from bot import deadlines
from bot.game.errors import NotDrawn, StillDrawing
from bot.game.games import Game, UserId
from bot.messages.message import Draft
from bot.messages.pictures import Order
from bot.messages.styles import Look
from bot.registry.workers import WorkerLost

log = logging.getLogger(__name__)

KEPT = 4 * 2**20  # bytes of cached pictures


class Pictures:
    """Draws the pictures of all channels.

    A picture takes tens of milliseconds of processor time, a replay up to a second: in the bot's own process every user
    would wait. Pictures are drawn one after the other, and wait for at most one replay. A second picture for a user
    whose first one is not drawn yet is refused.
    """

    def __init__(self, draw: Callable[[Order], Awaitable[bytes]], clock: Callable[[], float]) -> None:
        self._drawn = draw
        self._clock = clock
        self._free = asyncio.Semaphore(1)
        self._replays = asyncio.Semaphore(1)
        self._asking: set[UserId] = set()
        self._drawing: set[asyncio.Task[bytes | None]] = set()
        self._kept = Kept(KEPT)

    @contextmanager
    def one_for(self, user: UserId) -> Generator[None]:
        """Reserve a user's turn until their picture is drawn.

        Raises
        ------
        StillDrawing
            The user is already waiting for one.
        """
        self.check(user)
        self._asking.add(user)
        try:
            yield
        finally:
            self._asking.discard(user)

    def check(self, user: UserId) -> None:
        """Refuse a user who is already waiting for a picture."""
        if user in self._asking:
            raise StillDrawing

    async def of(self, draft: Draft, user: UserId | None, until: float | None = None) -> bytes | None:
        """Return the picture of a message, if it has one and it is drawn in time; until is an instant of the clock.

        The text has the board, too, so a message is sent without its picture rather than too late.
        """
        game = draft.pictured
        if game is None:
            return None
        wait = deadlines.PICTURE_EDIT.total_seconds() if until is None else until - self._clock()
        try:
            async with asyncio.timeout(wait):
                return await self._board(game, draft, user)
        except (TimeoutError, StillDrawing) as reason:
            log.info("game %d is shown without a picture: %r", game.id, reason)
            return None

    async def _board(self, game: Game, draft: Draft, user: UserId | None) -> bytes | None:
        order = Order.of(game.rules, game.plies, draft.look).showing(draft.view)
        if kept := self._kept.get(game, order):
            return kept
        if user is None:
            return await self._in_turn(game, order)
        with self.one_for(user):
            return await self._in_turn(game, order)

    async def replay(self, game: Game, look: Look) -> bytes:
        """Return the animated picture of a game. Call it within one_for.

        Raises NotDrawn.
        """
        order = Order.of(game.rules, game.plies, look, animated=True)
        async with self._replays:
            gif = await self._in_turn(game, order)
        if gif is None:
            raise NotDrawn
        return gif

    async def draw(self, order: Order) -> bytes:
        """Return a picture that is not cached, in its turn. Call it within one_for.

        Raises WorkerLost.
        """
        async with self._replays, self._free:
            return await self._drawn(order)

    async def _in_turn(self, game: Game, order: Order) -> bytes | None:
        """Return a picture in its turn. If the wait for it is given up, it is cached for the next request."""
        await self._free.acquire()
        if kept := self._kept.get(game, order):
            self._free.release()
            return kept
        drawing = asyncio.create_task(self._draw(game, order))
        self._drawing.add(drawing)
        drawing.add_done_callback(self._is_done)
        return await asyncio.shield(drawing)

    def _is_done(self, drawing: asyncio.Task[bytes | None]) -> None:
        self._drawing.discard(drawing)
        self._free.release()

    async def _draw(self, game: Game, order: Order) -> bytes | None:
        try:
            picture = await self._drawn(order)
        except WorkerLost as lost:
            log.warning("a worker was lost that drew game %d: %s", game.id, lost)
            return None
        self._kept.keep(game, order, picture)
        return picture

    async def close(self) -> None:
        """Cancel what is being drawn."""
        for drawing in self._drawing:
            drawing.cancel()
        await asyncio.gather(*self._drawing, return_exceptions=True)


class Kept:
    """A cache of the last picture and the last replay of recent games, up to a number of bytes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._pictures: OrderedDict[Hashable, tuple[Hashable, bytes]] = OrderedDict()

    def get(self, game: Game, order: Order) -> bytes | None:
        """Return the picture of a game in its present state, in the same look."""
        of, picture = self._pictures.get((game.id, order.animated), (None, b""))
        return picture if of == _version(game, order) else None

    def keep(self, game: Game, order: Order, picture: bytes) -> None:
        """Cache a picture in place of the last one of the same game; evict the oldest ones if there is no room."""
        _, replaced = self._pictures.pop((game.id, order.animated), (None, b""))
        self._pictures[game.id, order.animated] = _version(game, order), picture
        self._size += len(picture) - len(replaced)
        while self._size > self._limit:
            _, (_, oldest) = self._pictures.popitem(last=False)
            self._size -= len(oldest)


def _version(game: Game, order: Order) -> Hashable:
    return game.revision, order.look, order.view
