"""The preferences of users and the settings of servers: pure values. None stands for the default."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, get_args, get_type_hints

from bot.game.clocks import Pace
from bot.game.playing import rules_for
from engine import Rules

MAX_BLOCKED = 75  # users that one user may block; a message can't list more


class Shape(StrEnum):
    """A mark that a player can choose."""

    CROSS = "cross"
    RING = "ring"
    TRIANGLE = "triangle"
    SQUARE = "square"
    DIAMOND = "diamond"
    STAR = "star"
    HEART = "heart"
    MUSHROOM = "mushroom"
    MOON = "moon"
    BOLT = "bolt"
    DROP = "drop"
    CLOVER = "clover"
    HOURGLASS = "hourglass"
    ARROW = "arrow"
    CROWN = "crown"
    FLOWER = "flower"


class Theme(StrEnum):
    """The colors of pictures."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class BoardKind(StrEnum):
    """How boards are shown."""

    MIXED = "mixed"  # text, and pictures of large boards
    TEXT = "text"
    PICTURE = "picture"


class Labels(StrEnum):
    """The labels on the buttons of empty cells."""

    NONE = "none"
    COORDINATES = "coordinates"


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True)
class Preferences:
    """The preferences of a user."""

    mark: Shape | None = None
    theme: Theme | None = None
    board: BoardKind | None = None
    labels: Labels | None = None
    challenges: Switch | None = None  # from other users
    reminders: Switch | None = None  # before the user's time for a move runs out


DEFAULT_PREFERENCES = Preferences()
PREFERENCES: Mapping[str, type[StrEnum]] = {
    name: get_args(hint)[0] for name, hint in get_type_hints(Preferences).items()
}
NO_PACE = "none"  # no time limit, saved as None
NO_MARK = "none"  # the letters X and O
_DEFAULTS = (("mark", NO_MARK), ("board", BoardKind.MIXED))  # saved as None

Changes: TypeAlias = Mapping[str, object]  # the new values of some preferences or settings, by name


def parse_preferences(values: Mapping[str, str]) -> Changes:
    """Parse the chosen values of preferences, by name."""
    return {name: None if (name, value) in _DEFAULTS else PREFERENCES[name](value) for name, value in values.items()}


def parse_setting(name: str, value: str) -> Changes:
    """Parse the chosen value of a setting with a fixed set of values."""
    match name:
        case "pace":
            return {name: None if value == NO_PACE else Pace(value)}
        case "is_rated" | "has_threads":
            return {name: value == Switch.ON}
        case _:
            return {name: SETTINGS[name](value)}


_DISCORD_DEFAULT = "en-US"  # for servers that haven't chosen a language: resources/guild.mdx


class BoardPlacement(StrEnum):
    """Where the board appears after a press."""

    IN_PLACE = "in place"
    NEW_MESSAGE = "anew"


class WhoMayEnd(StrEnum):
    """Who may end an idle game, besides its players."""

    ANYONE = "anyone"
    MODERATORS = "moderators"


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server; None where the default applies."""

    size: Rules | None = None
    pace: Pace | None = None
    is_rated: bool | None = None
    boards: BoardPlacement | None = None
    end: WhoMayEnd | None = None
    language: str | None = None  # as Discord names it
    has_threads: bool | None = None

    @property
    def allows_threads(self) -> bool:
        """Whether games may have their own threads."""
        return self.has_threads is not False

    @property
    def edits_in_place(self) -> bool:
        """Whether a press edits its board in place, as long as the board is in sight."""
        return self.boards is not BoardPlacement.NEW_MESSAGE

    @property
    def anyone_may_end(self) -> bool:
        """Whether users who neither play nor moderate may end an idle game."""
        return self.end is not WhoMayEnd.MODERATORS

    @property
    def rates_games(self) -> bool:
        """Whether new games are rated."""
        return self.is_rated is not False

    def locale(self, on_discord: str | None) -> str | None:
        """Return the language in the server's settings, else the language that it chose on Discord, if any."""
        return self.language or (None if on_discord == _DISCORD_DEFAULT else on_discord)

    def rules(self, m: int | None = None, n: int | None = None, k: int | None = None) -> Rules:
        """Return the rules of a new game. Without m and n, the size is the server's.

        Raises SizeOutOfRange, LineTooLong.
        """
        if m is None and n is None and self.size:
            return rules_for(self.size.m, self.size.n, self.size.k if k is None else k)
        return rules_for(m, n, k)


DEFAULT_SETTINGS = ServerSettings()
SETTINGS: Mapping[str, type] = {
    name: get_args(hint)[0] for name, hint in get_type_hints(ServerSettings).items() if name != "size"
}
