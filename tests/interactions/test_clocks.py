"""Messages about expired clocks and challenges."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from bot.core import Core
from bot.game.clocks import Pace
from bot.game.games import GuildId, MessageId, Place
from bot.game.requests import Update
from bot.interactions.clocks import PeriodicWork
from bot.interactions.puzzles import Posting
from bot.interactions.requests import Services
from bot.messages.translator import Translator
from tests.interactions.services import Edit, Message, services_of
from tests.people import ANN, HERE, THERE, Clock, challenge, duel

FIRST, SECOND = MessageId(1), MessageId(2)


def work_of(process: Core, services: Services) -> PeriodicWork:
    async def never(_: GuildId) -> Translator:
        raise AssertionError

    return PeriodicWork(services, Posting(process, services.find_channel, lambda _: True, never))


async def test_a_result_that_cannot_be_shown_delays_no_other(
    process: Core, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    edits: list[Edit] = []

    def find(_: Place, message: MessageId) -> Any:
        if message == FIRST:
            raise ZeroDivisionError
        return Message(message, edits)

    services, ended = services_of(process, clock, find), list[Update]()
    work_of(process, services)
    show_end, process.channels.on_timeout = process.channels.on_timeout, ended.append
    await process.clocks.sweep()
    for place, board in ((HERE, FIRST), (THERE, SECOND)):
        await process.channels.note_board(await duel(process.lobby, place=place, pace=Pace.FIVE_MINUTES.time), board)
        clock.advance(seconds=1)
    for _ in range(11):
        clock.advance(minutes=1)
        await process.clocks.sweep()
    for update in ended:
        show_end(update)
    await services.tasks.finish(timedelta(minutes=1))
    assert [edit.message for edit in edits] == [SECOND]
    [failed] = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert failed.exc_info
    assert failed.exc_info[0] is ZeroDivisionError
    caplog.get_records("call").clear()


async def test_an_expired_challenge_loses_its_buttons_once(process: Core, clock: Clock) -> None:
    edits: list[Edit] = []
    services = services_of(process, clock, lambda _, message: Message(message, edits))
    work = work_of(process, services)
    for place, shown in ((HERE, FIRST), (THERE, None)):
        offered = await challenge(process.lobby, place=place)
        if shown:
            await process.store.lobby.note_challenge(offered.id, shown)
    for minutes, closed in ((14, 0), (1, 1), (1, 1)):
        clock.advance(minutes=minutes)
        work.start()
        await services.tasks.finish(timedelta(minutes=1))
        assert len(edits) == closed
    assert edits == [(FIRST, f"<@{ANN}>'s challenge (3×3, 3 in a row) expired after 15 minutes.", None)]
    assert await process.lobby.expire() == []


async def test_a_challenge_expired_hours_ago_is_not_edited(process: Core, clock: Clock) -> None:
    await challenge(process.lobby)
    clock.advance(hours=2)
    assert await process.lobby.expire() == []
