"""The menu of a new game, opened by bare `/ttt new`. Its custom_ids hold the choices. Pure."""

import re
from dataclasses import replace
from enum import Enum, auto
from typing import assert_never

from bot.game.errors import OutOfDate
from bot.game.games import Game, Level, known_value
from bot.game.playing import rules_for
from bot.game.requests import First, NewChallenge, Terms, Update
from bot.messages import texts
from bot.messages.custom_ids import (
    ANYONE,
    FIRSTS,
    LEVELS,
    ChallengePress,
    NewAction,
    NewPress,
    against,
    end_custom_id,
)
from bot.messages.forms import Button, MemberMenu, Menu, Option, Tone
from bot.messages.message import Draft
from bot.messages.translator import Translator
from engine import Rules

CUSTOM = "custom"  # an option of 0.2.0 that opens the form: a client sends an option only once


class Company(Enum):
    """The opponents that a user can have in a place."""

    MEMBERS = auto()
    WHOEVER_JOINS = auto()
    COMPUTER = auto()


def draft(tr: Translator, terms: Terms, last: Rules | None, company: Company) -> Draft:
    """Return the menu with its chosen terms; last is the board of the reader's last game."""
    # Translators: Stands in a menu until something is chosen, at most 100 characters.
    board, first = tr.gettext("Which board?"), tr.gettext("Who goes first?")
    # Translators: Stands in a menu of the members of a server until one is chosen, at most 100 characters. It is below
    # the menu "Against whom?".
    member = tr.gettext("Or challenge a member")
    menus = (
        Menu(board, str(NewPress(NewAction.SIZE, terms)), _sizes(tr, terms.rules, last)),
        Menu(_against_whom(tr, terms), str(NewPress(NewAction.AGAINST, terms)), _opponents(tr, terms, company)),
        MemberMenu(member, str(NewPress(NewAction.MEMBER, terms)), terms.opponent),
        Menu(first, str(NewPress(NewAction.FIRST, terms)), _firsts(tr, terms)),
    )
    shown = tuple(menu for menu in menus if company is Company.MEMBERS or not isinstance(menu, MemberMenu))
    # Translators: Button below the menu of a new game, at most 20 characters.
    start = Button(tr.pgettext("button", "Start"), str(NewPress(NewAction.START, terms)), Tone.GOOD)
    other = replace(terms, swap=not terms.swap)
    swap = Button(texts.swap_switch(tr, is_on=terms.swap), str(NewPress(NewAction.SWAP, other)))
    # Translators: Button below the menu of a new game, at most 30 characters: opens a form.
    size = Button(tr.gettext("Another size…"), str(NewPress(NewAction.FORM, terms)))
    return Draft(_summary(tr, terms), ((start, size, swap),), menus=shown)


def buttons(tr: Translator, rules: Rules) -> tuple[Button, Button]:
    """Return the buttons that start a game on a board: the menu, and a first game against the computer."""
    first_game = Terms(rules, Level.CLASSIC)
    # Translators: Button, at most 20 characters: opens the menu of a new game.
    new = tr.pgettext("button", "New game")
    # Translators: Button, at most 30 characters: starts a game against the computer.
    play = tr.pgettext("button", "Play the computer")
    return (
        Button(new, str(NewPress(NewAction.MENU, replace(first_game, level=None))), Tone.GOOD),
        Button(play, str(NewPress(NewAction.PLAY, first_game)), Tone.X),
    )


def form_button(tr: Translator, terms: Terms) -> Button:
    """Return the button that opens the form of the size again."""
    # Translators: Button, at most 20 characters: opens a form again whose input could not be read.
    return Button(tr.pgettext("button", "Try again"), str(NewPress(NewAction.FORM, terms)), Tone.X)


def rules_in(option: str) -> Rules:
    """Return the rules of an option of the menu of sizes.

    Raises OutOfDate, SizeOutOfRange, LineTooLong.
    """
    size = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})x([0-9]{1,3})", option)
    if size is None:
        raise OutOfDate
    return rules_for(*map(int, size.groups()))


def against_option(terms: Terms, option: str) -> Terms:
    """Return the terms with the opponent of an option.

    Raises OutOfDate.
    """
    if option != ANYONE and option not in LEVELS:
        raise OutOfDate
    return replace(terms, level=LEVELS.get(option), opponent=None)


def first_option(option: str) -> First:
    """Return who goes first by an option.

    Raises OutOfDate.
    """
    if option not in FIRSTS:
        raise OutOfDate
    return FIRSTS[option]


def already_playing(
    tr: Translator, game: Game, then: Terms | ChallengePress | None, in_thread: Button | None = None
) -> tuple[Button, ...]:
    """Return the buttons for a user who already plays here; then is the action that follows if that game ends."""
    # Translators: Button below "You are already playing …", at most 20 characters: a link to the board of that game.
    go = tr.pgettext("button", "Go to it")
    there, another = Button(go, "", url=texts.link(game.place, game.message)), () if in_thread is None else (in_thread,)
    if then is None:
        return (there, *another)
    # Translators: Button below "You are already playing …", at most 30 characters: ends that game without a result, and
    # starts the new one.
    end = tr.pgettext("button", "End it and start")
    return there, Button(end, end_custom_id(game, then), Tone.BAD), *another


def closed(tr: Translator, result: Update | NewChallenge) -> str:
    """Return the text that replaces the menu once its game has started."""
    if isinstance(result, NewChallenge):
        # Translators: Takes the place of the menu of a new game, once others can see the challenge.
        return tr.gettext("Your challenge is out.")
    # Translators: Takes the place of the menu of a new game.
    return tr.gettext("Your game has begun.")


