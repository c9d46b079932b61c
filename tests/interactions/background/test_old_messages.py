"""Which old messages may be tidied."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from bot.game.games import ChannelId, MessageId, Place
from bot.interactions.background import EditLimit, OldMessages, Tasks

HERE, THERE = ChannelId(1), ChannelId(2)


class Clock:
    """Stands until it is set."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_channel_has_one_turn_at_a_time(clock: Clock) -> None:
    limit = EditLimit(clock)
    assert [limit.claim(HERE), limit.claim(HERE), limit.claim(THERE)] == [True, False, True]
    limit.release(HERE)
    assert limit.claim(HERE)


@pytest.mark.parametrize(("after", "allowed"), [(0.1, 0), (0.5, 1), (0.7, 2), (60.0, 3)])
def test_turns_come_back_with_time_but_never_more_than_a_second_of_them(
    clock: Clock, after: float, allowed: int
) -> None:
    limit = EditLimit(clock, a_second=3)
    channels = [ChannelId(number) for number in range(10)]
    assert [limit.claim(channel) for channel in channels[:4]] == [True, True, True, False]
    clock.now = after
    assert sum(limit.claim(channel) for channel in channels[4:]) == allowed


def test_a_refused_turn_takes_nothing(clock: Clock) -> None:
    limit = EditLimit(clock, a_second=2)
    limit.claim(HERE)
    limit.claim(HERE)
    assert limit.claim(THERE)


class Board:
    """A message that notes each edit in a list."""

    def __init__(self, message: MessageId, edited: list[MessageId]) -> None:
        self._message = message
        self._edited = edited

    async def edit(self, *, content: str, view: None, allowed_mentions: object) -> None:
        assert content == "It moved down."
        self._edited.append(self._message)


@pytest.mark.parametrize(("requests", "edited"), [(2, [7]), (3, [])])
async def test_old_boards_are_drawn_and_tidied_only_while_few_wait(
    clock: Clock, requests: int, edited: list[MessageId]
) -> None:
    drawn: list[MessageId] = []
    done: list[MessageId] = []

    def find(_place: Place, message: MessageId) -> Any:
        return Board(message, done)

    async def draw() -> str:
        drawn.append(MessageId(7))
        return "It moved down."

    tasks, answered = Tasks(), asyncio.Event()
    for _ in range(requests):
        tasks.start(answered.wait())
    OldMessages(find, tasks, EditLimit(clock), few=2).remove_buttons(Place(HERE), {MessageId(7): draw})
    answered.set()
    assert await tasks.finish(timedelta(minutes=1)) == 0
    assert drawn == done == edited
