"""The names of what people and servers may choose."""

from bot.game.choices import Preferences, ServerSettings, Shape, Theme
from bot.messages import choices
from bot.messages.styles import EMOJI
from bot.messages.translator import ENGLISH
from engine import Rules


def test_each_mark_has_its_emoji_and_its_name() -> None:
    named = choices.marks(ENGLISH)
    assert [named[shape] for shape in Shape] == [f"{EMOJI[shape]} {shape}" for shape in Shape]


def test_what_nobody_has_chosen_is_said_to_be_the_default() -> None:
    assert choices.preferences_shown(ENGLISH, Preferences(mark=Shape.STAR, theme=Theme.CONTRAST)) == (
        "**Your preferences**\n"
        "Mark: ⭐ star\n"
        "Theme of pictures: high contrast\n"
        "Board: text (default)\n"
        "Labels on empty buttons: none (default)\n"
        "Challenges: on (default)\n"
        "Reminders when time runs out: on (default)\n"
        "To change one, add it as an option, such as `/ttt me mark:star`."
    )


def test_only_a_server_that_has_chosen_a_size_is_told_how_to_get_the_default_back() -> None:
    hint = "`/ttt settings size` without numbers brings the default size back."
    rated = choices.settings_shown(ENGLISH, ServerSettings(is_rated=False))
    assert "Ratings: off: new games don't count\n" in rated
    assert hint not in rated
    assert choices.settings_shown(ENGLISH, ServerSettings(size=Rules(4, 4, 4))).endswith(f"\n{hint}")
