"""What is shown of games that time has ended."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from bot.core import Core
from bot.game.clock import Pace
from bot.game.games import ChannelId, MessageId, Place
from bot.game.requests import NewChallenge, Target, Terms, Wish
from bot.interactions.background.clocks import Clocks
from bot.interactions.background.deletions import Deletions
from bot.interactions.background.tasks import Tasks
from bot.interactions.background.tidying import EditLimit, Tidying
from bot.interactions.context import Services
from bot.interactions.pictures import Pictures
from bot.messages.pictures.orders import Order
from tests.people import ANN, BOB, HERE, SMALL, THERE, Clock

FIRST, SECOND = MessageId(1), MessageId(2)


class Board:
    """A message that notes its edits in a list."""

    def __init__(self, message: MessageId, edited: list[MessageId]) -> None:
        self._message = message
        self._edited = edited

    async def edit(self, **_: object) -> None:
        self._edited.append(self._message)


async def paced(process: Core, place: Place, board: MessageId) -> None:
    """Ann and Bob play with five minutes a move on a board that a message shows."""
    offered = await process.lobby.new(Wish(place, ANN, Terms(SMALL, opponent=BOB, pace=Pace.FIVE_MINUTES)))
    assert isinstance(offered, NewChallenge)
    game = (await process.lobby.accept(Target(place.channel), offered.challenge.id, BOB)).game
    await process.registry.board_sent(game, board)


async def test_an_end_that_cannot_be_shown_holds_up_no_other(
    process: Core, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    edited: list[MessageId] = []

    def find(_: Place, message: MessageId) -> Any:
        if message == FIRST:
            raise ZeroDivisionError
        return Board(message, edited)

    async def draw(_: Order) -> bytes:
        raise AssertionError

    def find_channel(_: Place) -> Any:
        raise AssertionError

    async def fetch_channel(_: ChannelId) -> object:
        raise AssertionError

    tasks, seconds = Tasks(), lambda: clock().timestamp()
    pictures, tidying = Pictures(draw, seconds), Tidying(find, tasks, EditLimit(seconds))
    services = Services(process, pictures, tidying, tasks, find_channel, find)
    clocks = Clocks(services, Deletions(services, fetch_channel, lambda _: True))
    await process.timekeeper.sweep()
    for place, board in ((HERE, FIRST), (THERE, SECOND)):
        await paced(process, place, board)
        clock.advance(seconds=1)
    for _ in range(3):
        clock.advance(minutes=4)
        clocks.start_sweep()
        await tasks.finish(timedelta(seconds=5))
    assert edited == [SECOND]
    [failed] = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert failed.exc_info
    assert failed.exc_info[0] is ZeroDivisionError
    caplog.get_records("call").clear()
