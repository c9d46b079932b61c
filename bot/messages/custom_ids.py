"""The custom_id of every button and form. It holds all that a press needs, so no view keeps state.

Formats: `ttt:<game>:<ply>:<action>[:<row>:<col>]`, `ttt:c<challenge>:<action>[:t]`,
`ttt:p<day>:<step>[:form|:<row>:<col>]` and, of a game that is not begun yet,
`ttt:new:<action>:<m>:<n>:<k>:<opponent>:<first>[:<pace>][:s][:t][:3|:5]`. The last two may follow
`ttt:end:<game>:` instead of `ttt:`. At most 94 of Discord's 100 characters: nothing ends a game for one in a thread.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from bot.game.challenges import Challenge, ChallengeAction, ChallengeId
from bot.game.clock import Pace
from bot.game.errors import BadRules
from bot.game.games import Game, GameId, Level, UserId
from bot.game.playing import rules_for
from bot.game.puzzles import Day
from bot.game.requests import First, Terms
from engine import Cell


class Action(StrEnum):
    """What a button on a board or a request does."""

    MARK = "mark"
    FORM = "form"
    SWAP = "swap"
    UNDO = "undo"
    ALLOW = "allow"
    REFUSE = "refuse"
    RESIGN = "resign"
    GIVE_UP = "giveup"
    DRAW = "draw"
    NEXT = "next"
    REMATCH = "rematch"
    SIDES = "sides"
    REPLAY = "replay"
    REVIEW = "review"
    LEFT = "left"
    UP = "up"
    DOWN = "down"
    RIGHT = "right"
    LAST = "last"


@dataclass(frozen=True)
class GamePress:
    """A press on a board, a request or a form; cell is the one to mark, or the window's upper left corner."""

    game: GameId
    ply: int
    action: Action
    cell: Cell | None = None


@dataclass(frozen=True)
class ChallengePress:
    """A press on a challenge; thread says whether its game gets a thread of its own."""

    challenge: ChallengeId
    action: ChallengeAction
    thread: bool = False


class NewAction(StrEnum):
    """What a button, a menu or a form of a new game does."""

    MENU = "menu"  # show the menu of a new game
    SIZE = "size"
    FORM = "form"  # the form of any other size
    AGAINST = "against"
    MEMBER = "member"
    FIRST = "first"
    SWAP = "swap"
    START = "start"  # start what the menu says, and close the menu
    PLAY = "play"  # start it at once


@dataclass(frozen=True)
class NewPress:
    """A press on what starts a game, with the terms that it was drawn for."""

    action: NewAction
    terms: Terms


class EndPress(NamedTuple):
    """A press on what ends a game of one's own and then does what could not be done while it was on."""

    game: GameId
    then: NewPress | ChallengePress


class GamesPress(NamedTuple):
    """A press on a button that turns a page of `/ttt games`."""

    page: int


class PuzzlePress(NamedTuple):
    """A press on a puzzle as it was after so many steps: to mark a cell, to open the form, or (neither) to see it."""

    day: Day
    step: int
    cell: Cell | None = None
    is_form: bool = False


class SeasonPress(NamedTuple):
    """A press on the button that begins a season of the server's ratings, by its number."""

    number: int


class ForgetPress(NamedTuple):
    """A press on the button that confirms `/ttt forget me`; it deletes the data of whoever presses."""


Press: TypeAlias = (
    GamePress | ChallengePress | NewPress | EndPress | GamesPress | PuzzlePress | SeasonPress | ForgetPress
)

