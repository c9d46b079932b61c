"""Which interactions are carried out: each once, and none that Discord has stopped waiting for."""

from collections.abc import Iterable

import pytest

from bot import deadlines
from bot.interactions.entrance import Arrivals

LIMIT = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
DISTRUST = deadlines.CLOCK_DISTRUST.total_seconds()
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
    arrivals = Arrivals(Clock(), size=2)
    assert not any(arrivals.is_repeated(number) for number in (1, 2, 3))
    assert not arrivals.is_repeated(1)
    assert arrivals.is_repeated(3)


class Arriving:
    """Interactions that arrive a second apart, with a clock a day behind Discord's."""

    def __init__(self) -> None:
        self.clock = Clock(NOON - 86400)
        self.arrivals = Arrivals(self.clock)

    def late(self, ages: Iterable[float], *, every: float = 1) -> list[bool]:
        """Let one of each age arrive; return which were late. The age is negative where the id lies in the future."""
        return [self._late(age, every) for age in ages]

    def _late(self, age: float, wait: float) -> bool:
        self.clock.now += wait
        return self.arrivals.is_late(self.arrivals.age(made(self.clock.now + 86400 - age)))


@pytest.fixture
def arriving() -> Arriving:
    return Arriving()


@pytest.mark.parametrize("apart", [-86400.0, 0.0, 3600.0])
@pytest.mark.parametrize(("age", "late"), [(0.1, False), (LIMIT - 0.1, False), (LIMIT + 0.2, True), (58.0, True)])
def test_one_that_discord_has_given_up_is_late_however_wrong_our_clock_is(apart: float, age: float, late: bool) -> None:
    clock = Clock(NOON + apart + 0.05)
    arrivals = Arrivals(clock)
    assert not arrivals.is_late(arrivals.age(made(NOON)))
    clock.now = NOON + apart + 10 + age
    assert arrivals.is_late(arrivals.age(made(NOON + 10))) is late


@pytest.mark.parametrize("drift", [1 - deadlines.CLOCK_DRIFT / 2, 1, 1 + deadlines.CLOCK_DRIFT / 2])
def test_a_clock_that_drifts_makes_no_interaction_late(drift: float) -> None:
    clock = Clock()
    arrivals = Arrivals(clock)
    for hour in range(24 * 30):
        clock.now = hour * 3600 * drift
        assert not arrivals.is_late(arrivals.age(made(NOON + hour * 3600)))


def test_a_clock_that_stood_still_is_found_out_by_the_second_interaction() -> None:
    clock = Clock(NOON)
    arrivals = Arrivals(clock)
    assert not any(arrivals.is_late(arrivals.age(made(NOON + second))) for second in (0, 600, 600))  # it was asleep
    clock.now += 60
    assert arrivals.is_late(arrivals.age(made(NOON + 610)))


FUTURE = pytest.mark.parametrize("ahead", [4.0, 10.0, 3600.0])


@FUTURE
@pytest.mark.parametrize("known", [1, 2, 100])
def test_one_id_in_the_future_makes_no_other_late(ahead: float, known: int, arriving: Arriving) -> None:
    assert not any(arriving.late([0.05] * known + [-ahead] + [0.05, 0.3, 1.0] * 20))


@FUTURE
def test_one_id_in_the_future_lets_nothing_pass_that_is_late(ahead: float, arriving: Arriving) -> None:
    assert not any(arriving.late([0.05, 0.05, -ahead]))
    assert all(arriving.late([LIMIT + 0.2, 58.0]))


@FUTURE
def test_ids_in_the_future_far_apart_do_not_confirm_each_other(ahead: float, arriving: Arriving) -> None:
    assert not any(arriving.late([0.05, -ahead, 0.1, -ahead, 0.05, -ahead, 0.05]))


@FUTURE
def test_a_first_id_in_the_future_is_believed_for_seconds_only(ahead: float, arriving: Arriving) -> None:
    late = arriving.late([-ahead] + [0.05] * 60)
    assert sum(late) <= DISTRUST + 1
    assert not any(late[-40:])


@pytest.mark.parametrize("every", [0.2, 1, 60])
def test_two_ids_in_the_future_that_confirm_each_other_are_forgotten(every: float, arriving: Arriving) -> None:
    arriving.late([0.05] * 5)
    arriving.late([-LIMIT + 0.5] * 2)  # so near that not all others look late, as none of them would for hours
    ages = [0.1, 0.4, 0.8, 0.2]
    minutes = 12 if every < 60 else 30
    late = arriving.late(ages * int(minutes * 60 / every / len(ages) + 1), every=every)
    assert not any(late[-10:])
    assert all(arriving.late([LIMIT + 1, 58.0]))


@pytest.mark.parametrize("every", [0.01, 1, 60])
def test_a_clock_that_steps_back_and_forth_makes_it_deaf_for_seconds_only(every: float, arriving: Arriving) -> None:
    arriving.late([0.05])
    seconds = max(120, 3 * every)  # each way
    late = [arriving.late([ahead + 0.05] * int(seconds / every), every=every) for ahead in (-10, 0, -10, -3600, 0)]
    assert all(sum(step) * every <= max(DISTRUST + 1, every) for step in late)
    assert not any(step[-1] for step in late)


@pytest.mark.parametrize("quiet", [0, 3600, 2 * 3600])
@pytest.mark.parametrize("known", [1, 10])
def test_old_ones_after_a_resume_are_late_and_the_next_in_time_is_not(
    known: int, quiet: int, arriving: Arriving
) -> None:
    arriving.late([0.05] * known)
    arriving.clock.now += quiet
    assert all(arriving.late((60 - 0.25 * number for number in range(200)), every=0.01))
    assert not any(arriving.late([0.05, 0.2, LIMIT - 0.1]))
    assert all(arriving.late([LIMIT + 2, 60.0]))


def test_interactions_that_wait_for_a_busy_bot_stay_late_while_others_come_in_time(arriving: Arriving) -> None:
    arriving.late([0.05])
    late = arriving.late([LIMIT + 2, LIMIT + 1, LIMIT - 0.2] * 400, every=0.1)
    assert late == [True, True, False] * 400


def test_half_of_a_minutes_arrivals_lost_is_lagging_but_a_few_are_not(arriving: Arriving) -> None:
    arriving.late([0.05] * 4)
    arriving.late([60.0] * 3)
    assert not arriving.arrivals.is_lagging
    arriving.late([60.0])
    assert arriving.arrivals.is_lagging
    arriving.late([0.05])
    assert not arriving.arrivals.is_lagging
    arriving.late([60.0])
    assert arriving.arrivals.is_lagging
    arriving.clock.now += 61
    assert not arriving.arrivals.is_lagging
    arriving.late([60.0] * 4)
    assert not arriving.arrivals.is_lagging
