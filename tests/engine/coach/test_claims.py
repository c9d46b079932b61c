"""Hints and reviews on small boards, checked by the referee."""

from random import Random

import pytest

from tests.engine.coach.claims import GAMES, checked

SIZES = [size for size in GAMES if size not in {(4, 4, 4), (4, 5, 4)}]  # these two take longer than all others


@pytest.mark.parametrize("size", SIZES)
def test_every_claim_is_true_and_nothing_is_missed(size: tuple[int, int, int]) -> None:
    assert checked(size, GAMES[size] // 12, Random(7))["hints"] > 0
