"""Messages about preferences, settings and blocks, and the names of preferences and settings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from bot.game.clocks import Pace
from bot.game.errors import OutOfDate
from bot.game.games import UserId
from bot.game.preferences import (
    NO_MARK,
    NO_PACE,
    BoardKind,
    BoardPlacement,
    Labels,
    Preferences,
    ServerSettings,
    Shape,
    Switch,
    Theme,
    WhoMayEnd,
)
from bot.messages.texts import user
from bot.messages.translator import LANGUAGES, Translator

Chosen = TypeVar("Chosen")
Names: TypeAlias = Mapping[str, str]  # the name of each value


class SettingLabels(NamedTuple):
    """A preference or setting in the reader's language: its title, the name of each value, and the default value."""

    title: str
    names: Names
    default: str

    def named(self, value: str | None) -> str:
        """Return the name of a value; None means the default."""
        return self.names[self.default if value is None else value]


def value_of(choices: Preferences | ServerSettings, name: str) -> str | None:
    """Return the value of a preference or setting, as in SettingLabels; None means the default."""
    value = getattr(choices, name)
    if isinstance(value, bool):
        return Switch.ON if value else Switch.OFF
    return value


# Each value and its name, for menus and answers.


def marks(tr: Translator) -> Mapping[str, str]:
    """Return the marks that users can choose."""
    # Translators: A mark to choose: a shape, whose emoji stays, or the letters X and O.
    return {
        NO_MARK: tr.pgettext("choice", "X and O"),
        Shape.CROSS.value: tr.pgettext("choice", "❌ cross"),
        Shape.RING.value: tr.pgettext("choice", "⭕ ring"),
        Shape.TRIANGLE.value: tr.pgettext("choice", "🔺 triangle"),
        Shape.SQUARE.value: tr.pgettext("choice", "🟪 square"),
        Shape.DIAMOND.value: tr.pgettext("choice", "🔶 diamond"),
        Shape.STAR.value: tr.pgettext("choice", "⭐ star"),
        Shape.HEART.value: tr.pgettext("choice", "❤️ heart"),
        Shape.MUSHROOM.value: tr.pgettext("choice", "🍄 mushroom"),
        Shape.MOON.value: tr.pgettext("choice", "🌙 moon"),
        Shape.BOLT.value: tr.pgettext("choice", "⚡ bolt"),
        Shape.DROP.value: tr.pgettext("choice", "💧 drop"),
        Shape.CLOVER.value: tr.pgettext("choice", "🍀 clover"),
        Shape.HOURGLASS.value: tr.pgettext("choice", "⌛ hourglass"),
        Shape.ARROW.value: tr.pgettext("choice", "⬆️ arrow"),
        Shape.CROWN.value: tr.pgettext("choice", "👑 crown"),
        Shape.FLOWER.value: tr.pgettext("choice", "🌸 flower"),
    }


def on(tr: Translator) -> str:
    """Return the choice for a switch that is on by default."""
    # Translators: A choice of several options: challenges, reminders, ratings. Choose a word that fits all of them.
    return tr.pgettext("choice", "on")


def preferences(tr: Translator) -> Mapping[str, SettingLabels]:
    """Return the preferences of a user in `/ttt me`, by their names in Preferences."""
    # Translators: The colors of pictures.
    themes: Names = {
        Theme.DARK: tr.pgettext("choice", "dark"),
        Theme.LIGHT: tr.pgettext("choice", "light"),
        Theme.CONTRAST: tr.pgettext("choice", "high contrast"),
    }
    # Translators: How boards are shown.
    boards: Names = {
        BoardKind.MIXED: tr.pgettext("choice", "text, and pictures of large boards"),
        BoardKind.TEXT: tr.pgettext("choice", "text only"),
        BoardKind.PICTURE: tr.pgettext("choice", "pictures"),
    }
    # Translators: What the buttons of empty cells say.
    labels: Names = {
        Labels.NONE: tr.pgettext("choice", "no labels"),
        Labels.COORDINATES: tr.pgettext("choice", "coordinates, such as 0,1"),
    }
    challenges: Names = {Switch.ON: on(tr), Switch.OFF: tr.pgettext("choice", "off (nobody can challenge you)")}
    # Translators: A choice of several options: reminders of the reader, or the daily puzzle in a channel.
    reminders: Names = {Switch.ON: on(tr), Switch.OFF: tr.pgettext("choice", "off")}
    return {
        # Translators: What replaces the reader's X or O on boards, for all players.
        "mark": SettingLabels(tr.pgettext("setting", "Mark that everyone sees"), marks(tr), NO_MARK),
        "theme": SettingLabels(tr.pgettext("setting", "Picture theme"), themes, Theme.DARK),
        # Translators: Whether boards are text or pictures.
        "board": SettingLabels(tr.pgettext("setting", "Board"), boards, BoardKind.MIXED),
        "labels": SettingLabels(tr.pgettext("setting", "Labels on empty buttons"), labels, Labels.NONE),
        "challenges": SettingLabels(tr.pgettext("setting", "Challenges"), challenges, Switch.ON),
        "reminders": SettingLabels(tr.pgettext("setting", "Reminders before time runs out"), reminders, Switch.ON),
    }


