"""The sentences of `/ttt settings`, and the names of what a server may choose."""

import unicodedata
from collections.abc import Mapping

from bot.game.choices import Enders, Redrawing, ServerSettings
from bot.game.clock import Pace
from bot.game.errors.base import UnknownLanguage
from bot.messages.choices import preferences, told
from bot.messages.texts.parts import size
from bot.messages.translator import LANGUAGES, Translator

NO_PACE = "none"  # a choice
ON, OFF = "on", "off"
ON_DISCORD = "discord"  # the language that a server has chosen there, as a choice
OFFERED = 25  # choices at a time: interactions/receiving-and-responding.mdx, Autocomplete

# Each choice, and the name that people see: as a choice, which discord.py's translator looks up, and in the answer.


def paces(tr: Translator) -> Mapping[str, str]:
    """Return the times that a side may have for a move."""
    return {
        # Translators: A choice of several options: moves have no time limit (`pace` of `/ttt new`), or the buttons of
        # empty cells have no labels (`labels` of `/ttt me`). Choose a word that fits both.
        NO_PACE: tr.pgettext("choice", "none"),
        # Translators: A choice of the option `pace` of `/ttt new`: how much time each player has for each move.
        Pace.FIVE_MINUTES.value: tr.pgettext("choice", "5 minutes a move"),
        # Translators: A choice of the option `pace` of `/ttt new`: how much time each player has for each move.
        Pace.HOUR.value: tr.pgettext("choice", "1 hour a move"),
        # Translators: A choice of the option `pace` of `/ttt new`: how much time each player has for each move.
        Pace.DAY.value: tr.pgettext("choice", "1 day a move"),
        # Translators: A choice of the option `pace` of `/ttt new`: how much time each player has for each move.
        Pace.THREE_DAYS.value: tr.pgettext("choice", "3 days a move"),
    }


def ratings(tr: Translator) -> Mapping[str, str]:
    """Return whether games may count for the ratings."""
    return {
        ON: preferences.on(tr),
        # Translators: A choice of the option `value` of `/ttt settings ratings`: games don't count for the Elo ratings.
        OFF: tr.pgettext("choice", "off: new games don't count"),
    }


def threads(tr: Translator) -> Mapping[str, str]:
    """Return whether games may have threads of their own."""
    return {
        ON: preferences.on(tr),
        # Translators: A choice of the option `value` of `/ttt settings threads`: all games are played in channels.
        OFF: tr.pgettext("choice", "off: games are played in the channel"),
    }


def boards(tr: Translator) -> Mapping[str, str]:
    """Return where the board may go when somebody taps."""
    return {
        # Translators: A choice of the option `value` of `/ttt settings boards`: a tap changes the message with the
        # board.
        Redrawing.IN_PLACE.value: tr.pgettext("choice", "changed in place"),
        # Translators: A choice of the option `value` of `/ttt settings boards`: a tap posts a new message with the
        # board.
        Redrawing.ANEW.value: tr.pgettext("choice", "posted anew after every move"),
    }


def enders(tr: Translator) -> Mapping[str, str]:
    """Return who may end a game in which nobody moves."""
    return {
        # Translators: A choice of the option `value` of `/ttt settings end`: who may end a game in which nobody moves.
        Enders.ANYONE.value: tr.pgettext("choice", "anyone"),
        # Translators: A choice of the option `value` of `/ttt settings end`: who may end a game in which nobody moves.
        # "Manage Messages" is a permission of Discord.
        Enders.MODERATORS.value: tr.pgettext("choice", "moderators: members who may manage messages"),
    }


def language(tr: Translator, locale: str | None) -> str:
    """Return the name of a language in that language, or what holds where a server has chosen none."""
    if locale is not None and locale in LANGUAGES:
        return LANGUAGES[locale].name
    # Translators: A choice of `/ttt settings language`, at most 100 characters: boards are in the language of the
    # server's own settings on Discord, or else, where a server has left those as they were, of whoever starts a game.
    return tr.pgettext("choice", "as set on Discord, or else of whoever starts a game")


def languages(tr: Translator, typed: str) -> Mapping[str, str]:
    """Return the values and names that fit what was typed, at most OFFERED, the reader's own language first."""
    locales = sorted((ON_DISCORD, *LANGUAGES), key=lambda locale: locale not in (ON_DISCORD, tr.locale))
    named = {locale: language(tr, locale) for locale in locales}
    wanted = _folded(typed)
    fitting = [
        locale for locale, name in named.items() if wanted in _folded(name) or _folded(locale).startswith(wanted)
    ]
    return {locale: named[locale] for locale in fitting[:OFFERED]}


def language_of(text: str) -> str | None:
    """Return the language that was chosen, or typed by its name; None to leave it to Discord's settings.

    Raises
    ------
    UnknownLanguage
    """
    if text == ON_DISCORD:
        return None
    for locale, known in LANGUAGES.items():
        if _folded(text) in (_folded(locale), _folded(known.name)):
            return locale
    raise UnknownLanguage(text)


def _folded(text: str) -> str:
    """Return a text without case, accents and white space at its ends, for people who type without them."""
    letters = unicodedata.normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def shown(tr: Translator, found: ServerSettings) -> str:
    """Return what a server prefers."""
    # Translators: Heading of the answer to `/ttt settings show`.
    title = tr.gettext("Settings of this server")
    return f"**{title}**\n{_lines(tr, found)}"


def saved(tr: Translator, found: ServerSettings) -> str:
    """Return what a server prefers from now on."""
    return told.saved(tr, _lines(tr, found))


def _lines(tr: Translator, found: ServerSettings) -> str:
    choices = (
        # Translators: A line of the answer to `/ttt settings show`, before a colon: the language of boards, challenges
        # and all else that everybody in a channel sees.
        (tr.pgettext("setting", "Language of boards"), language(tr, found.language), found.language),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: the board of new games.
        (tr.pgettext("setting", "Size of a new game"), size(tr, found.rules()), found.size),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: the time that players have for a
        # move.
        (tr.pgettext("setting", "Pace of new games between people"), paces(tr)[found.pace or NO_PACE], found.pace),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: whether games count for Elo
        # ratings.
        (tr.pgettext("setting", "Ratings"), ratings(tr)[ON if found.rates else OFF], found.is_rated),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: whether games can be played in
        # threads of their own.
        (tr.pgettext("setting", "Threads"), threads(tr)[ON if found.allows_threads else OFF], found.has_threads),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: where boards go after a move.
        (tr.pgettext("setting", "Boards"), boards(tr)[found.boards or Redrawing.IN_PLACE], found.boards),
        # Translators: A line of the answer to `/ttt settings show`, before a colon: who may end a game that nobody
        # plays on with.
        (tr.pgettext("setting", "Who may end a game that rests"), enders(tr)[found.end or Enders.ANYONE], found.end),
    )
    lines = told.lines(tr, choices)
    if found.size:
        # Translators: The last line of the answer to `/ttt settings show`. The part in backticks stays as it is.
        lines.append(tr.gettext("`/ttt settings size` without numbers brings the default size back."))
    return "\n".join(lines)
