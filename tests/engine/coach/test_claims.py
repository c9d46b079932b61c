"""Hints and reviews on small boards, checked by the referee."""

from random import Random

import pytest

from tests.engine.coach.claims import GAMES, checked

SIZES = [size for size in GAMES if size not in {(4, 4, 4), (4, 5, 4)}]  # these two take longer than all others


@pytest.mark.parametrize("size", SIZES)
def test_hints_and_reviews_are_true_and_complete(size: tuple[int, int, int]) -> None:
    assert checked(size, GAMES[size] // 12, Random(7))["hints"] > 0