ON_DISCORD = "discord"  # the option for the server's language on Discord
LOCALES: Mapping[str, str | None] = {ON_DISCORD: None, **{locale: locale for locale in LANGUAGES}}  # by their options


def paces(tr: Translator) -> Mapping[str, str]:
    """Return the paces that a game can have."""
    # Translators: How much time each player has for each move.
    return {
        NO_PACE: tr.pgettext("choice", "no limit"),
        Pace.FIVE_MINUTES.value: tr.pgettext("choice", "5 minutes a move"),
        Pace.HOUR.value: tr.pgettext("choice", "1 hour a move"),
        Pace.DAY.value: tr.pgettext("choice", "1 day a move"),
        Pace.THREE_DAYS.value: tr.pgettext("choice", "3 days a move"),
    }


def language(tr: Translator, locale: str | None) -> str:
    """Return a language's own name, or the default if a server has chosen none."""
    if locale is not None and locale in LANGUAGES:
        return LANGUAGES[locale].name
    # Translators: A choice of the language of boards: that of the server or of the player who starts the game.
    return tr.pgettext("choice", "automatic")


def languages(tr: Translator) -> Mapping[str, str]:
    """Return the languages that a server can choose, with their names: first Discord's setting and the reader's own."""
    locales = sorted(LOCALES, key=lambda locale: locale not in (ON_DISCORD, tr.locale))
    return {locale: language(tr, locale) for locale in locales}


def option_in(options: Mapping[str, Chosen], chosen: str) -> Chosen:
    """Return the value of the chosen option of a menu. Raises OutOfDate."""
    if chosen not in options:
        raise OutOfDate
    return options[chosen]


def settings(tr: Translator) -> Mapping[str, SettingLabels]:
    """Return the settings of `/ttt-settings` with fixed sets of values, by their names in ServerSettings."""
    ratings: Names = {
        Switch.ON: on(tr),
        Switch.OFF: tr.pgettext("choice", "off (new games aren't rated)"),
    }
    threads: Names = {
        # Translators: The choice for games in threads.
        Switch.ON: tr.pgettext("choice", "allowed"),
        Switch.OFF: tr.pgettext("choice", "off (games are played in the channel)"),
    }
    # Translators: What a tap does to the message with the board.
    boards: Names = {
        BoardPlacement.IN_PLACE: tr.pgettext("choice", "updated in the same message"),
        BoardPlacement.NEW_MESSAGE: tr.pgettext("choice", "posted again after every move"),
    }
    # Translators: Who may end a game in which nobody moves. "Manage Messages" is a permission of Discord.
    enders: Names = {
        WhoMayEnd.ANYONE: tr.pgettext("choice", "anyone"),
        WhoMayEnd.MODERATORS: tr.pgettext("choice", "moderators (members with Manage Messages)"),
    }
    return {
        "pace": SettingLabels(tr.pgettext("setting", "Time per move in new games between people"), paces(tr), NO_PACE),
        "is_rated": SettingLabels(tr.pgettext("setting", "Ratings"), ratings, Switch.ON),
        "has_threads": SettingLabels(tr.pgettext("setting", "Threads"), threads, Switch.ON),
        # Translators: Where boards go after a move.
        "boards": SettingLabels(tr.pgettext("setting", "Boards"), boards, BoardPlacement.IN_PLACE),
        "end": SettingLabels(tr.pgettext("setting", "Who can end an idle game"), enders, WhoMayEnd.ANYONE),
    }


def blocked(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return the confirmation of a block."""
    return tr.gettext(
        "You blocked {player}. The two of you can't challenge each other or join each other's games. {player} won't "
        "be notified. A game that you are already playing together goes on.",
        player=user(tr, id),
    )


def unblocked(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return the confirmation of an unblock."""
    return tr.gettext("You unblocked {player}.", player=user(tr, id))


def all_blocked(tr: Translator, users: Sequence[UserId], first: int = 1) -> str:
    """Return blocked users as a numbered list. first is the first number."""
    if not users:
        return tr.gettext("You haven't blocked anyone.")
    title = tr.gettext("Blocked users")
    lines = [f"{number}. {user(tr, id)}" for number, id in enumerate(users, first)]  # noqa: A001 - the field's word
    return "\n".join((f"**{title}**", *lines))
