"""Which old messages are tidied: as many as Discord bears, for nothing depends on it."""

from collections.abc import Callable

from bot.game.games import ChannelId

EDITS_A_SECOND = 40  # Discord takes 50 requests a second of a bot, answers apart: topics/rate-limits.mdx


class Tidying:
    """Lets some tidy and others not: one at a time in a channel, and so many a second in all.

    Discord bans who goes on asking beyond its limits, and discord.py keeps what it must hold back in memory.
    """

    def __init__(self, now: Callable[[], float], a_second: int = EDITS_A_SECOND) -> None:
        self._now = now
        self._a_second = a_second
        self._left = float(a_second)
        self._filled = now()
        self._channels: set[ChannelId] = set()

    def begin(self, channel: ChannelId) -> bool:
        """Return whether something in a channel may be tidied now; if so, the channel's turn lasts until end."""
        if channel in self._channels or not self._take():
            return False
        self._channels.add(channel)
        return True

    def end(self, channel: ChannelId) -> None:
        """Let the channel have its next turn."""
        self._channels.discard(channel)

    def _take(self) -> bool:
        now = self._now()
        self._left = min(self._left + (now - self._filled) * self._a_second, self._a_second)
        self._filled = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
