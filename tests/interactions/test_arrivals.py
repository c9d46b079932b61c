"""Which interactions are carried out: each once, and none that Discord has stopped waiting for."""

import pytest

from bot import deadlines
from bot.interactions.entrance import Arrivals

LIMIT = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
NOON = 1_000_000.0  # on Discord's clock


class Clock:
    """Seconds, on a clock that is wrong by any amount."""

    def __init__(self, now: float = 0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def made(at: float) -> int:
    """Return an id that Discord made at an instant of its own clock."""
    return int(at * 1000) << 22 | 5


def test_an_interaction_that_arrives_again_is_repeated() -> None:
    arrivals = Arrivals(Clock())
    assert [arrivals.is_repeated(number) for number in (1, 2, 1, 2, 3)] == [False, False, True, True, False]


def test_only_the_newest_interactions_are_remembered() -> None:
    arrivals = Arrivals(Clock(), remembered=2)
    assert not any(arrivals.is_repeated(number) for number in (1, 2, 3))
    assert not arrivals.is_repeated(1)
    assert arrivals.is_repeated(3)


@pytest.mark.parametrize("apart", [-86400.0, 0.0, 3600.0])
@pytest.mark.parametrize(("age", "late"), [(0.1, False), (LIMIT - 0.1, False), (LIMIT + 0.2, True), (58.0, True)])
def test_one_that_discord_has_given_up_is_late_however_wrong_our_clock_is(apart: float, age: float, late: bool) -> None:
    clock = Clock(NOON + apart + 0.05)
    arrivals = Arrivals(clock)
    assert not arrivals.is_late(arrivals.age(made(NOON)))
    clock.now = NOON + apart + 10 + age
    assert arrivals.is_late(arrivals.age(made(NOON + 10))) is late


def test_after_late_ones_the_next_in_time_is_not_late() -> None:
    clock = Clock(NOON)
    arrivals = Arrivals(clock)
    assert not arrivals.is_late(arrivals.age(made(NOON)))
    clock.now += 60
    assert all(arrivals.is_late(arrivals.age(made(NOON + second))) for second in (1, 2, 30))
    assert not arrivals.is_late(arrivals.age(made(NOON + 60)))


@pytest.mark.parametrize("drift", [1 - deadlines.CLOCK_DRIFT / 2, 1, 1 + deadlines.CLOCK_DRIFT / 2])
def test_a_clock_that_drifts_makes_no_interaction_late(drift: float) -> None:
    clock = Clock()
    arrivals = Arrivals(clock)
    for hour in range(24 * 30):
        clock.now = hour * 3600 * drift
        assert not arrivals.is_late(arrivals.age(made(NOON + hour * 3600)))


def test_a_clock_that_stood_still_is_found_out_by_the_next_interaction() -> None:
    clock = Clock(NOON)
    arrivals = Arrivals(clock)
    assert not arrivals.is_late(arrivals.age(made(NOON)))
    assert not arrivals.is_late(arrivals.age(made(NOON + 600)))  # the machine was asleep for ten minutes
    clock.now += 60
    assert arrivals.is_late(arrivals.age(made(NOON + 610)))
