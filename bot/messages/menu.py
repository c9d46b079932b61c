"""The menu of a new game, as bare `/ttt new` shows it. What is chosen stands in its custom_ids. Pure."""

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum, auto

from bot.game.errors import UnreadableNumber
from bot.game.games import SIDES, Game, Level, UserId
from bot.game.playing import rules_for
from bot.game.requests import First, NewChallenge, Terms, Update
from bot.messages import texts
from bot.messages.components import Button, Form, MemberMenu, Menu, Option, TextField, Tone
from bot.messages.custom_ids import ANYONE, ChallengePress, NewAction, against, end_custom_id, new_custom_id
from bot.messages.message import Draft
from engine import Rules

CUSTOM = "custom"  # the option that opens a form
DIGITS = 3  # of a side
ROWS, COLUMNS, LENGTH = "m", "n", "k"  # the custom_ids of the form's fields

_SIZES = (
    (rules_for(3, 3, None), "The classic board"),
    (rules_for(4, 4, None), "A little larger"),
    (rules_for(7, 6, None), "Room for plans"),
    (rules_for(15, 15, None), "Gomoku"),
)
_LEVELS = {
    Level.EASY: "Often overlooks threats",
    Level.CLASSIC: "Wins and blocks",
    Level.EXPERT: "Plans far ahead",
}


class Company(Enum):
    """Whom somebody can play where they are."""

    MEMBERS = auto()
    WHOEVER_JOINS = auto()
    COMPUTER = auto()


def draft(terms: Terms, last: Rules | None, company: Company) -> Draft:
    """Return the menu with some terms chosen; last is the board that the reader started a game on last."""
    menus = (
        Menu("Which board?", new_custom_id(NewAction.SIZE, terms), _sizes(terms.rules, last)),
        Menu(_against_whom(terms), new_custom_id(NewAction.AGAINST, terms), _opponents(terms, company)),
        MemberMenu("Or challenge a member", new_custom_id(NewAction.MEMBER, terms), terms.opponent),
        Menu("Who goes first?", new_custom_id(NewAction.FIRST, terms), _firsts(terms)),
    )
    shown = tuple(menu for menu in menus if company is Company.MEMBERS or not isinstance(menu, MemberMenu))
    start = Button("Start", new_custom_id(NewAction.START, terms), Tone.GOOD)
    return Draft(_summary(terms), ((start,),), menus=shown)


def buttons(rules: Rules) -> tuple[Button, Button]:
    """Return the buttons that begin a game on a board: the menu, and a first game against the computer."""
    first_game = Terms(rules, Level.CLASSIC)
    return (
        Button("New game", new_custom_id(NewAction.MENU, replace(first_game, level=None)), Tone.GOOD),
        Button("Play the computer", new_custom_id(NewAction.PLAY, first_game), Tone.X),
    )


def form_button(terms: Terms) -> Button:
    """Return the button that opens the form of the size again."""
    return Button("Try again", new_custom_id(NewAction.FORM, terms), Tone.X)


def form(terms: Terms) -> Form:
    """Return the form of any size, filled in with the board that is chosen."""
    rules, sides = terms.rules, f"{SIDES.start} to {SIDES.stop - 1}"
    fields = (
        TextField("Rows", ROWS, DIGITS, sides, value=str(rules.m)),
        TextField(
            "Columns", COLUMNS, DIGITS, f"{sides}. Left blank: as many as rows", value=str(rules.n), required=False
        ),
        TextField("Marks in a row to win", LENGTH, DIGITS, "Left blank: up to 5", required=False),
    )
    return Form("Size of the board", new_custom_id(NewAction.FORM, terms), fields)


def rules_of(filled: Mapping[str, str]) -> Rules:
    """Return the rules that a form names.

    Shapes: filled has what was filled in by custom_id; what was left blank may be missing or empty.

    Raises
    ------
    UnreadableNumber, SizeOutOfRange, LineTooLong
    """
    return rules_for(*(_number(filled.get(name, "")) for name in (ROWS, COLUMNS, LENGTH)))


def rules_in(option: str) -> Rules:
    """Return the rules that an option of the menu of sizes stands for."""
    m, n, k = map(int, option.split("x"))
    return rules_for(m, n, k)


def against_option(terms: Terms, option: str) -> Terms:
    """Return the terms with the opponent that an option stands for."""
    level = None if option == ANYONE else Level(option)
    return with_opponent(terms, level, None)


def with_opponent(terms: Terms, level: Level | None, opponent: UserId | None) -> Terms:
    """Return the terms with another opponent; where the computer was to go first, the opponent is."""
    first = First.OPPONENT if terms.first is First.COMPUTER else terms.first
    return replace(terms, level=level, opponent=opponent, first=first)


def already_playing(game: Game, then: Terms | ChallengePress | None) -> tuple[Button, ...]:
    """Return the buttons for somebody who already plays here; then is what follows if they end that game."""
    there = Button("Go to it", "", url=texts.link(game.place, game.message))
    if then is None:
        return (there,)
    return there, Button("End it and start", end_custom_id(game, then), Tone.BAD)


def closed(result: Update | NewChallenge) -> str:
    """Return what takes the place of the menu once its game has begun."""
    return "Your challenge is out." if isinstance(result, NewChallenge) else "Your game has begun."


def _number(typed: str) -> int | None:
    text = typed.strip()
    if not text:
        return None
    if not text.isdecimal():  # int would take signs and underscores, too
        raise UnreadableNumber(text)
    return int(text)


def _summary(terms: Terms) -> str:
    """Return what is chosen: a client may go on showing an option that opened a form."""
    size = texts.size(terms.rules)
    if terms.level:
        game = f"New game: **{size}**, against the computer ({terms.level})."
    elif terms.opponent is None:
        game = f"New game: **{size}**, against anyone who joins."
    else:
        game = f"New game: **{size}**, against {texts.user(terms.opponent)}."
    return f"{game} {_first(terms)}. Press **Start** when you have chosen."


def _first(terms: Terms) -> str:
    return next(option.label for option in _firsts(terms) if option.is_chosen)


def _against_whom(terms: Terms) -> str:
    return "Against whom?" if terms.opponent is None else "Or play anyone, or the computer"


def _sizes(chosen: Rules, last: Rules | None) -> tuple[Option, ...]:
    described = dict(_SIZES)
    if last:
        described[last] = "Your last one"
    described.setdefault(chosen, "Your choice")
    sizes = (
        Option(texts.size(rules), f"{rules.m}x{rules.n}x{rules.k}", about, rules == chosen)
        for rules, about in described.items()
    )
    return (*sizes, Option("Another size…", CUSTOM, "Any board from 2×2 to 100×100"))


def _opponents(terms: Terms, company: Company) -> tuple[Option, ...]:
    chosen = against(terms)
    anyone = () if company is Company.COMPUTER else (_anyone(chosen),)
    return (
        *anyone,
        *(Option(f"The computer: {level}", level, about, level == chosen) for level, about in _LEVELS.items()),
    )


def _anyone(chosen: str) -> Option:
    return Option("Anyone", ANYONE, "Whoever joins first", chosen == ANYONE)


def _firsts(terms: Terms) -> tuple[Option, ...]:
    other = "The computer goes first" if terms.level else "The other player goes first"
    chosen = First.OPPONENT if terms.first is First.COMPUTER else terms.first
    named = {First.ME: "You go first", First.OPPONENT: other, First.RANDOM: "A coin toss decides who goes first"}
    return tuple(Option(label, first, is_chosen=first is chosen) for first, label in named.items())
