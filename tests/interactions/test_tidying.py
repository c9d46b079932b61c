"""Which old messages may be tidied."""

import pytest

from bot.game.games import ChannelId
from bot.interactions.tidying import Tidying

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
    tidying = Tidying(clock)
    assert [tidying.begin(HERE), tidying.begin(HERE), tidying.begin(THERE)] == [True, False, True]
    tidying.end(HERE)
    assert tidying.begin(HERE)


@pytest.mark.parametrize(("after", "allowed"), [(0.1, 0), (0.5, 1), (0.7, 2), (60.0, 3)])
def test_turns_come_back_with_time_but_never_more_than_a_second_of_them(
    clock: Clock, after: float, allowed: int
) -> None:
    tidying = Tidying(clock, a_second=3)
    channels = [ChannelId(number) for number in range(10)]
    assert [tidying.begin(channel) for channel in channels[:4]] == [True, True, True, False]
    clock.now = after
    assert sum(tidying.begin(channel) for channel in channels[4:]) == allowed


def test_a_refused_turn_takes_nothing(clock: Clock) -> None:
    tidying = Tidying(clock, a_second=2)
    tidying.begin(HERE)
    tidying.begin(HERE)
    assert tidying.begin(THERE)