PREFIX = "ttt:"
ANYONE = "any"
FORGET = "ttt:forget"
WITH_CELL = frozenset({Action.MARK, Action.LEFT, Action.UP, Action.DOWN, Action.RIGHT})
_GAME = re.compile(r"ttt:([0-9]{1,18}):([0-9]{1,7}):([a-z]{1,10})(?::([0-9]{1,4}):([0-9]{1,4}))?")
_SWAP, _THREAD = "s", "t"
_CHALLENGE = re.compile(rf"ttt:c([0-9]{{1,18}}):([a-z]{{1,10}})(?::({_THREAD}))?")
_LEVELS = {level.value: level for level in Level}
_NEW = re.compile(
    r"ttt:new:([a-z]{1,10}):([0-9]{1,3}):([0-9]{1,3}):([0-9]{1,3})"
    rf":({'|'.join((ANYONE, *_LEVELS))}|[0-9]{{1,20}}):([a-z]{{1,10}})(?::([a-z_]{{2,12}}))?(?::({_SWAP}))?"
    rf"(?::({_THREAD}))?(?::([35]))?"
)
_END = re.compile(r"ttt:end:([0-9]{1,18}):((?:new|c).+)")
_GAMES = re.compile(r"ttt:games:([0-9]{1,6})")
_PUZZLE = re.compile(r"ttt:p([0-9]{1,6}):([0-9]{1,6})(?::(form|[0-9]:[0-9]))?")
_SEASON = re.compile(r"ttt:season:([0-9]{1,6})")
_NEW_ACTIONS = {action.value: action for action in NewAction}
_PACES = {pace.name.lower(): pace for pace in Pace}
_FIRSTS = {first.value: first for first in First}
_GAME_ACTIONS = {action.value: action for action in Action}
_CHALLENGE_ACTIONS = {action.value: action for action in ChallengeAction}


def game_custom_id(game: Game, action: Action, cell: Cell | None = None) -> str:
    """Return the custom_id of a button drawn for a game as it stands."""
    where = f":{cell.row}:{cell.col}" if cell else ""
    return f"{PREFIX}{game.id}:{game.moves}:{action}{where}"


def mark_custom_ids(game: Game, row: int) -> list[str]:
    """Return the custom_ids of the buttons that mark the cells of a row."""
    stem = game_custom_id(game, Action.MARK)
    return [f"{stem}:{row}:{col}" for col in range(game.rules.n)]


def form_custom_id(form: GamePress) -> str:
    """Return the custom_id of a button that opens a form again."""
    return f"{PREFIX}{form.game}:{form.ply}:{Action.FORM}"


def challenge_custom_id(challenge: Challenge, action: ChallengeAction) -> str:
    """Return the custom_id of a button on a challenge."""
    begins = action in {ChallengeAction.ACCEPT, ChallengeAction.JOIN, ChallengeAction.COMPUTER}
    return press_custom_id(ChallengePress(challenge.id, action, thread=begins and challenge.offer.thread))


def press_custom_id(press: ChallengePress) -> str:
    """Return the custom_id of a button that answers a challenge, wherever it stands."""
    thread = f":{_THREAD}" if press.thread else ""
    return f"{PREFIX}c{press.challenge}:{press.action}{thread}"


def new_custom_id(action: NewAction, terms: Terms) -> str:
    """Return the custom_id of what starts a game on some terms, or changes them."""
    rules, pace = terms.rules, f":{terms.pace.name.lower()}" if terms.pace else ""
    swap, thread = f":{_SWAP}" if terms.swap else "", f":{_THREAD}" if terms.thread else ""
    chosen = f"{pace}{swap}{thread}{f':{terms.best_of}' if terms.best_of else ''}"
    return f"{PREFIX}new:{action}:{rules.m}:{rules.n}:{rules.k}:{against(terms)}:{terms.first}{chosen}"


def end_custom_id(game: Game, then: Terms | ChallengePress) -> str:
    """Return the custom_id of what ends a game for another one."""
    if isinstance(then, ChallengePress):
        return f"{PREFIX}end:{game.id}:c{then.challenge}:{then.action}"
    return f"{PREFIX}end:{game.id}:{new_custom_id(NewAction.PLAY, then).removeprefix(PREFIX)}"


def games_custom_id(page: int) -> str:
    """Return the custom_id of what turns to a page of `/ttt games`."""
    return f"{PREFIX}games:{page}"


def against(terms: Terms) -> str:
    """Return who is to be played, in one word."""
    return terms.level or (ANYONE if terms.opponent is None else str(terms.opponent))


def puzzle_custom_id(press: PuzzlePress) -> str:
    """Return the custom_id of a button or form of a puzzle."""
    what = ":form" if press.is_form else "" if press.cell is None else f":{press.cell.row}:{press.cell.col}"
    return f"{PREFIX}p{press.day}:{press.step}{what}"


