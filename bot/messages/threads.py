"""Games in threads of their own, as their channel and their players see them."""

from dataclasses import replace

from bot.game.games import ChannelId, Computer, Ending, Game, Level, UserId
from bot.game.requests import Terms
from bot.messages import texts
from bot.messages.components import Button, Tone
from bot.messages.custom_ids import ChallengePress, NewAction, new_custom_id, press_custom_id
from bot.messages.texts.parts import player, size, user
from bot.messages.translator import Translator
from engine.rules import Rules

NAME_LIMIT = 100  # docs: resources/channel.mdx, Start Thread from Message
_SHORTEST = 8  # characters of a person's name that stay


def name(tr: Translator, rules: Rules, author: str | None, other: str | None) -> str:
    """Return the name of a thread, as plain text: the players' names and the size, or the size if a name is missing.

    Shapes: author and other are the names as they are displayed; other is the computer's as well.
    """
    played = size(tr, rules)
    # Translators: The name of a thread; {size} is "3×3, 3 in a row".
    plain = tr.gettext("Tic-tac-toe · {size}", size=played)[:NAME_LIMIT]
    names = [" ".join(who.split()) for who in (author or "", other or "")]
    if not all(names):
        return plain
    for longest in range(max(_SHORTEST, *map(len, names)), _SHORTEST - 1, -1):
        one, two = (who if len(who) <= longest else f"{who[: longest - 1]}…" for who in names)
        # Translators: The name of a thread: the names of two players, then {size}, "3×3, 3 in a row".
        full = tr.gettext("{one} vs {other} · {size}", one=one, other=two, size=played)
        if len(full) <= NAME_LIMIT:
            return full
    return plain


def computer_name(tr: Translator, level: Level) -> str:
    """Return what the computer is called in the name of a thread."""
    return player(tr, Computer(level))


def announcement(tr: Translator, by: UserId, terms: Terms) -> str:
    """Return the message from which the thread of a game against the computer starts."""
    # Translators: A public message; below it stands the thread. {player} is a mention, {terms} is "3×3, 3 in a row".
    return tr.gettext(
        "{player} is playing the computer in a thread · {terms}.", player=user(tr, by), terms=size(tr, terms.rules)
    )


def in_thread(tr: Translator, wanted: Terms | ChallengePress) -> Button:
    """Return the button that begins a game in a thread of its own, by a press on a challenge or on terms."""
    if isinstance(wanted, ChallengePress):
        custom_id = press_custom_id(replace(wanted, thread=True))
    else:
        custom_id = new_custom_id(NewAction.PLAY, replace(wanted, thread=True))
    # Translators: Button below "This channel is busy …", at most 30 characters: starts the game in a new thread.
    return Button(tr.pgettext("button", "Play in a thread"), custom_id, Tone.GOOD)


def begun(tr: Translator, thread: ChannelId) -> str:
    """Return what takes the place of the private message whose button has begun a game in a thread."""
    # Translators: {thread} is a link to a thread.
    return tr.gettext("Your game has begun in {thread}.", thread=f"<#{thread}>")


def without_board(tr: Translator, thread: ChannelId) -> str:
    """Return what a player is told whose game has begun, but whose board Discord has not taken."""
    # Translators: {thread} is a link to a thread.
    return tr.gettext(
        "Your game has begun in {thread}, but I couldn't post its board. Use `/ttt board` there.", thread=f"<#{thread}>"
    )


def result(tr: Translator, game: Game) -> str:
    """Return what the channel is told at the end of a game in one of its threads."""
    assert game.result is not None
    told = f"{texts.header(tr, game)}\n{texts.outcome(tr, game, game.result)}"
    return told if game.result.ending is Ending.DELETED else f"{told} {texts.link(game.place, game.message)}"
