"""One picture is drawn at a time, and none delays a message."""

import asyncio
import logging
from datetime import UTC, datetime
from itertools import product

import pytest

from bot.game.errors import NotDrawn, StillDrawing
from bot.game.games import ChannelId, Format, Game, GameId, Human, Place, UserId
from bot.game.preferences import Theme
from bot.interactions.pictures import CACHE_SIZE, Pictures
from bot.messages.drafts import Draft, Pictured
from bot.messages.pictures import Order, packed, render
from bot.messages.styles import Look
from bot.registry.workers import WorkerLost
from engine import Cell, Rules

ANN, BOB = UserId(1), UserId(2)
NOW = 100.0
MANY = 64


def game(number: int = 1, revision: int = 0) -> Game:
    """Return a game with its own board and this number of moves."""
    place, at = Place(ChannelId(number)), datetime(2026, 1, 1, tzinfo=UTC)
    plies = tuple(Cell(index, index) for index in range(revision))
    rules = Rules(9, 8 + number, 5)
    return Game(GameId(number), place, Format(rules), Human(ANN), Human(BOB), at, plies, revision=revision)


def showing(current: Game) -> Draft:
    return Draft("", pictured=Pictured(current.board, None))


class Drawer:
    """Draws when it is allowed to, and records the orders."""

    def __init__(self, *, may: bool = True) -> None:
        self.orders: list[Order] = []
        self.at_once = self.most_at_once = 0
        self.has_begun = asyncio.Event()
        self.go = asyncio.Event()
        if may:
            self.go.set()
        self.pictures = Pictures(self, lambda: NOW)

    async def __call__(self, order: Order) -> bytes:
        self.orders.append(order)
        self.has_begun.set()
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go.wait()
        self.at_once -= 1
        return f"{len(order.board.plies)} moves".encode()


async def test_pictures_are_drawn_one_at_a_time() -> None:
    drawer = Drawer(may=False)
    boards = [drawer.pictures.board(showing(game(number)), UserId(number)) for number in range(MANY)]
    replays = [drawer.pictures.replay(game(number), Look()) for number in range(MANY)]
    tasks = [asyncio.create_task(one) for one in (*boards, *replays)]
    await drawer.has_begun.wait()
    drawer.go.set()
    assert await asyncio.gather(*tasks) == [b"0 moves"] * 2 * MANY
    assert drawer.most_at_once == 1


async def test_a_picture_waits_for_at_most_one_replay() -> None:
    drawer = Drawer(may=False)
    replays = [asyncio.create_task(drawer.pictures.replay(game(number), Look())) for number in range(MANY)]
    await drawer.has_begun.wait()
    board = asyncio.create_task(drawer.pictures.board(showing(game(MANY)), ANN))
    await asyncio.sleep(0)
    drawer.go.set()
    await board
    assert [order.animated for order in drawer.orders[:2]] == [True, False]
    await asyncio.gather(*replays)


async def test_each_position_and_look_is_drawn_once() -> None:
    drawer, expected = Drawer(), list(product((0, 1), Theme))
    for revision, theme in expected:
        for _ in range(2):
            await drawer.pictures.board(showing(game(revision=revision))._replace(look=Look(theme)), ANN)
    assert [(len(order.board.plies), order.look.theme) for order in drawer.orders] == expected


async def test_requests_for_the_same_picture_share_it() -> None:
    drawer = Drawer(may=False)
    tasks = [asyncio.create_task(drawer.pictures.board(showing(game()), user)) for user in (ANN, BOB)]
    await drawer.has_begun.wait()
    drawer.go.set()
    assert await asyncio.gather(*tasks) == [b"0 moves"] * 2
    assert len(drawer.orders) == 1


async def test_each_user_gets_one_picture_at_a_time() -> None:
    drawer = Drawer(may=False)
    first = asyncio.create_task(drawer.pictures.board(showing(game()), ANN))
    await drawer.has_begun.wait()
    assert await drawer.pictures.board(showing(game(2)), ANN) is None
    with pytest.raises(StillDrawing):
        drawer.pictures.check(ANN)
    drawer.pictures.check(BOB)
    drawer.go.set()
    assert await first == b"0 moves"
    drawer.pictures.check(ANN)
    assert await drawer.pictures.board(showing(game(2)), ANN) == b"0 moves"


async def test_a_failed_drawing_frees_the_users_place() -> None:
    drawing = Drawer().pictures
    with pytest.raises(ZeroDivisionError), drawing.reserve(ANN):
        raise ZeroDivisionError
    with drawing.reserve(ANN), pytest.raises(StillDrawing), drawing.reserve(ANN):
        raise AssertionError


async def test_a_message_is_sent_without_a_late_picture() -> None:
    drawer = Drawer(may=False)
    assert await drawer.pictures.board(showing(game()), ANN, until=NOW + 0.001) is None
    assert await drawer.pictures.board(showing(game(2)), ANN, until=NOW - 1) is None
    drawer.go.set()
    assert await drawer.pictures.board(showing(game()), ANN, until=NOW + 10) == b"0 moves"
    assert len(drawer.orders) == 1  # the first one was drawn nevertheless, and kept


async def test_a_lost_worker_costs_only_the_picture(caplog: pytest.LogCaptureFixture) -> None:
    async def lost(order: Order) -> bytes:
        raise WorkerLost("hung")

    drawing = Pictures(lost, lambda: NOW)
    with caplog.at_level(logging.WARNING):
        assert await drawing.board(showing(game()), ANN) is None
    assert "hung" in caplog.text
    with pytest.raises(NotDrawn):
        await drawing.replay(game(), Look())


async def test_closing_cancels_the_current_drawing() -> None:
    drawer = Drawer(may=False)
    task = asyncio.create_task(drawer.pictures.board(showing(game()), ANN))
    await drawer.has_begun.wait()
    await drawer.pictures.close()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_the_cache_of_pictures_is_limited() -> None:
    columns: list[int] = []

    async def draw(order: Order) -> bytes:
        columns.append(order.rules.n)
        return bytes(CACHE_SIZE // 3)

    pictures = Pictures(draw, lambda: NOW)
    for number in (1, 2, 3, 4, 2, 3, 4, 1):
        await pictures.board(showing(game(number)), ANN)
    assert columns == [game(number).rules.n for number in (1, 2, 3, 4, 1)]
    assert CACHE_SIZE < 10 * 2**20


def test_an_order_is_drawn_as_a_picture_or_an_animation() -> None:
    rules, plies = Rules(100, 100, 5), (Cell(99, 0), Cell(0, 99))
    order = Order(rules, packed(plies), Look())
    animated = Order(rules, packed(plies), Look(), animated=True)
    assert tuple(order.board.plies) == plies
    assert render(order).startswith(b"\x89PNG")
    assert render(animated).startswith(b"GIF89a")


async def test_a_picture_larger_than_the_cache_is_sent() -> None:
    async def draw(_: Order) -> bytes:
        return bytes(CACHE_SIZE + 1)

    assert await Pictures(draw, lambda: NOW).board(showing(game()), ANN) == bytes(CACHE_SIZE + 1)
