"""What people prefer: pure values. What nobody has chosen is None, and stays as it was before there was a choice."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypedDict

MOST_BLOCKED = 75  # people whom one person may block: as many as a message has room for


class Shape(StrEnum):
    """A mark that a player may have."""

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
    """The colours of pictures."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class BoardKind(StrEnum):
    """What a board is shown as."""

    TEXT = "text"
    PICTURE = "picture"


class Labels(StrEnum):
    """What stands on the buttons of empty cells."""

    NONE = "none"
    COORDINATES = "coordinates"


class Challenges(StrEnum):
    """Whether somebody may be challenged."""

    ON = "on"
    OFF = "off"


class Reminders(StrEnum):
    """Whether to remind somebody when their time for a move runs out."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True)
class Preferences:
    """What somebody prefers."""

    mark: Shape | None = None
    theme: Theme | None = None
    board: BoardKind | None = None
    labels: Labels | None = None
    challenges: Challenges | None = None
    reminders: Reminders | None = None


class Changes(TypedDict, total=False):
    """What somebody prefers from now on; what is left out stays as it is."""

    mark: Shape | None
    theme: Theme | None
    board: BoardKind | None
    labels: Labels | None
    challenges: Challenges | None
    reminders: Reminders | None


DEFAULT = Preferences()
