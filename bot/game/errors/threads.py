"""Refusals of games in threads of their own."""

from dataclasses import dataclass
from enum import Enum, auto

from bot.game.errors.base import GameError, Permission


@dataclass(eq=False)
class BotLacksPermissions(GameError):
    """The bot may not open a thread in this channel, or not write in it."""

    permissions: tuple[Permission, ...]


class WhyNoThread(Enum):
    """Why no thread can be opened, whatever the bot is permitted."""

    ELSEWHERE = auto()  # not in a server that has the bot
    OFF = auto()  # the server doesn't want any
    NO_SUCH_CHANNEL = auto()  # voice channels and stages have none
    FULL = auto()  # as many are active as Discord allows
    BUSY = auto()  # Discord takes too long, as where too many are opened within a minute
    REFUSED = auto()  # Discord says no more


@dataclass(eq=False)
class NoThread(GameError):
    """No thread can be opened here and now."""

    why: WhyNoThread
