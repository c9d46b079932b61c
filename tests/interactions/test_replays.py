"""However many replays are asked for, one thread draws them."""

import asyncio
import threading
from collections.abc import Generator

import pytest

from bot.game.errors import StillDrawing
from bot.game.games import UserId
from bot.interactions.replays import Replays
from engine import Board, Rules

BOARD = Board(Rules(m=3, n=3, k=3))
MANY = 64  # more than asyncio.to_thread has threads, on any machine


class Slow:
    """Draws until it is let go, and counts how many it draws."""

    def __init__(self) -> None:
        self.begun = 0
        self.drawing = threading.Event()
        self.go = threading.Event()

    def __call__(self, board: Board) -> bytes:
        self.begun += 1
        self.drawing.set()
        self.go.wait(10)
        return b"GIF"


@pytest.fixture
def slow() -> Generator[Slow]:
    slow = Slow()
    yield slow
    slow.go.set()


async def test_many_replays_leave_threads_for_other_pictures(slow: Slow) -> None:
    replays = Replays(work=slow)
    asked = [asyncio.create_task(replays.draw(BOARD, UserId(user))) for user in range(MANY)]
    await asyncio.sleep(0)  # all of them have asked
    async with asyncio.timeout(5):
        assert await asyncio.to_thread(slow.drawing.wait, 5)
    assert slow.begun == 1
    slow.go.set()
    assert await asyncio.gather(*asked) == [b"GIF"] * MANY


async def test_a_second_one_for_the_same_person_is_refused_until_the_first_is_drawn(slow: Slow) -> None:
    replays, ann = Replays(work=slow), UserId(1)
    first = asyncio.create_task(replays.draw(BOARD, ann))
    await asyncio.sleep(0)
    with pytest.raises(StillDrawing):
        await replays.draw(BOARD, ann)
    slow.go.set()
    assert await first == b"GIF"
    assert await replays.draw(BOARD, ann) == b"GIF"


async def test_one_that_fails_stops_no_other() -> None:
    def broken(board: Board) -> bytes:
        raise ZeroDivisionError

    replays = Replays(work=broken)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await replays.draw(BOARD, UserId(1))
