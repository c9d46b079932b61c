"""The menu of a new game, opened by bare `/ttt new`. Its custom_ids hold the choices. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto

from bot.game.challenges import First, Terms
from bot.game.clock import Pace
from bot.game.errors import OutOfDate
from bot.game.games import BEST_OF, Game, Level, known_value
from bot.game.playing import rules_for
from bot.game.requests import NewChallenge, Update
from bot.messages import texts
from bot.messages.choices import NO_PACE, paces
from bot.messages.custom_ids import (
    ANYONE,
    LEVELS,
    ChallengePress,
    NewAction,
    NewPress,
    end_custom_id,
)
from bot.messages.forms import Button, MemberMenu, Menu, Option, Tone
from bot.messages.message import Draft
from bot.messages.translator import Translator
from engine import Rules, Value

DEFAULT = rules_for(None, None, None)
CUSTOM = "custom"  # the option of 0.2.0 that opens the form

# The values of the options of each menu.
OPPONENTS: Mapping[str, Level | None] = {ANYONE: None, **LEVELS}  # ANYONE was an option of an earlier menu
FIRSTS: Mapping[str, First] = {first.value: first for first in First}
PACES: Mapping[str, Pace | None] = {NO_PACE: None, **{pace.value: pace for pace in Pace}}
SERIES: Mapping[str, int | None] = {"1": None, **{str(games): games for games in BEST_OF}}


class Opponents(Enum):
    """The opponents that a user can have in a place."""

    MEMBERS = auto()
    ANYONE = auto()
    COMPUTER = auto()


def draft(tr: Translator, terms: Terms, last: Rules | None, opponents: Opponents) -> Draft:
    """Return the menu with its chosen terms. last is the board of the reader's last game."""
    unopposed = replace(terms, level=None)
    # Translators: Button, at most 30 characters.
    solo, anyone, size, options = (
        Button(tr.pgettext("button", "Play the computer"), str(NewPress(NewAction.START, terms)), Tone.X),
        Button(tr.pgettext("button", "Find an opponent"), str(NewPress(NewAction.START, unopposed)), Tone.GOOD),
        Button(tr.gettext("Another size…"), str(NewPress(NewAction.FORM, terms))),
        Button(tr.pgettext("button", "More options…"), str(NewPress(NewAction.OPTIONS, terms))),
    )
    # Translators: Shown in a menu until a member is chosen, at most 100 characters.
    friend = MemberMenu(tr.gettext("Challenge a friend"), str(NewPress(NewAction.MEMBER, unopposed)))
    # Translators: Shown in a menu until something is chosen, at most 100 characters.
    board, strength = tr.gettext("Which board?"), tr.gettext("How strong is the computer?")
    menus = (
        Menu(board, str(NewPress(NewAction.SIZE, terms)), sizes(tr, terms.rules, last)),
        Menu(strength, str(NewPress(NewAction.AGAINST, terms)), _levels(tr, terms)),
    )
    starts = (solo,) if opponents is Opponents.COMPUTER else (solo, anyone)
    friends = (friend,) if opponents is Opponents.MEMBERS else ()
    return Draft(_summary(tr, terms), ((*starts, size, options),), menus=(*friends, *menus))


def options(tr: Translator, terms: Terms, opponents: Opponents) -> Draft:
    """Return the second page of the menu: who goes first, pace, series, swap and thread."""
    swapped, threaded = replace(terms, swap=not terms.swap), replace(terms, thread=not terms.thread)
    back = Button(tr.pgettext("button", "Back"), str(NewPress(NewAction.MAIN, terms)), Tone.X)
    value = known_value(terms.rules)
    can_swap = terms.swap or value is None or value.winner is not None  # a board that is drawn needs no swap
    # Translators: Button, at most 20 characters: whether the other player may take X after its first mark.
    swap_label = tr.pgettext("button", "Swap: on") if terms.swap else tr.pgettext("button", "Swap: off")
    swap = Button(swap_label, str(NewPress(NewAction.SWAP, swapped)))
    # Translators: Button, at most 20 characters: whether the game gets a thread of its own.
    thread_label = tr.pgettext("button", "Thread: on") if terms.thread else tr.pgettext("button", "Thread: off")
    thread = Button(thread_label, str(NewPress(NewAction.THREAD, threaded)))
    switches = (*((swap,) if can_swap else ()), *((thread,) if opponents is Opponents.MEMBERS else ()))
    # Translators: Shown in a menu until something is chosen, at most 100 characters.
    first, pace, series = tr.gettext("Who goes first?"), tr.gettext("Time per move?"), tr.gettext("How many games?")
    menus = (
        Menu.of(first, str(NewPress(NewAction.FIRST, terms)), _firsts(tr), terms.first),
        Menu.of(pace, str(NewPress(NewAction.PACE, terms)), paces(tr), terms.pace.value if terms.pace else NO_PACE),
        Menu.of(series, str(NewPress(NewAction.SERIES, terms)), _series(tr), str(terms.best_of or 1)),
    )
    return Draft(_summary(tr, terms), ((back, *switches),), menus=menus)


# Translators: Option of the menu "How many games?", at most 100 characters. {number} is 3 or 5.
def _series(tr: Translator) -> Mapping[str, str]:
    one = tr.gettext("One game")
    return {
        value: tr.ngettext("Best of {number} game", "Best of {number} games", games) if games else one
        for value, games in SERIES.items()
    }