def season_custom_id(number: int) -> str:
    """Return the custom_id of what begins a season."""
    return f"{PREFIX}season:{number}"


def parse(custom_id: str) -> Press | None:  # noqa: PLR0911 - one for each kind
    """Return what a custom_id says; None when it isn't one of ours."""
    if custom_id == FORGET:
        return ForgetPress()
    if match := _GAMES.fullmatch(custom_id):
        return GamesPress(int(match[1]))
    if (match := _NEW.fullmatch(custom_id)) and (starting := _NEW_ACTIONS.get(match[1])):
        terms = _terms(match.groups()[1:])
        return terms and NewPress(starting, terms)
    if match := _END.fullmatch(custom_id):
        then = parse(f"{PREFIX}{match[2]}")
        return EndPress(GameId(int(match[1])), then) if isinstance(then, NewPress | ChallengePress) else None
    if match := _SEASON.fullmatch(custom_id):
        return SeasonPress(int(match[1]))
    if match := _PUZZLE.fullmatch(custom_id):
        is_form = match[3] == "form"
        cell = None if match[3] is None or is_form else Cell(*map(int, match[3].split(":")))
        return PuzzlePress(Day(int(match[1])), int(match[2]), cell, is_form)
    if (match := _CHALLENGE.fullmatch(custom_id)) and (asked := _CHALLENGE_ACTIONS.get(match[2])):
        return ChallengePress(ChallengeId(int(match[1])), asked, thread=match[3] is not None)
    if (match := _GAME.fullmatch(custom_id)) and (action := _GAME_ACTIONS.get(match[3])):
        cell = None if match[4] is None else Cell(int(match[4]), int(match[5]))
        if (action in WITH_CELL) == (cell is not None):
            return GamePress(GameId(int(match[1])), int(match[2]), action, cell)
    return None


def _terms(named: Sequence[Any]) -> Terms | None:
    m, n, k, opponent, first, pace, swap, thread, best_of = named
    if first not in _FIRSTS or (pace is not None and pace not in _PACES):
        return None
    try:
        rules = rules_for(int(m), int(n), int(k))
    except BadRules:
        return None
    return Terms(
        rules,
        _LEVELS.get(opponent),
        UserId(int(opponent)) if opponent.isdigit() else None,
        _FIRSTS[first],
        pace and _PACES[pace],
        thread=thread is not None,
        swap=swap is not None,
        best_of=best_of and int(best_of),
    )


# Possessive quantifiers, because backtracking took O(length^4): 3 s for 400 spaces and two numbers.
_NUMBER = r"(-?+\d{1,9}+)"
_BETWEEN = r"(?:\s*+[,;.:/x×]\s*+|\s++-\s++|\s++|-\s*+)"
_PAIR = re.compile(rf"\s*+[(\[]?+\s*+{_NUMBER}{_BETWEEN}{_NUMBER}\s*+[)\]]?+\s*+", re.IGNORECASE)
_NAMED = re.compile(rf"\s*+r(?:ow)?+\s*+{_NUMBER}\s*+,?+\s*+c(?:ol(?:umn)?+)?+\s*+{_NUMBER}\s*+", re.IGNORECASE)
_WIDE = {ord(char) + 0xFEE0: char for char in "()[],;.:/-xXrRcC"}  # as keyboards for Chinese and Japanese type them
_DASHES = "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"
_COMMAS = "\N{IDEOGRAPHIC COMMA}\N{ARABIC COMMA}"
_PLAIN = str.maketrans(_WIDE | dict.fromkeys(_DASHES, "-") | dict.fromkeys(_COMMAS, ","))


def parse_cell(text: str) -> Cell | None:
    """Return the cell that two numbers name, like `3 4`, `(3, 4)`, `3x4` or `r3 c4`; None when the text names none.

    Digits of any script count. Cost: time in proportion to the length.
    """
    plain = text if text.isascii() else text.translate(_PLAIN)
    match = _PAIR.fullmatch(plain) or _NAMED.fullmatch(plain)
    if match is None:
        return None
    numbers = [(int(number), number.startswith("-")) for number in match.groups()]
    return None if (0, True) in numbers else Cell(*(number for number, _ in numbers))
