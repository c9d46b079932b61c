"""The preferences of users and the settings of servers: pure values. None means not chosen: the default applies."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.game.clock import Pace
from bot.game.playing import rules_for
from engine import Rules

MOST_BLOCKED = 75  # people whom one person may block: as many as a message has room for


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
    """What a user prefers."""

    mark: Shape | None = None
    theme: Theme | None = None
    board: BoardKind | None = None
    labels: Labels | None = None
    challenges: Switch | None = None  # whether others can challenge the user
    reminders: Switch | None = None  # whether the bot reminds the user when their time for a move runs out


DEFAULT_PREFERENCES = Preferences()
PREFERENCES: Mapping[str, type[StrEnum]] = {
    "mark": Shape,
    "theme": Theme,
    "board": BoardKind,
    "labels": Labels,
    "challenges": Switch,
    "reminders": Switch,
}
NO_PACE = "none"  # the choice of no time limit, saved as None
NO_MARK = "none"  # the choice of the letters X and O, saved as None

Changes: TypeAlias = Mapping[str, object]  # the new values of some preferences or settings, by name


def preferred(chosen: Mapping[str, str]) -> Changes:
    """Return the preferences that a user has chosen, by name."""
    return {
        name: None if (name, value) == ("mark", NO_MARK) else PREFERENCES[name](value) for name, value in chosen.items()
    }


def server_changed(name: str, value: str) -> Changes:
    """Return the change of a setting with a fixed set of values."""
    match name:
        case "pace":
            return {name: None if value == NO_PACE else Pace(value)}
        case "is_rated" | "has_threads":
            return {name: value == Switch.ON}
        case _:
            return {name: SETTINGS[name](value)}


_UNTOUCHED = "en-US"  # what Discord says of a server whose language nobody has chosen: resources/guild.mdx


class Redrawing(StrEnum):
    """Where the board goes after a press."""

    IN_PLACE = "in place"
    ANEW = "anew"


class Enders(StrEnum):
    """Who, besides its players, may end a game without recent moves."""

    ANYONE = "anyone"
    MODERATORS = "moderators"


@dataclass(frozen=True)
class ServerSettings:
    """The settings of a server; None where the default applies."""

    size: Rules | None = None
    pace: Pace | None = None
    is_rated: bool | None = None
    boards: Redrawing | None = None
    end: Enders | None = None
    language: str | None = None  # as Discord names it
    has_threads: bool | None = None

    @property
    def allows_threads(self) -> bool:
        """Whether games may have threads of their own."""
        return self.has_threads is not False

    @property
    def redraws(self) -> bool:
        """Whether a press changes its board in place, as long as the board is in sight."""
        return self.boards is not Redrawing.ANEW

    @property
    def anyone_may_end(self) -> bool:
        """Whether users who neither play nor moderate may end a game without recent moves."""
        return self.end is not Enders.MODERATORS

    @property
    def rates(self) -> bool:
        """Whether new games count for the ratings."""
        return self.is_rated is not False

    def locale(self, on_discord: str | None) -> str | None:
        """Return the language that the server chose for the bot, or else on Discord; None if neither."""
        return self.language or (None if on_discord == _UNTOUCHED else on_discord)

    def rules(self, m: int | None = None, n: int | None = None, k: int | None = None) -> Rules:
        """Return the rules of a new game; without m and n, both are the server's.

        Raises SizeOutOfRange, LineTooLong.
        """
        if m is None and n is None and self.size:
            return rules_for(self.size.m, self.size.n, self.size.k if k is None else k)
        return rules_for(m, n, k)


DEFAULT_SETTINGS = ServerSettings()
SETTINGS: Mapping[str, type] = {  # besides the size
    "pace": Pace,
    "is_rated": bool,
    "boards": Redrawing,
    "end": Enders,
    "language": str,
    "has_threads": bool,
}
