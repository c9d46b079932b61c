"""What sentences name: people, levels, cells, the terms of a game, places and instants."""

from datetime import datetime, timedelta
from typing import Final, assert_never

from bot.game.games import DELETED_USER, Human, Level, Place, Player, UserId
from bot.messages.translator import Translator
from engine.rules import Cell, Rules

EXAMPLE: Final = "`/ttt new m:3 n:4 k:3 ai:classic`"  # a command, the same in every language

_DAY, _HOUR, _MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def user(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return a mention; it pings only if allowed_mentions lists the user."""
    if id != DELETED_USER:
        return f"<@{id}>"
    # Translators: Stands where the name of a player would stand, after the data of that player was deleted.
    return tr.pgettext("player", "somebody")


def player(tr: Translator, who: Player) -> str:
    """Return how a sentence refers to a player.

    A mention has no case and no article. So a sentence that needs one has a variant of its own for the computer.
    """
    if isinstance(who, Human):
        return user(tr, who.id)
    # Translators: Stands where the name of a player would stand, as in "Player 2 won: the computer (O)".
    return tr.pgettext("player", "the computer")


def level(tr: Translator, of: Level) -> str:
    """Return how strong a computer player is, in a word."""
    match of:
        case Level.EASY:
            # Translators: A choice of the option `ai` of `/ttt new`, as in "the computer (easy)", at most 12
            # characters.
            return tr.pgettext("choice", "easy")
        case Level.CLASSIC:
            # Translators: A choice of the option `ai` of `/ttt new`, as in "the computer (classic)", at most 12
            # characters.
            return tr.pgettext("choice", "classic")
        case Level.EXPERT:
            # Translators: A choice of the option `ai` of `/ttt new`, as in "the computer (expert)", at most 12
            # characters.
            return tr.pgettext("choice", "expert")
        case _:
            assert_never(of)


def size(tr: Translator, rules: Rules) -> str:
    """Return the rules in short, like 3×4, 3 in a row."""
    # Translators: A board of {m} rows and {n} columns; {k} marks in a row, column or diagonal win. Stands alone in a
    # menu, and within other sentences; at most 60 characters.
    return tr.gettext("{m}×{n}, {k} in a row", m=rules.m, n=rules.n, k=rules.k)


def pace(tr: Translator, time: timedelta) -> str:
    """Return a pace in words."""
    if time >= _DAY:
        # Translators: The time that a player has for each move; stands alone.
        return tr.ngettext("{number} day a move", "{number} days a move", time // _DAY)
    if time >= _HOUR:
        # Translators: The time that a player has for each move; stands alone.
        return tr.ngettext("{number} hour a move", "{number} hours a move", time // _HOUR)
    if time >= _MINUTE:
        # Translators: The time that a player has for each move; stands alone.
        return tr.ngettext("{number} minute a move", "{number} minutes a move", time // _MINUTE)
    # Translators: The time that a player has for each move; stands alone.
    return tr.ngettext("{number} second a move", "{number} seconds a move", round(time.total_seconds()))


def terms(tr: Translator, rules: Rules, time: timedelta | None) -> str:
    """Return the rules in short, with the pace if there is one."""
    return size(tr, rules) if time is None else f"{size(tr, rules)} · {pace(tr, time)}"


def cell(where: Cell) -> str:
    """Return a cell as `/ttt move` takes it, in every language."""
    return f"({where.row}, {where.col})"


def link(place: Place, message: int | None) -> str:
    """Return the address of a message, or of its channel if the message isn't known."""
    guild = "@me" if place.guild is None else place.guild
    return f"https://discord.com/channels/{guild}/{place.channel}" + (f"/{message}" if message else "")


def date(when: datetime) -> str:
    """Return a day that Discord shows in the reader's language and time zone: 21 November 2026."""
    return f"<t:{int(when.timestamp())}:D>"


def moment(when: datetime) -> str:
    """Return an instant that Discord shows relative to now, in the reader's language: in 5 minutes."""
    return f"<t:{int(when.timestamp())}:R>"