def buttons(tr: Translator, rules: Rules) -> tuple[Button, Button]:
    """Return the buttons that open the menu, and that start a first game against the computer."""
    first_game = Terms(rules, Level.CLASSIC)
    new = tr.pgettext("button", "New game")
    # Translators: Button, at most 30 characters.
    play = tr.pgettext("button", "Play the computer")
    return (
        Button(new, str(NewPress(NewAction.MENU, replace(first_game, level=None))), Tone.GOOD),
        Button(play, str(NewPress(NewAction.PLAY, first_game)), Tone.X),
    )


def rules_in(option: str) -> Rules:
    """Return the rules of an option of the menu of sizes. Raises OutOfDate, SizeOutOfRange, LineTooLong."""
    size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})x([0-9]{1,3})", option)
    if size is None:
        raise OutOfDate
    return rules_for(*map(int, size.groups()))


def already_playing(
    tr: Translator, game: Game, then: Terms | ChallengePress | None, in_thread: Button | None = None
) -> tuple[Button, ...]:
    """Return the buttons for a user who is already playing here. then is what to do after ending that game."""
    label = tr.pgettext("button", "Go to the game")
    link = Button(label, "", url=texts.link(game.place, game.message))
    thread = () if in_thread is None else (in_thread,)
    if then is None:
        return (link, *thread)
    # Translators: Button, at most 30 characters: ends that game without a result, and starts the new one.
    end = tr.pgettext("button", "End it and start a new one")
    return link, Button(end, end_custom_id(game, then), Tone.BAD), *thread


def closed(tr: Translator, result: Update | NewChallenge) -> str:
    """Return the text that replaces the menu after its game has started."""
    if isinstance(result, NewChallenge):
        return tr.gettext("Your challenge has been posted.")
    return tr.gettext("Your game has begun.")


def _summary(tr: Translator, terms: Terms) -> str:
    """Return the chosen terms as text, because a client may still show an option that opened a form."""
    game = [f"**{texts.size(tr, terms.rules)}**", *((paces(tr)[terms.pace.value],) if terms.pace else ())]
    value = known_value(terms.rules)
    rules = (
        best_play(tr, value, swap=terms.swap) if value else "",
        "" if terms.first is First.ME else _first(tr, terms),
        texts.series_rule(tr, terms.best_of) if terms.best_of else "",
        texts.swap_rule(tr) if terms.swap else "",
        texts.thread_rule(tr) if terms.thread else "",
    )
    return "\n".join(filter(None, (" · ".join(game), tr.joined(*rules))))


def best_play(tr: Translator, value: Value, *, swap: bool) -> str:
    """Return how a game on a board ends with best play on both sides."""
    if value.winner is None:
        return tr.gettext("Perfect play ends in a draw.")
    if swap:
        return ""
    # Translators: The swap rule, which a button turns on, lets the other player take X after its first mark.
    return tr.gettext("X can always win on this board. For a fair game, turn on Swap under **More options…**.")


# Translators: Part of the menu of a new game.
def _first(tr: Translator, terms: Terms) -> str:
    if terms.first is First.RANDOM:
        return tr.gettext("A coin toss decides who goes first.")
    return tr.gettext("The other player goes first.")


# Translators: About an option of a menu of boards, at most 100 characters.
def sizes(tr: Translator, chosen: Rules, last: Rules | None) -> tuple[Option, ...]:
    """Return the options of a menu of sizes. last is the size of the reader's last game."""
    descriptions = {
        DEFAULT: tr.gettext("The classic board"),
        rules_for(4, 4, None): tr.gettext("A little larger"),
        rules_for(7, 6, None): tr.gettext("Room to plan ahead"),
        # Translators: The name of a game on a board of 15×15, at most 100 characters.
        rules_for(15, 15, None): tr.gettext("Gomoku"),
    }
    if last:
        descriptions[last] = tr.gettext("Your last board")
    if chosen not in descriptions:
        descriptions[chosen] = tr.gettext("Your choice")
    return tuple(
        Option(texts.size(tr, rules), f"{rules.m}x{rules.n}x{rules.k}", about, rules == chosen)
        for rules, about in descriptions.items()
    )


# Translators: About an option of a menu, a level of the computer, at most 100 characters.
def _levels(tr: Translator, terms: Terms) -> tuple[Option, ...]:
    levels = {
        Level.EASY: tr.gettext("Often overlooks threats"),
        Level.CLASSIC: tr.gettext("Takes wins, blocks threats"),
        Level.EXPERT: tr.gettext("Plans far ahead"),
    }
    return tuple(
        Option(_computer(tr, level), level, about, is_chosen=level is terms.level) for level, about in levels.items()
    )


def _computer(tr: Translator, level: Level) -> str:
    # Translators: Option of a menu, at most 100 characters.
    return tr.gettext("The computer: {level}", level=texts.level(tr, level))


def _firsts(tr: Translator) -> Mapping[str, str]:
    # Translators: Option of the menu "Who goes first?", at most 100 characters.
    return {
        First.ME: tr.gettext("You go first"),
        First.OPPONENT: tr.gettext("The other player goes first"),
        First.RANDOM: tr.gettext("A coin toss decides who goes first"),
    }
