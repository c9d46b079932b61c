"""Which message shows a game: decided here, and nowhere else.

A game knows the newest message with its board (Game.message), or none. That message is

- on its way: Discord has not taken it yet, so nobody is sent another one;
- missing: Discord refused it, or its id got lost in a crash; the next request of a player brings a new one;
- an answer to an interaction: for 15 minutes edited as such, which needs no permission;
- a message like any other: edited in place as the answer to a press on it while it is in sight, else as a message.

All older ones are replaced: their buttons go, and a press on one is refused with a link to the newest.
"""

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

import discord

from bot.game.games import Game, GameId, MessageId
from bot.interactions.answers import Interaction, is_private
from bot.messages.custom_ids import GamePress, Press

EDITABLE = timedelta(minutes=55)  # past an hour Discord refuses many edits, error 30046
IN_SIGHT = timedelta(minutes=10)  # an older board has scrolled away, so the next one is a new message
ATTENTIVE = timedelta(minutes=2)  # an opponent who waited longer has left, and only a new message pings


class Answer(NamedTuple):
    """A board that was sent as the answer to an interaction, or as a follow-up."""

    interaction: Interaction
    board: MessageId
    follows: bool


class Unmoved(NamedTuple):
    """A game in which the computer could not move, and its newest board if that is an answer."""

    game: Game
    answer: Answer | None


class BoardMessages:
    """The boards that are on their way, and those that the computer's next moves will change.

    unmoved has the games in which the computer has yet to move because an attempt failed.
    """

    def __init__(self) -> None:
        self.unmoved: dict[GameId, Unmoved] = {}
        self._sending: set[GameId] = set()
        self._answers: dict[GameId, Answer] = {}
        self._thinking: Counter[GameId] = Counter()

    @contextmanager
    def sending(self, game: GameId) -> Generator[None]:
        """Count a message of a game as on its way while the block runs."""
        self._sending.add(game)
        try:
            yield
        finally:
            self._sending.discard(game)

    def is_missing(self, game: Game, message: MessageId | None) -> bool:
        """Return whether a message of a game, its board or undo request, is neither known nor on its way."""
        return message is None and game.id not in self._sending

    @contextmanager
    def thinking(self, game: GameId, answer: Answer | None) -> Generator[None]:
        """Remember the answer that shows a game while the computer thinks; another request may send a newer one.

        The computer may think already before the answer is sent, if a sweep finds the game.
        """
        self._thinking[game] += 1
        if answer:
            self._answers[game] = answer
        try:
            yield
        finally:
            self._thinking[game] -= 1
            if not self._thinking[game]:
                del self._thinking[game]
                self._answers.pop(game, None)

    def newest_answer(self, game: GameId, answer: Answer | None) -> Answer | None:
        """Return the newest answer that shows a game in which the computer thinks; by default the given one."""
        return self._answers.get(game, answer)


def is_newest(interaction: Interaction, pressed: Press | None, game: GameId, known: MessageId | None) -> bool:
    """Return whether the pressed message is the newest board of a game, as far as is known.

    A private message is one only where the answers to a user's own installation are kept private; else it is a view.
    """
    on = interaction.message
    if on is None or not isinstance(pressed, GamePress) or pressed.game != game:
        return False
    return on.id == known if is_private(on) else on.id >= (known or 0)


def is_in_sight(interaction: Interaction, rested: timedelta, *, pings: bool) -> bool:
    """Return whether the pressed message can be edited and is still in sight after a pause in the game.

    Shapes: pings is whether the new board should ping the opponent, which an edit can't.
    """
    pressed = interaction.message
    if pressed is None or interaction.response.is_done():
        return False
    is_editable = interaction.created_at - pressed.created_at < EDITABLE
    return is_editable and rested <= (ATTENTIVE if pings else IN_SIGHT)


def replaced(interaction: Interaction, before: MessageId | None) -> set[MessageId]:
    """Return the boards that a new message replaces: the newest one so far, and a pressed one that was not edited."""
    pressed = interaction.message
    is_unchanged = interaction.response.type is discord.InteractionResponseType.channel_message
    messages = {before} if before else set[MessageId]()
    return messages | {MessageId(pressed.id)} if pressed and is_unchanged and not is_private(pressed) else messages
