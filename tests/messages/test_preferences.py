"""The choices of people and servers."""

from collections.abc import Mapping

import pytest

from bot.game.clocks import Pace
from bot.game.errors import OutOfDate
from bot.game.preferences import Labels, Preferences, Shape, Theme
from bot.messages import lobby, panels, preferences
from bot.messages.drafts import Menu, Tone
from bot.messages.translator import ENGLISH


def test_changed_preferences_are_bold() -> None:
    panel = panels.me(ENGLISH, Preferences(mark=Shape.STAR, theme=Theme.CONTRAST, labels=Labels.NONE))
    assert panel.content == (
        "**Your preferences**\n"
        "Mark that everyone sees: **⭐ star**\n"
        "Picture theme: **high contrast**\n"
        "Board: text, and pictures of large boards\n"
        "Labels on empty buttons: no labels\n"
        "Challenges: on\n"
        "Reminders before time runs out: on"
    )
    assert {button.tone for row in panel.rows for button in row} == {Tone.PLAIN}  # the question is red


@pytest.mark.parametrize(("chosen", "name"), [(None, "dark"), (Theme.DARK, "dark"), (Theme.CONTRAST, "high contrast")])
def test_a_menu_of_values_shows_the_current_one(chosen: Theme | None, name: str) -> None:
    _, values = panels.me(ENGLISH, Preferences(theme=chosen), "theme").menus
    assert isinstance(values, Menu)
    assert [option.label for option in values.options if option.is_chosen] == [name]


@pytest.mark.parametrize(
    ("options", "option", "value"),
    [
        (lobby.OPPONENTS, "any", None),
        (lobby.PACES, "none", None),
        (lobby.PACES, "1 day", Pace.DAY.time),
        (lobby.SERIES, "1", None),
        (lobby.SERIES, "5", 5),
        (preferences.LOCALES, "discord", None),
        (preferences.LOCALES, "pt-BR", "pt-BR"),
    ],
)
def test_each_menu_option_stands_for_a_value(options: Mapping[str, object], option: str, value: object) -> None:
    assert preferences.option_in(options, option) == value


@pytest.mark.parametrize("options", [lobby.OPPONENTS, lobby.PACES, lobby.SERIES, preferences.LOCALES])
def test_an_unknown_menu_option_is_out_of_date(options: Mapping[str, object]) -> None:
    with pytest.raises(OutOfDate):
        preferences.option_in(options, "2")
