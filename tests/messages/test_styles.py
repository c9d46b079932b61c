"""The marks that people may choose: told apart by their shape, never the same for both."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.game.preferences import Shape, Theme
from bot.messages.pictures.shapes import stamp
from bot.messages.styles import EMOJI, Look
from engine import Mark

SMALL = 18  # pixels of a cell on a phone, where the most cells are in view


def test_there_are_enough_marks_for_everybody() -> None:
    assert len(Shape) >= 16
    assert len({EMOJI[shape] for shape in Shape}) == len(Shape)


@pytest.mark.parametrize(
    ("one", "other"), list(combinations(Shape, 2)), ids=lambda shape: shape.name if isinstance(shape, Shape) else None
)
def test_marks_differ_in_shape_where_they_are_smallest(one: Shape, other: Shape) -> None:
    first, second = (stamp(shape, SMALL).point([0] * 128 + [255] * 128) for shape in (one, other))

    both = ImageChops.darker(first, second).histogram()[255]
    either = ImageChops.lighter(first, second).histogram()[255]
    assert both / either < 0.8


@pytest.mark.parametrize("shape", Shape, ids=lambda shape: shape.name)
@pytest.mark.parametrize("side", [9, 14, 18, 60, 280])
def test_a_mark_stays_within_its_cell_and_in_its_middle(shape: Shape, side: int) -> None:
    box = stamp(shape, side).getbbox()

    assert box
    left, top, right, bottom = box
    assert min(left, top, side - right, side - bottom) >= side // 12
    assert abs(left + right - side) <= side / 4
    assert abs(top + bottom - side) <= side / 6


@pytest.mark.parametrize(
    ("x", "o", "expected"),
    [
        (None, None, (Shape.CROSS, Shape.RING)),
        (Shape.STAR, None, (Shape.STAR, Shape.RING)),
        (None, Shape.STAR, (Shape.CROSS, Shape.STAR)),
        (Shape.STAR, Shape.STAR, (Shape.STAR, Shape.RING)),
        (Shape.RING, None, (Shape.RING, Shape.CROSS)),
        (Shape.RING, Shape.RING, (Shape.RING, Shape.CROSS)),
        (None, Shape.CROSS, (Shape.RING, Shape.CROSS)),
        (Shape.CROSS, Shape.CROSS, (Shape.CROSS, Shape.RING)),
    ],
)
def test_the_marks_of_two_players_always_differ(
    x: Shape | None, o: Shape | None, expected: tuple[Shape, Shape]
) -> None:
    look = Look.chosen(Theme.LIGHT, x, o)

    assert (look.shape(Mark.X), look.shape(Mark.O)) == expected
    assert look.theme is Theme.LIGHT


def test_a_look_with_one_mark_for_both_is_refused() -> None:
    with pytest.raises(ValueError, match="STAR"):
        Look(x=Shape.STAR, o=Shape.STAR)


def test_without_a_choice_a_board_looks_as_ever() -> None:
    assert Look.chosen(None, None, None) == Look(Theme.DARK, Shape.CROSS, Shape.RING)
