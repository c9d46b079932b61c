"""Rules and marks."""

from typing import Any

import pytest

from engine import Mark, Rules


@pytest.mark.parametrize("sides", [(3.0, 3, 3), (3, "3", 3), (3, 3, None), (True, 3, 3), (3, 3, True)])
def test_rules_must_be_whole_numbers(sides: tuple[Any, Any, Any]) -> None:
    with pytest.raises(TypeError, match="whole number"):
        Rules(*sides)


@pytest.mark.parametrize("sides", [(0, 3, 3), (3, 0, 3), (3, 3, 0), (-1, 3, 3)])
def test_rules_must_be_at_least_one(sides: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Rules(*sides)


def test_a_mark_prints_as_its_letter_and_equals_its_number() -> None:
    assert f"{Mark.X}" == str(Mark.X) == f"{Mark.X!s}" == "X"
    assert f"{Mark.O:>3}" == "  O"
    assert f"{Mark.O:d}" == "2"
    assert Mark.O == int(Mark.O) == 2
