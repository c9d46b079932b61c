"""What is shown of games that time has ended."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from bot.core import Core
from bot.game.challenges import Terms
from bot.game.clock import Pace
from bot.game.games import GuildId, MessageId, Place
from bot.game.requests import GameRequest, NewChallenge, Target
from bot.interactions.periodic import PeriodicWork
from bot.interactions.puzzles import Posting
from bot.messages.translator import Translator
from tests.interactions.background.services import services_of
from tests.people import ANN, BOB, HERE, SMALL, THERE, Clock

FIRST, SECOND = MessageId(1), MessageId(2)


class Board:
    """A message that notes its edits in a list."""

    def __init__(self, message: MessageId, edited: list[MessageId]) -> None:
        self._message = message
        self._edited = edited

    async def edit(self, **_: object) -> None:
        self._edited.append(self._message)


async def never(_: GuildId) -> Translator:
    raise AssertionError


async def paced(process: Core, place: Place, board: MessageId) -> None:
    """Ann and Bob play with five minutes a move on a board that a message shows."""
    offered = await process.lobby.new(GameRequest(place, ANN, Terms(SMALL, opponent=BOB, pace=Pace.FIVE_MINUTES)))
    assert isinstance(offered, NewChallenge)
    game = (await process.lobby.accept(Target(place.channel), offered.challenge.id, BOB)).game
    await process.channels.note_board(game, board)


async def test_an_end_that_cannot_be_shown_holds_up_no_other(
    process: Core, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    edited: list[MessageId] = []

    def find(_: Place, message: MessageId) -> Any:
        if message == FIRST:
            raise ZeroDivisionError
        return Board(message, edited)

    services = services_of(process, clock, find)

    work = PeriodicWork(services, Posting(process.puzzles, services.find_channel, lambda _: True, never))
    await process.timekeeper.sweep()
    for place, board in ((HERE, FIRST), (THERE, SECOND)):
        await paced(process, place, board)
        clock.advance(seconds=1)
    for _ in range(11):
        clock.advance(minutes=1)
        work.start()
        await services.tasks.finish(timedelta(minutes=1))
    assert edited == [SECOND]
    [failed] = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert failed.exc_info
    assert failed.exc_info[0] is ZeroDivisionError
    caplog.get_records("call").clear()


async def test_a_challenge_that_has_expired_loses_its_buttons_once(process: Core, clock: Clock) -> None:
    edits: list[dict[str, Any]] = []

    class Challenge:
        async def edit(self, **changes: Any) -> None:
            edits.append(changes)

    services = services_of(process, clock, lambda _place, message: Challenge() if message == FIRST else None)
    work = PeriodicWork(services, Posting(process.puzzles, services.find_channel, lambda _: True, never))
    for place, shown in ((HERE, FIRST), (THERE, None)):
        offered = await process.lobby.new(GameRequest(place, ANN, Terms(SMALL, opponent=BOB)))
        assert isinstance(offered, NewChallenge)
        if shown:
            await process.store.note_challenge(offered.challenge.id, shown)
    for minutes, closed in ((14, 0), (1, 1), (1, 1)):
        clock.advance(minutes=minutes)
        work.start()
        await services.tasks.finish(timedelta(minutes=1))
        assert len(edits) == closed
    assert edits[0]["view"] is None
    assert edits[0]["content"] == f"<@{ANN}>'s challenge (3×3, 3 in a row) expired after 15 minutes."
    assert await process.lobby.expire() == []


async def test_nobody_edits_a_challenge_that_expired_hours_ago(process: Core, clock: Clock) -> None:
    await process.lobby.new(GameRequest(HERE, ANN, Terms(SMALL, opponent=BOB)))
    clock.advance(hours=2)
    assert await process.lobby.expire() == []
