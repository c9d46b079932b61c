"""Replays drawn off the loop, one at a time."""

import asyncio
from collections.abc import Callable

from bot.game.errors import StillDrawing
from bot.game.games import UserId
from bot.messages.styles import Look
from engine import Board


def animated(board: Board) -> bytes:
    """Return the animated picture of a game."""
    from bot.messages.pictures import picture  # noqa: PLC0415 - Pillow takes memory: loaded with the first picture

    return picture.replay(board, Look())


class Replays:
    """Draws the replays of all channels, first come, first served, and one a person.

    A long game takes a second of a processor. Many at once would fill the threads that draw the pictures of large
    boards, and those have Discord's three seconds: so however many ask, one thread draws.
    """

    def __init__(self, *, work: Callable[[Board], bytes] = animated) -> None:
        self._work = work
        self._free = asyncio.Semaphore(1)
        self._asking: set[UserId] = set()

    async def draw(self, board: Board, user: UserId) -> bytes:
        """Return the animated picture of a game.

        Raises
        ------
        StillDrawing
            This person waits for one already.
        """
        if user in self._asking:
            raise StillDrawing
        self._asking.add(user)
        try:
            async with self._free:
                return await asyncio.to_thread(self._work, board)
        finally:
            self._asking.discard(user)
