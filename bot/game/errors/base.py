"""Refusals of any request."""

from dataclasses import dataclass


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


@dataclass(eq=False)
class MissingPermission(GameError):
    """The person lacks a permission; its name is Discord's."""

    permission: str
