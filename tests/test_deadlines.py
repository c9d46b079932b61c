"""The order of the deadlines: each wait is longer than the waits inside it."""

from datetime import timedelta
from itertools import pairwise

import pytest

from bot import deadlines

pytestmark = pytest.mark.usefixtures("hurried")


def test_every_wait_ends_before_the_first_answer_is_due() -> None:
    nested = (
        deadlines.FIRST_ANSWER,
        deadlines.REQUEST,
        deadlines.TRANSACTION,
        deadlines.STATEMENT,
        deadlines.SQLITE_LOCK,
        deadlines.SQLITE_PAUSE,
        timedelta(),
    )
    assert all(outer > inner for outer, inner in pairwise(nested))
    assert deadlines.SQLITE_CONNECT < deadlines.REQUEST


def test_a_board_is_in_time_without_preferences_and_settings() -> None:
    assert deadlines.REQUEST + 2 * deadlines.PREFERENCES < deadlines.FIRST_ANSWER


def test_two_waits_for_the_sqlite_lock_fit_into_a_request() -> None:
    assert 2 * deadlines.SQLITE_LOCK < deadlines.REQUEST


def test_shutdown_outlasts_a_request_and_precedes_the_kill() -> None:
    assert deadlines.FINISH > deadlines.REQUEST
    health = 2 * deadlines.HEALTH  # for the question that is open, and for the connections
    assert deadlines.FINISH + deadlines.LEAVE + health < deadlines.KILL
