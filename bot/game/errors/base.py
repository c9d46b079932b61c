"""Refusals of any request."""

from dataclasses import dataclass
from enum import Enum, auto


class GameError(Exception):
    """A refusal; nothing was changed."""


@dataclass(eq=False)
class StillDrawing(GameError):
    """This person waits for a picture already."""


@dataclass(eq=False)
class OutOfDate(GameError):
    """The button or command is from another version of the bot."""


@dataclass(eq=False)
class WaitedTooLong(GameError):
    """Other requests in the channel took until this one's deadline."""


@dataclass(eq=False)
class ShuttingDown(GameError):
    """The bot is about to stop."""


@dataclass(eq=False)
class NotInServer(GameError):
    """The command is for servers that have the bot."""


class Permission(Enum):
    """What people, or the bot, may do in a server or a channel of Discord's."""

    MANAGE_SERVER = auto()
    MANAGE_MESSAGES = auto()
    VIEW_CHANNEL = auto()
    SEND_MESSAGES = auto()
    READ_MESSAGE_HISTORY = auto()
    CREATE_PUBLIC_THREADS = auto()
    SEND_MESSAGES_IN_THREADS = auto()


@dataclass(eq=False)
class UnknownLanguage(GameError):
    """The text names no language that the bot speaks."""

    text: str


@dataclass(eq=False)
class MissingPermission(GameError):
    """The person lacks a permission."""

    permission: Permission
