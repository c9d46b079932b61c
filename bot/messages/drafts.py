"""Messages and forms to be sent, as pure values: text, buttons, menus, fields, and the board to draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, auto
from typing import NamedTuple

from bot.game.games import UserId
from bot.messages.pictures.layout import View
from bot.messages.styles import Look
from engine import Board

CHOICE_LIMIT = 100  # docs: interactions/application-commands.mdx, Option Choice
CONTENT_LIMIT = 2000  # docs: resources/message.mdx, content


OPTIONS = 25  # options of a menu: components/reference.mdx, String Select


class Tone(IntEnum):
    """The look of a button."""

    PLAIN = auto()
    X = auto()
    O = auto()
    GOOD = auto()
    BAD = auto()


class Button(NamedTuple):
    """A button, which needs no event loop and no view, unlike discord.py's. With a url, it is a link."""

    label: str
    custom_id: str
    tone: Tone = Tone.PLAIN
    disabled: bool = False
    url: str | None = None
    emoji: str | None = None  # before the label, which may then be empty


@dataclass(frozen=True)
class Option:
    """An option of a menu."""

    label: str
    value: str
    description: str | None = None
    is_chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A menu of at most 25 options. Its label is above it in a form, and its placeholder in a message."""

    label: str
    custom_id: str
    options: tuple[Option, ...]

    @classmethod
    def of(cls, label: str, custom_id: str, names: Mapping[str, str], chosen: str | None = None) -> "Menu":
        """Return a menu of values with their names."""
        options = (Option(name, value, is_chosen=value == chosen) for value, name in names.items())
        return cls(label, custom_id, tuple(options))


@dataclass(frozen=True)
class MemberMenu:
    """A menu of the members of a server."""

    label: str
    custom_id: str


@dataclass(frozen=True)
class TextField:
    """A text field of a form."""

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


class Pictured(NamedTuple):
    """A board to attach as a picture, the language of its description, and how its game ended if it doesn't show."""

    board: Board
    locale: str | None
    end: str | None = None
    is_small: bool = False


class Draft(NamedTuple):
    """A message to send: content, rows of buttons above menus, and the users to ping if it is new."""

    content: str
    rows: tuple[tuple[Button, ...], ...] = ()
    pings: tuple[UserId, ...] = ()
    pictured: Pictured | None = None
    look: Look = Look()  # of the picture
    view: View | None = None  # the part that the picture shows, by default as much as a phone can show
    menus: tuple[Menu | MemberMenu, ...] = ()  # one per row, below the buttons
    beside_picture: str | None = None  # the content if the picture was drawn