def _summary(tr: Translator, terms: Terms) -> str:
    """Return the chosen terms as text: a client may go on showing an option that opened a form."""
    # Translators: **Start** is the button "Start" below the menu of a new game.
    start = tr.gettext("Press **Start** when you have chosen.")
    value = known_value(terms.rules)
    best = texts.best_play(tr, value, swap=terms.swap) if value else ""
    return tr.joined(_game(tr, terms), best, _first(tr, terms), texts.swap_rule(tr) if terms.swap else "", start)


def _game(tr: Translator, terms: Terms) -> str:
    size = texts.size(tr, terms.rules)
    if terms.level:
        level = texts.level(tr, terms.level)
        # Translators: What is chosen in the menu of a new game. {size} is "3×3, 3 in a row"; {level} is easy, classic
        # or expert.
        return tr.gettext("New game: **{size}**, against the computer ({level}).", size=size, level=level)
    if terms.opponent is None:
        # Translators: What is chosen in the menu of a new game. {size} is "3×3, 3 in a row".
        return tr.gettext("New game: **{size}**, against anyone who joins.", size=size)
    opponent = texts.user(tr, terms.opponent)
    # Translators: What is chosen in the menu of a new game. {size} is "3×3, 3 in a row"; {opponent} is a mention.
    return tr.gettext("New game: **{size}**, against {opponent}.", size=size, opponent=opponent)


def _first(tr: Translator, terms: Terms) -> str:
    match terms.first:
        case First.ME:
            # Translators: Part of a challenge, said to whoever is challenged; also part of the menu of a new game.
            return tr.gettext("You go first.")
        case First.OPPONENT | First.COMPUTER:
            # Translators: Part of the menu of a new game.
            return tr.gettext("The computer goes first.") if terms.level else tr.gettext("The other player goes first.")
        case First.RANDOM:
            # Translators: Part of a challenge, and of the menu of a new game.
            return tr.gettext("A coin toss decides who goes first.")
        case _:
            assert_never(terms.first)


def _against_whom(tr: Translator, terms: Terms) -> str:
    if terms.opponent is None:
        # Translators: Stands in a menu until something is chosen, at most 100 characters.
        return tr.gettext("Against whom?")
    # Translators: Stands in a menu until something is chosen, at most 100 characters. A member is chosen in the menu
    # below it.
    return tr.gettext("Or play anyone, or the computer")


def _sizes(tr: Translator, chosen: Rules, last: Rules | None) -> tuple[Option, ...]:
    described = {
        # Translators: About an option of a menu of boards, the one of 3×3, at most 100 characters.
        rules_for(3, 3, None): tr.gettext("The classic board"),
        # Translators: About an option of a menu of boards, the one of 4×4, at most 100 characters.
        rules_for(4, 4, None): tr.gettext("A little larger"),
        # Translators: About an option of a menu of boards, the one of 7×6, at most 100 characters.
        rules_for(7, 6, None): tr.gettext("Room for plans"),
        # Translators: About an option of a menu of boards, the one of 15×15 with 5 in a row, at most 100 characters. It
        # is the name of a game.
        rules_for(15, 15, None): tr.gettext("Gomoku"),
    }
    if last:
        # Translators: About an option of a menu of boards, at most 100 characters: the reader played on it last time.
        described[last] = tr.gettext("Your last one")
    if chosen not in described:
        # Translators: About an option of a menu of boards, at most 100 characters: the reader has typed its size.
        described[chosen] = tr.gettext("Your choice")
    sizes = (
        Option(texts.size(tr, rules), f"{rules.m}x{rules.n}x{rules.k}", about, rules == chosen)
        for rules, about in described.items()
    )
    return tuple(sizes)


def _opponents(tr: Translator, terms: Terms, company: Company) -> tuple[Option, ...]:
    chosen = against(terms)
    anyone = () if company is Company.COMPUTER else (_anyone(tr, chosen),)
    levels = {
        # Translators: About an option of a menu, the computer at level easy, at most 100 characters.
        Level.EASY: tr.gettext("Often overlooks threats"),
        # Translators: About an option of a menu, the computer at level classic, at most 100 characters: it wins where
        # it can at once, and blocks where the opponent could.
        Level.CLASSIC: tr.gettext("Wins and blocks"),
        # Translators: About an option of a menu, the computer at level expert, at most 100 characters.
        Level.EXPERT: tr.gettext("Plans far ahead"),
    }
    return *anyone, *(Option(_computer(tr, level), level, about, level == chosen) for level, about in levels.items())


def _computer(tr: Translator, level: Level) -> str:
    # Translators: Option of the menu "Against whom?", at most 100 characters. {level} is easy, classic or expert.
    return tr.gettext("The computer: {level}", level=texts.level(tr, level))


def _anyone(tr: Translator, chosen: str) -> Option:
    # Translators: Option of the menu "Against whom?", at most 100 characters.
    label = tr.gettext("Anyone")
    # Translators: About the option "Anyone" of the menu "Against whom?", at most 100 characters.
    return Option(label, ANYONE, tr.gettext("Whoever joins first"), chosen == ANYONE)


def _firsts(tr: Translator, terms: Terms) -> tuple[Option, ...]:
    # Translators: Option of the menu "Who goes first?", at most 100 characters.
    named = {
        First.ME: tr.gettext("You go first"),
        First.OPPONENT: _other_first(tr, terms),
        First.RANDOM: tr.gettext("A coin toss decides who goes first"),
    }
    return tuple(Option(label, first, is_chosen=first is terms.first) for first, label in named.items())


def _other_first(tr: Translator, terms: Terms) -> str:
    # Translators: Option of the menu "Who goes first?", at most 100 characters.
    return tr.gettext("The computer goes first") if terms.level else tr.gettext("The other player goes first")
