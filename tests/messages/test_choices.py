"""The names of what people and servers may choose."""

from bot.game.choices import Preferences, Shape, Theme
from bot.messages import choices
from bot.messages.styles import EMOJI
from bot.messages.translator import ENGLISH


def test_each_mark_has_its_emoji_and_its_name() -> None:
    named = choices.marks(ENGLISH)
    assert [named[shape] for shape in Shape] == [f"{EMOJI[shape]} {shape}" for shape in Shape]


def test_what_nobody_has_chosen_is_said_to_be_the_default() -> None:
    assert choices.preferences_shown(ENGLISH, Preferences(mark=Shape.STAR, theme=Theme.CONTRAST)) == (
        "**Your preferences**\n"
        "Mark: ⭐ star\n"
        "Picture theme: high contrast\n"
        "Board: text (default)\n"
        "Labels on empty buttons: no labels (default)\n"
        "Challenges: on (default)\n"
        "Reminders before time runs out: on (default)"
    )
