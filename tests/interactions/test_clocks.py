"""Messages about expired clocks and challenges."""

import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clockwork import SomeFailed
from bot.core import Core
from bot.game.clocks import Pace
from bot.game.games import ChannelId, GuildId, MessageId, Place
from bot.game.requests import Update
from bot.interactions import clocks, lobby
from bot.interactions.pictures import Pictures
from bot.interactions.puzzles import Posting
from bot.interactions.requests import Services
from bot.messages.pictures import Order
from bot.messages.translator import Translator, translator
from tests.interactions.services import Edit, Message, services_of
from tests.people import ANN, HERE, THERE, Clock, challenge, duel

FIRST, SECOND = MessageId(1), MessageId(2)


@pytest.fixture
def edits() -> list[Edit]:
    """Return the edits of messages other than the first, which can't be found."""
    return []


@pytest.fixture
def services(process: Core, clock: Clock, edits: list[Edit]) -> Services:
    def find(_: Place, message: MessageId) -> Any:
        if message == FIRST:
            raise ZeroDivisionError
        return Message(message, edits)

    return services_of(process, clock, find)


async def test_a_result_that_cannot_be_shown_delays_no_other(
    process: Core,
    clock: Clock,
    services: Services,
    edits: list[Edit],
    timeouts: list[Update],
    caplog: pytest.LogCaptureFixture,
) -> None:
    await process.clocks.sweep()
    for place, board in ((HERE, FIRST), (THERE, SECOND)):
        await process.channels.note_board(await duel(process.lobby, place=place, pace=Pace.FIVE_MINUTES.time), board)
        clock.advance(seconds=1)
    for _ in range(11):
        clock.advance(minutes=1)
        await process.clocks.sweep()
    ends = clocks.Ends(services)
    for update in timeouts:
        ends.show(update)
    await services.tasks.finish(timedelta(minutes=1))
    assert [edit.message for edit in edits] == [SECOND]
    [error] = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert error.exc_info
    assert error.exc_info[0] is ZeroDivisionError
    caplog.get_records("call").clear()


async def test_a_challenge_that_cannot_be_closed_delays_no_other(
    process: Core, clock: Clock, services: Services, edits: list[Edit]
) -> None:
    for place, message in ((HERE, FIRST), (THERE, SECOND)):
        await process.store.lobby.note_challenge((await challenge(process.lobby, place=place)).id, message)
    clock.advance(minutes=15)
    with pytest.raises(SomeFailed):
        await lobby.close_expired(services)
    await services.tasks.finish(timedelta(minutes=1))
    assert [edit.message for edit in edits] == [SECOND]


async def test_an_expired_challenge_offers_once_to_be_repeated(
    process: Core, clock: Clock, services: Services, edits: list[Edit]
) -> None:
    for place, message in ((HERE, SECOND), (THERE, None)):
        offer = await challenge(process.lobby, place=place)
        if message:
            await process.store.lobby.note_challenge(offer.id, message)
    for minutes, count in ((14, 0), (1, 1), (1, 1)):
        clock.advance(minutes=minutes)
        await lobby.close_expired(services)
        await services.tasks.finish(timedelta(minutes=1))
        assert len(edits) == count
    [(message, content, view)] = edits
    assert (message, content) == (SECOND, f"<@{ANN}>'s challenge (3×3, 3 in a row) expired after 15 minutes.")
    assert [each["label"] for row in view.to_components() for each in row["components"]] == ["Challenge again"]
    assert await process.lobby.expire() == []


class Posts:
    """Channels that record what is posted. The first is broken."""

    def __init__(self) -> None:
        self.channels: list[ChannelId] = []

    def find(self, place: Place) -> Any:
        if place == HERE:
            raise ZeroDivisionError
        return SimpleNamespace(send=partial(self._send, place.channel))

    async def _send(self, channel: ChannelId, **_: object) -> None:
        self.channels.append(channel)


async def test_a_reminder_that_fails_delays_no_other(process: Core, clock: Clock) -> None:
    posts = Posts()
    for place in (HERE, THERE):
        await duel(process.lobby, place=place, pace=Pace.HOUR.time)
        clock.advance(seconds=1)
    clock.advance(minutes=100)  # an outage that leaves more than a quarter of the time
    await process.clocks.sweep()
    with pytest.raises(SomeFailed):
        await clocks.remind(replace(services_of(process, clock), find_channel=posts.find))
    assert posts.channels == [THERE.channel]


async def test_a_puzzle_that_cannot_be_posted_delays_no_other(process: Core, clock: Clock) -> None:
    async def english(_: GuildId) -> Translator:
        return translator("en-US")

    posts, today = Posts(), process.puzzles.today
    for guild, place in enumerate((HERE, THERE)):
        await process.store.puzzles.post_puzzles(GuildId(guild), place.channel, today)
    clock.advance(days=1)

    async def draw(_: Order) -> bytes:
        return b"png"

    services = replace(
        services_of(process, clock),
        find_channel=lambda place: posts.find(replace(place, guild=HERE.guild)),
        pictures=Pictures(draw, lambda: clock().timestamp()),
    )
    posting = Posting(services, english)
    with pytest.raises(SomeFailed):
        await posting.post_today()
    await posting.post_today()
    assert posts.channels == [THERE.channel]


async def test_a_challenge_expired_hours_ago_is_not_edited(process: Core, clock: Clock) -> None:
    await challenge(process.lobby)
    clock.advance(hours=2)
    assert await process.lobby.expire() == []
