"""Tracks the messages that show games, for `boards.py`, which sends and edits them.

A game has the id of its newest board message (Game.message), if any. That message is

- on its way: Discord hasn't accepted it yet, so it isn't missing;
- missing: Discord refused it, or a crash lost its id; the next request of a player sends a new one;
- an answer to an interaction: for 15 minutes it can be edited as such, which needs no permission;
- any other message: a press on it edits it in place while it is in sight; otherwise it is edited as a message.

All older boards are outdated: their buttons are removed, and a press on one that shows another number of moves is
refused, with a link to the newest.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

import discord

from bot.game.games import Game, GameId, MessageId
from bot.interactions.answers import Interaction, is_private
from bot.messages.custom_ids import GamePress, Press
from bot.messages.drafts import Draft

EDITABLE = timedelta(minutes=55)  # Discord limits the edits of messages older than an hour, error 30046
IN_SIGHT = timedelta(minutes=10)  # then a board has probably scrolled away, so the next one is a new message
ATTENTIVE = timedelta(minutes=2)  # then the opponent has probably left, and needs a new message, which pings


class SentBoard(NamedTuple):
    """A message with a board. edit edits it as the answer to an interaction, None if it isn't one."""

    message: MessageId
    edit: Callable[[Draft], Awaitable[None]] | None = None


class BoardMessages:
    """The boards that are on their way, and those that await a computer's move.

    stalled has the games in which the computer failed to move and has to try again, each with its newest board.
    """

    def __init__(self) -> None:
        self.stalled: dict[GameId, tuple[Game, SentBoard | None]] = {}
        self._sending: set[GameId] = set()
        self._sent: dict[GameId, SentBoard] = {}
        self._thinking: Counter[GameId] = Counter()

    @contextmanager
    def sending(self, game: GameId) -> Generator[None]:
        """Treat a message of a game as on its way while the block runs."""
        self._sending.add(game)
        try:
            yield
        finally:
            self._sending.discard(game)

    def is_missing(self, game: Game, message: MessageId | None) -> bool:
        """Return whether a message of a game (its board or an undo request) is neither known nor on its way."""
        return message is None and game.id not in self._sending

    @contextmanager
    def thinking(self, game: GameId, sent: SentBoard | None) -> Generator[None]:
        """Remember a game's board while the computer thinks, because another request may send a newer one.

        After a sweep, the computer may already be thinking before the board is sent.
        """
        self._thinking[game] += 1
        if sent:
            self._sent[game] = sent
        try:
            yield
        finally:
            self._thinking[game] -= 1
            if not self._thinking[game]:
                del self._thinking[game]
                self._sent.pop(game, None)

    def newest(self, game: GameId, sent: SentBoard | None) -> SentBoard | None:
        """Return the newest board sent for a game in which the computer is thinking, else the given one."""
        return self._sent.get(game, sent)


def is_newest(interaction: Interaction, pressed: Press | None, game: GameId, newest: MessageId | None) -> bool:
    """Return whether the pressed message is the newest board of a game, or newer than the known one.

    A private message is a user's own view, unless Discord makes all answers private here.
    """
    message = interaction.message
    if message is None or not isinstance(pressed, GamePress) or pressed.game != game:
        return False
    return message.id == newest if is_private(message) else message.id >= (newest or 0)


def is_in_sight(interaction: Interaction, idle: timedelta, *, pings: bool) -> bool:
    """Return whether the pressed message can be edited and is still in sight.

    idle is the time since the last move. pings: the new board should ping the opponent, which an edit can't.
    """
    pressed = interaction.message
    if pressed is None or interaction.response.is_done():
        return False
    is_editable = interaction.created_at - pressed.created_at < EDITABLE
    return is_editable and idle <= (ATTENTIVE if pings else IN_SIGHT)


def outdated_boards(interaction: Interaction, pressed: Press | None, before: MessageId | None) -> set[MessageId]:
    """Return the boards that a new message outdates: the newest board so far, and the pressed board unless edited."""
    board = interaction.message if isinstance(pressed, GamePress) else None
    is_unchanged = interaction.response.type is discord.InteractionResponseType.channel_message
    messages = {before} if before else set[MessageId]()
    return messages | {MessageId(board.id)} if board and is_unchanged and not is_private(board) else messages
