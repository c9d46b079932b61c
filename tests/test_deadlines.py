"""The order of the deadlines: what waits for something waits longer than that may take."""

from datetime import timedelta
from itertools import pairwise

import pytest

from bot import deadlines

pytestmark = pytest.mark.usefixtures("hurried")


def test_every_wait_of_a_first_answer_ends_before_it() -> None:
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


def test_a_board_is_shown_in_time_even_where_preferences_and_settings_do_not_come() -> None:
    assert deadlines.REQUEST + 2 * deadlines.PREFERENCES < deadlines.FIRST_ANSWER


def test_two_processes_in_turn_at_one_file_still_end_within_a_request() -> None:
    assert 2 * deadlines.SQLITE_LOCK < deadlines.REQUEST


def test_the_end_lets_a_request_finish_and_comes_before_the_kill() -> None:
    assert deadlines.FINISH > deadlines.REQUEST
    health = 2 * deadlines.HEALTH  # for the question that is open, and for the connections
    assert deadlines.FINISH + deadlines.LEAVE + health < deadlines.KILL
