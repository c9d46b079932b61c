"""The age of an interaction that arrives."""

from datetime import UTC, datetime, timedelta

import pytest

from bot import deadlines
from bot.interactions.entrance import age

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LIMIT = deadlines.FIRST_ANSWER.total_seconds()


@pytest.mark.parametrize(
    ("passed", "seconds"), [(-3600, 0), (-0.5, 0), (0.5, 0.5), (LIMIT, LIMIT), (LIMIT + 0.5, LIMIT), (3600, LIMIT)]
)
def test_an_age_is_never_negative_or_beyond_discords_patience(passed: float, seconds: float) -> None:
    assert age(NOON, NOON + timedelta(seconds=passed)) == timedelta(seconds=seconds)
