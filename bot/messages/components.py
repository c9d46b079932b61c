"""What messages and forms are made of, beside their words: buttons, menus, fields. Pure; Discord's limits hold."""

from dataclasses import dataclass
from enum import IntEnum, auto
from typing import NamedTuple

from bot.game.games import UserId


class Tone(IntEnum):
    """What a button looks like."""

    PLAIN = auto()
    X = auto()
    O = auto()
    GOOD = auto()
    BAD = auto()


class Button(NamedTuple):
    """A button; unlike in discord.py it needs no event loop and belongs to no view. One with a url opens that."""

    label: str
    custom_id: str
    tone: Tone = Tone.PLAIN
    disabled: bool = False
    url: str | None = None
    emoji: str | None = None  # before the label, which may be empty then


@dataclass(frozen=True)
class Option:
    """An option of a menu."""

    label: str
    value: str
    description: str | None = None
    is_chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A menu of at most 25 options; its label stands above it in a form, and in it, until one is chosen, elsewhere."""

    label: str
    custom_id: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class MemberMenu:
    """A menu of the members of a server."""

    label: str
    custom_id: str
    chosen: UserId | None = None


@dataclass(frozen=True)
class TextField:
    """A field of a form to type in."""

    label: str
    custom_id: str
    limit: int
    description: str | None = None
    example: str | None = None
    value: str | None = None
    required: bool = True


@dataclass(frozen=True)
class Form:
    """A form."""

    title: str
    custom_id: str
    fields: tuple[Menu | TextField, ...]
