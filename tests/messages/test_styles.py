"""The marks that players can choose, and how preferences decide the display."""

from itertools import combinations

import pytest
from PIL import ImageChops

from bot.game.games import Computer, Human, Level
from bot.game.preferences import DEFAULT_PREFERENCES, BoardKind, Labels, Preferences, Shape, Theme
from bot.messages.pictures.shapes import stamp
from bot.messages.styles import EMOJI, Display, Look
from engine import Mark, Rules
from tests.game.values import game
from tests.people import BOB, SMALL

SMALLEST = 18  # pixels of a cell on a phone, where the most cells are in view


def test_every_mark_has_its_own_emoji() -> None:
    assert len(Shape) >= 16
    assert len({EMOJI[shape] for shape in Shape}) == len(Shape)


def test_marks_differ_in_shape_at_the_smallest_size() -> None:
    stamps = {shape: stamp(shape, SMALLEST).point([0] * 128 + [255] * 128) for shape in Shape}
    for one, other in combinations(Shape, 2):
        both = ImageChops.darker(stamps[one], stamps[other]).histogram()[255]
        either = ImageChops.lighter(stamps[one], stamps[other]).histogram()[255]
        assert both / either < 0.8, (one, other)


@pytest.mark.parametrize("side", [9, 14, 18, 60, 280])
def test_a_mark_is_centered_in_its_cell(side: int) -> None:
    for shape in Shape:
        box = stamp(shape, side).getbbox()
        assert box, shape
        left, top, right, bottom = box
        assert min(left, top, side - right, side - bottom) >= side // 12, shape
        assert abs(left + right - side) <= side / 4, shape
        assert abs(top + bottom - side) <= side / 6, shape


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
    look = Look.from_preferences(Theme.LIGHT, x, o)

    assert (look.shape(Mark.X), look.shape(Mark.O)) == expected
    assert look.theme is Theme.LIGHT


def test_two_players_with_the_same_mark_are_refused() -> None:
    with pytest.raises(ValueError, match="STAR"):
        Look(x=Shape.STAR, o=Shape.STAR)


def display_of(
    x: Preferences,
    o: Preferences = DEFAULT_PREFERENCES,
    *,
    solo: bool = False,
    picture: bool | None = None,
    rules: Rules = SMALL,
) -> Display:
    """Return the display of a game between players with these preferences."""
    opponent = Computer(Level.EASY) if solo else Human(BOB)
    return Display.of(game(rules=rules, o=opponent, picture=picture), x, o)


PICTURE, TEXT = Preferences(board=BoardKind.PICTURE), Preferences(board=BoardKind.TEXT)


NOTHING = DEFAULT_PREFERENCES


@pytest.mark.parametrize(
    ("x", "o", "picture", "on_small", "on_large"),
    [
        (NOTHING, NOTHING, None, "text", "both"),
        (NOTHING, PICTURE, None, "picture", "picture"),
        (PICTURE, TEXT, None, "picture", "picture"),
        (TEXT, NOTHING, None, "text", "text"),
        (NOTHING, TEXT, None, "text", "text"),
        (NOTHING, NOTHING, False, "text", "text"),
        (PICTURE, NOTHING, False, "text", "text"),
        (PICTURE, PICTURE, False, "text", "text"),
        (NOTHING, NOTHING, True, "picture", "both"),
        (TEXT, TEXT, True, "picture", "both"),
    ],
)
def test_preferences_and_size_decide_on_picture_and_text(
    x: Preferences, o: Preferences, picture: bool | None, on_small: str, on_large: str
) -> None:
    sizes = dict.fromkeys([SMALL, Rules(13, 13, 5)], on_small)
    sizes |= dict.fromkeys([Rules(14, 2, 2), Rules(2, 14, 2), Rules(100, 100, 5)], on_large)
    for rules, expected in sizes.items():
        display = display_of(x, o, picture=picture, rules=rules)
        kind = {(False, True): "text", (True, False): "picture", (True, True): "both"}
        assert kind[display.has_picture, display.has_text] == expected, rules


def test_only_the_persons_preferences_count_in_a_solo_game() -> None:
    assert not display_of(PICTURE, solo=True).has_text


def test_buttons_show_coordinates_if_either_player_wants_them() -> None:
    prefers = Preferences(labels=Labels.COORDINATES)
    assert display_of(prefers, solo=True).has_coordinates
    assert display_of(prefers).has_coordinates
    assert display_of(DEFAULT_PREFERENCES, prefers).has_coordinates
    assert not display_of(PICTURE, TEXT).has_coordinates


@pytest.mark.parametrize(
    ("x", "o", "theme"),
    [(None, None, Theme.DARK), (None, Theme.LIGHT, Theme.LIGHT), (Theme.CONTRAST, Theme.LIGHT, Theme.CONTRAST)],
)
def test_the_theme_of_x_takes_precedence_over_that_of_o(x: Theme | None, o: Theme | None, theme: Theme) -> None:
    assert display_of(Preferences(theme=x), Preferences(theme=o)).look.theme is theme
