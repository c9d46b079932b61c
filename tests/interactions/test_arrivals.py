"""Each interaction is handled once, and none after Discord has stopped waiting for it."""

from collections.abc import Iterable

import pytest

from bot import deadlines
from bot.interactions.entrance import Arrivals

LIMIT = (deadlines.FIRST_ANSWER + deadlines.CLOCK_ALLOWANCE).total_seconds()
DISTRUST = deadlines.CLOCK_DISTRUST.total_seconds()
NOON = 1_000_000.0  # on Discord's clock


class Clock:
    """A clock that can be wrong by any amount."""

    def __init__(self, now: float = 0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def made(at: float) -> int:
    """Return an id that Discord made at a time of its own clock."""
    return int(at * 1000) << 22 | 5


def test_a_second_arrival_of_an_interaction_is_recognized() -> None:
    arrivals = Arrivals(Clock())
    assert [arrivals.is_repeated(number) for number in (1, 2, 1, 2, 3)] == [False, False, True, True, False]


def test_only_the_newest_interactions_are_remembered() -> None:
    arrivals = Arrivals(Clock(), size=2)
    assert not any(arrivals.is_repeated(number) for number in (1, 2, 3))
    assert not arrivals.is_repeated(1)
    assert arrivals.is_repeated(3)


class Arriving:
    """Interactions that arrive while our clock is a day behind Discord's."""

    def __init__(self) -> None:
        self.clock = Clock(NOON - 86400)
        self.arrivals = Arrivals(self.clock)

    def late(self, ages: Iterable[float], *, every: float = 1) -> list[bool]:
        """Let an interaction of each age arrive, and return which were late. Ids in the future have negative ages."""
        return [self._late(age, every) for age in ages]

    def _late(self, age: float, wait: float) -> bool:
        self.clock.now += wait
        return self.arrivals.is_late(self.arrivals.age(made(self.clock.now + 86400 - age)))


@pytest.fixture
def arriving() -> Arriving:
    return Arriving()


@pytest.mark.parametrize("apart", [-86400.0, 0.0, 3600.0])
@pytest.mark.parametrize(("age", "late"), [(0.1, False), (LIMIT - 0.1, False), (LIMIT + 0.2, True), (58.0, True)])
def test_lateness_does_not_depend_on_the_local_clock(apart: float, age: float, late: bool) -> None:
    clock = Clock(NOON + apart + 0.05)
    arrivals = Arrivals(clock)
    assert not arrivals.is_late(arrivals.age(made(NOON)))
    clock.now = NOON + apart + 10 + age
    assert arrivals.is_late(arrivals.age(made(NOON + 10))) is late


@pytest.mark.parametrize("drift", [1 - deadlines.CLOCK_DRIFT / 2, 1, 1 + deadlines.CLOCK_DRIFT / 2])
def test_clock_drift_makes_no_interaction_late(drift: float) -> None:
    clock = Clock()
    arrivals = Arrivals(clock)
    for hour in range(24 * 30):
        clock.now = hour * 3600 * drift
        assert not arrivals.is_late(arrivals.age(made(NOON + hour * 3600)))


def test_a_stopped_clock_is_noticed_at_the_second_interaction() -> None:
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
def test_one_id_in_the_future_excuses_no_late_interaction(ahead: float, arriving: Arriving) -> None:
    assert not any(arriving.late([0.05, 0.05, -ahead]))
    assert all(arriving.late([LIMIT + 0.2, 58.0]))


@FUTURE
def test_distant_ids_in_the_future_do_not_confirm_each_other(ahead: float, arriving: Arriving) -> None:
    assert not any(arriving.late([0.05, -ahead, 0.1, -ahead, 0.05, -ahead, 0.05]))


@FUTURE
def test_a_first_id_in_the_future_is_trusted_only_for_seconds(ahead: float, arriving: Arriving) -> None:
    late = arriving.late([-ahead] + [0.05] * 60)
    assert sum(late) <= DISTRUST + 1
    assert not any(late[-40:])


@pytest.mark.parametrize("every", [0.2, 1, 60])
def test_two_ids_in_the_future_are_eventually_forgotten(every: float, arriving: Arriving) -> None:
    arriving.late([0.05] * 5)
    arriving.late([-LIMIT + 0.5] * 2)  # so near that not all others look late, as none of them would for hours
    ages = [0.1, 0.4, 0.8, 0.2]
    minutes = 12 if every < 60 else 30
    late = arriving.late(ages * int(minutes * 60 / every / len(ages) + 1), every=every)
    assert not any(late[-10:])
    assert all(arriving.late([LIMIT + 1, 58.0]))


@pytest.mark.parametrize("every", [0.01, 1, 60])
def test_clock_jumps_cause_refusals_only_for_seconds(every: float, arriving: Arriving) -> None:
    arriving.late([0.05])
    seconds = max(120, 3 * every)  # each way
    late = [arriving.late([ahead + 0.05] * int(seconds / every), every=every) for ahead in (-10, 0, -10, -3600, 0)]
    assert all(sum(step) * every <= max(DISTRUST + 1, every) for step in late)
    assert not any(step[-1] for step in late)


@pytest.mark.parametrize("quiet", [0, 3600, 2 * 3600])
@pytest.mark.parametrize("known", [1, 10])
def test_only_old_interactions_are_late_after_a_resume(known: int, quiet: int, arriving: Arriving) -> None:
    arriving.late([0.05] * known)
    arriving.clock.now += quiet
    assert all(arriving.late((60 - 0.25 * number for number in range(200)), every=0.01))
    assert not any(arriving.late([0.05, 0.2, LIMIT - 0.1]))
    assert all(arriving.late([LIMIT + 2, 60.0]))


def test_too_few_arrivals_do_not_replace_the_fastest(arriving: Arriving) -> None:
    arriving.late([0.05] * 2)
    arriving.late([2.5] * 3, every=deadlines.CLOCK_WINDOW.total_seconds() + 1)
    assert all(arriving.late([LIMIT + 1]))


def test_queued_interactions_stay_late_between_timely_ones(arriving: Arriving) -> None:
    arriving.late([0.05])
    late = arriving.late([LIMIT + 2, LIMIT + 1, LIMIT - 0.2] * 400, every=0.1)
    assert late == [True, True, False] * 400


def test_the_bot_lags_if_half_of_a_minutes_arrivals_are_late(arriving: Arriving) -> None:
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
