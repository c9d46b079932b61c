"""The custom_ids of all buttons and forms. They contain all that a press needs, so views hold no state.

Each kind of press has a pattern, a method that makes it from a match, its custom_id as str(), and a name for metrics.

Formats: `ttt:<game>:<moves>:<action>[:<row>:<col>][:r<revision>]`, `ttt:c<challenge>:<action>[:t]`,
`ttt:p<day>:<step>[:form|:share|:<row>:<col>][:g<grade>][:more|:grade]`, `ttt:t<game>:<ply>:w<moves>|d<cell>:[<cell>-]…
[:form|:<cell>]`, where a cell is <row>.<col>, `ttt:me|server:<part>[:<page>]` and, for a game that has not started yet,
`ttt:new:<action>:<m>:<n>:<k>:<opponent>:<first>[:<pace>][:s][:t][:3|:5]`. The last two may follow
`ttt:end:<game>:` instead of `ttt:`. The longest has 94 of Discord's 100 characters, because no press ends a game to
start another in a thread.
"""

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from re import Match
from typing import ClassVar, NamedTuple, Self, TypeAlias, get_args

from bot.game.clocks import Pace
from bot.game.coach import Retry
from bot.game.errors import BadRules
from bot.game.games import Format, Game, GameId, Level, UserId
from bot.game.lobby import Challenge, ChallengeAction, ChallengeId, First, Terms
from bot.game.playing import rules_for
from bot.game.preferences import PREFERENCES, SETTINGS
from bot.game.puzzles import Day
from engine import Cell

PREFIX = "ttt:"


class Action(StrEnum):
    """The action of a button on a board or an undo request."""

    MARK = "mark"
    FORM = "form"
    SWAP = "swap"
    UNDO = "undo"
    ALLOW = "allow"
    REFUSE = "refuse"
    OFFER = "offer"
    ACCEPT = "accept"
    DECLINE = "decline"
    RESIGN = "resign"
    GIVE_UP = "giveup"
    PLAY_ON = "playon"
    DRAW = "draw"
    CALL_DRAW = "calldraw"
    NEXT = "next"
    REMATCH = "rematch"
    SIDES = "sides"
    REPLAY = "replay"
    SHARE = "share"
    REVIEW = "review"
    MORE = "more"
    HINT = "hint"
    READ = "read"
    BOARD = "board"
    PICTURE = "picture"
    NO_PICTURE = "nopicture"
    END = "end"
    STOP = "stop"
    LEFT = "left"
    UP = "up"
    DOWN = "down"
    RIGHT = "right"
    LAST = "last"


WITH_CELL = frozenset({Action.MARK, Action.LEFT, Action.UP, Action.DOWN, Action.RIGHT})


class GamePress(NamedTuple):
    """A press on a board, an undo request or a form. cell is the cell to mark, or the window's upper left corner.

    revision is only in the custom_id of a form: phones show the form that they first saw under an id, so after an undo
    and another move, the form needs another id.
    """

    pattern = re.compile(
        rf"ttt:([0-9]{{1,18}}):([0-9]{{1,7}}):({'|'.join(Action)})(?::([0-9]{{1,4}}):([0-9]{{1,4}}))?(?::r([0-9]{{1,9}}))?"
    )

    game: GameId
    moves: int
    action: Action
    cell: Cell | None = None
    revision: int | None = None

    @classmethod
    def from_match(cls, match: Match[str]) -> Self | None:
        """Return None if the action needs a cell and there is none, or the reverse."""
        game, moves, action, row, col, revision = match.groups()
        if (action in WITH_CELL) != (row is not None):
            return None
        cell, number = None if row is None else Cell(int(row), int(col)), None if revision is None else int(revision)
        return cls(GameId(int(game)), int(moves), Action(action), cell, number)

    def __str__(self) -> str:
        cell = f":{self.cell.row}:{self.cell.col}" if self.cell else ""
        revision = "" if self.revision is None else f":r{self.revision}"
        return f"{PREFIX}{self.game}:{self.moves}:{self.action}{cell}{revision}"

    @property
    def name(self) -> str:
        return self.action


@dataclass(frozen=True)
class ChallengePress:
    """A press on a challenge. thread: whether its game gets its own thread."""

    pattern: ClassVar = re.compile(rf"ttt:c([0-9]{{1,18}}):({'|'.join(ChallengeAction)})(?::(t))?")

    challenge: ChallengeId
    action: ChallengeAction
    thread: bool = False

    @classmethod
    def from_match(cls, match: Match[str]) -> Self:
        challenge, action, thread = match.groups()
        return cls(ChallengeId(int(challenge)), ChallengeAction(action), thread is not None)

    def __str__(self) -> str:
        return f"{PREFIX}c{self.challenge}:{self.action}{':t' if self.thread else ''}"

    @property
    def name(self) -> str:
        return self.action


class NewAction(StrEnum):
    """The action of a button, menu or form of a new game."""

    MENU = "menu"  # show the menu of a new game
    MAIN = "main"  # go back to its first page
    OPTIONS = "options"  # go to its second page
    PACE = "pace"
    SERIES = "series"
    THREAD = "thread"
    SIZE = "size"
    FORM = "form"  # the form for any other size
    AGAINST = "against"
    MEMBER = "member"
    FIRST = "first"
    SWAP = "swap"
    START = "start"  # start the game, and close the menu
    PLAY = "play"  # start the game without the menu
    TOGETHER = "together"  # start a game of everyone against the computer, which has no options but these


ANYONE = "any"
LEVELS = {level.value: level for level in Level}
_PACES = {pace.name.lower(): pace for pace in Pace}


@dataclass(frozen=True)
class NewPress:
    """A press that starts a game or changes its terms, with the terms for which the button was drawn."""

    pattern: ClassVar = re.compile(
        rf"ttt:new:({'|'.join(NewAction)}):([0-9]{{1,3}}):([0-9]{{1,3}}):([0-9]{{1,3}})"
        rf":({'|'.join((ANYONE, *LEVELS))}|[0-9]{{1,20}}):({'|'.join(First)})(?::({'|'.join(_PACES)}))?"
        r"(?::(s))?(?::(t))?(?::([35]))?"
    )

    action: NewAction
    terms: Terms

    @classmethod
    def from_match(cls, match: Match[str]) -> Self | None:
        """Return None if the terms are impossible."""
        action, m, n, k, opponent, first, pace, swap, thread, best_of = match.groups()
        other = user_id(opponent)
        if opponent.isdigit() and other is None:
            return None
        try:
            rules = rules_for(int(m), int(n), int(k))
        except BadRules:
            return None
        if NewAction(action) is NewAction.TOGETHER:
            level = LEVELS.get(opponent, Level.CLASSIC)
            return cls(NewAction.TOGETHER, Terms(Format(rules), level, None, First(first), together=True))
        time, length = _PACES[pace].time if pace else None, int(best_of) if best_of else None
        terms = Terms(Format(rules, time, bool(swap), length), LEVELS.get(opponent), other, First(first), bool(thread))
        return cls(NewAction(action), terms)

    def __str__(self) -> str:
        terms, format_ = self.terms, self.terms.format
        rules, pace = format_.rules, format_.pace and Pace.of(format_.pace).name.lower()
        chosen = (pace, format_.swap and "s", terms.thread and "t", format_.best_of)
        options = "".join(f":{option}" for option in chosen if option)
        opponent = terms.level or terms.opponent or ANYONE
        return f"{PREFIX}new:{self.action}:{rules.m}:{rules.n}:{rules.k}:{opponent}:{terms.first}{options}"

    @property
    def name(self) -> str:
        return f"new_{self.action}"


def start_press(terms: Terms) -> NewPress:
    """Return a press that starts a game without the menu."""
    return NewPress(NewAction.TOGETHER if terms.together else NewAction.PLAY, terms)


def user_id(text: str) -> UserId | None:
    """Parse the id of a user; None if it can't be one. Source: reference.mdx, Snowflakes."""
    number = int(text) if re.fullmatch("[0-9]{1,19}", text) else 0
    return UserId(number) if 0 < number < 2**63 else None


@dataclass(frozen=True)
class EndPress:
    """A press that ends the user's current game, if it is confirmed, and then starts the game that it prevented."""

    pattern: ClassVar = re.compile(r"ttt:(end|stop):([0-9]{1,18}):((?:new|c).+)")
    name: ClassVar = "end_and_start"

    game: GameId
    then: NewPress | ChallengePress
    is_confirmed: bool = False

    @classmethod
    def from_match(cls, match: Match[str]) -> Self | None:
        """Return None if the second part starts no game."""
        then = parse(f"{PREFIX}{match[3]}")
        is_new_game = isinstance(then, NewPress | ChallengePress)
        return cls(GameId(int(match[2])), then, match[1] == "stop") if is_new_game else None

    def __str__(self) -> str:
        word = "stop" if self.is_confirmed else "end"
        return f"{PREFIX}{word}:{self.game}:{str(self.then).removeprefix(PREFIX)}"


@dataclass(frozen=True)
class _Numbered:
    """A press whose custom_id is a word and a number."""

    word: ClassVar[str]

    number: int

    @classmethod
    def from_match(cls, match: Match[str]) -> Self:
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"{PREFIX}{self.word}:{self.number}"


class GamesPress(_Numbered):
    """A press that turns to a page of `/ttt games`."""

    pattern: ClassVar = re.compile(r"ttt:games:([0-9]{1,6})")
    word, name = "games", "games_page"


class SeasonPress(_Numbered):
    """A press that starts a season of the server's ratings, by its number."""

    pattern: ClassVar = re.compile(r"ttt:season:([0-9]{1,6})")
    word = name = "season"


class HelpPress(_Numbered):
    """A choice in the menu of `/ttt help`. number is the id of `/ttt`, for mentions that can be tapped."""

    pattern: ClassVar = re.compile(r"ttt:help:([0-9]{1,20})")
    word, name = "help", "help_topic"


class Earlier(StrEnum):
    """How a user asks for an earlier puzzle: by the button, or by the menu of difficulties."""

    MORE = "more"
    GRADE = "grade"


@dataclass(frozen=True)
class PuzzlePress:
    """A press on the puzzle of a day: to mark a cell, open the form, share, or, if none of these, show the puzzle.

    step is the number of taps before this one. grade is the difficulty that the user has chosen for further puzzles, 0
    for any. opens: the press opens an earlier puzzle.
    """

    pattern: ClassVar = re.compile(
        r"ttt:p([0-9]{1,6}):([0-9]{1,6})(?::(form|share|[0-9]:[0-9]))?(?::g([0-9]))?(?::(more|grade))?"
    )
    name: ClassVar = "puzzle_tap"

    day: Day
    step: int
    cell: Cell | None = None
    is_form: bool = False
    is_share: bool = False
    grade: int = 0
    opens: Earlier | None = None

    @classmethod
    def from_match(cls, match: Match[str]) -> Self:
        day, step, rest, grade, opens = match.groups()
        cell = Cell(*map(int, rest.split(":"))) if rest and ":" in rest else None
        earlier = Earlier(opens) if opens else None
        return cls(Day(int(day)), int(step), cell, rest == "form", rest == "share", int(grade or 0), earlier)

    def __str__(self) -> str:
        word = ":form" if self.is_form else ":share" if self.is_share else ""
        rest = f":{self.cell.row}:{self.cell.col}" if self.cell else word
        grade, opens = f":g{self.grade}" if self.grade else "", f":{self.opens}" if self.opens else ""
        return f"{PREFIX}p{self.day}:{self.step}{rest}{grade}{opens}"


@dataclass(frozen=True)
class RetryPress:
    """A press on another try at a ply of a finished game: to mark a cell, open the form, or else show the position.

    The goal is the number of moves in which the side wins, or 0 and a cell that holds the draw. See Retry.
    """

    pattern: ClassVar = re.compile(
        r"ttt:t([0-9]{1,18}):([0-9]{1,4}):(?:w([0-9])|d([0-9]{1,2}\.[0-9]{1,2})):((?:[0-9]{1,2}\.[0-9]{1,2}-){0,12})"
        r"(?::(form|[0-9]{1,2}\.[0-9]{1,2}))?"
    )
    name: ClassVar = "retry"

    game: GameId
    number: int
    moves: int
    holder: Cell | None = None
    cells: tuple[Cell, ...] = ()
    cell: Cell | None = None
    is_form: bool = False

    @classmethod
    def of(cls, retry: Retry) -> Self:
        """Return a press that shows a try as it is."""
        return cls(retry.game.id, retry.number, retry.moves, retry.holder, retry.cells)

    @classmethod
    def from_match(cls, match: Match[str]) -> Self:
        game, number, moves, holder, cells, rest = match.groups()
        played = tuple(map(_dotted_cell, cells.split("-")[:-1]))
        is_form, goal = rest == "form", _dotted_cell(holder) if holder else None
        cell = _dotted_cell(rest) if rest and not is_form else None
        return cls(GameId(int(game)), int(number), int(moves or 0), goal, played, cell, is_form)

    def __str__(self) -> str:
        goal = f"d{_dotted(self.holder)}" if self.holder else f"w{self.moves}"
        cells = "".join(f"{_dotted(cell)}-" for cell in self.cells)
        rest = ":form" if self.is_form else f":{_dotted(self.cell)}" if self.cell else ""
        return f"{PREFIX}t{self.game}:{self.number}:{goal}:{cells}{rest}"


def _dotted(cell: Cell) -> str:
    return f"{cell.row}.{cell.col}"


def _dotted_cell(text: str) -> Cell:
    return Cell(*map(int, text.split(".")))


class PanelKind(StrEnum):
    """Whether a panel is a user's or a server's."""

    ME = "me"
    SERVER = "server"


class PanelPart(StrEnum):
    """A menu or button of a panel. A menu that changes a setting has the name of the setting instead."""

    MAIN = "main"
    PICK = "pick"  # the menu of the settings
    GAMES = "games"
    RECORD = "record"
    BLOCKED = "blocked"
    BLOCK = "block"
    UNBLOCK = "unblock"
    DATA = "data"
    FORGET = "forget"
    FORM = "form"  # the form for any other size
    SEASON = "season"


_PANEL_PARTS = {
    PanelKind.ME: {*PanelPart, *PREFERENCES} - {PanelPart.FORM, PanelPart.SEASON},
    PanelKind.SERVER: {PanelPart.PICK, PanelPart.FORM, PanelPart.SEASON, "size", *SETTINGS},
}


@dataclass(frozen=True)
class PanelPress:
    """A press on a panel. part is a PanelPart or the name of a setting; page is the page of a list or a long menu.

    In a form, page stands for the size with which it is filled in, as the revision does in a GamePress.
    """

    pattern: ClassVar = re.compile(r"ttt:(me|server):([a-z_]{1,12})(?::([0-9]{1,6}))?")

    kind: PanelKind
    part: str
    page: int = 0

    @classmethod
    def from_match(cls, match: Match[str]) -> Self | None:
        """Return None if the panel has no such part."""
        kind, part = PanelKind(match[1]), match[2]
        return cls(kind, part, int(match[3] or 0)) if part in _PANEL_PARTS[kind] else None

    def __str__(self) -> str:
        return f"{PREFIX}{self.kind}:{self.part}{f':{self.page}' if self.page else ''}"

    @property
    def name(self) -> str:
        return f"{self.kind}_{self.part}"


@dataclass(frozen=True)
class ForgetPress:
    """A press that confirms a deletion. It deletes the data of the user who pressed."""

    pattern: ClassVar = re.compile("ttt:forget")
    name: ClassVar = "forget"

    @classmethod
    def from_match(cls, _: Match[str]) -> Self:
        return cls()

    def __str__(self) -> str:
        return f"{PREFIX}forget"


Press: TypeAlias = (
    GamePress
    | ChallengePress
    | NewPress
    | EndPress
    | GamesPress
    | PuzzlePress
    | RetryPress
    | PanelPress
    | SeasonPress
    | ForgetPress
    | HelpPress
)
KINDS: tuple[type[Press], ...] = get_args(Press)


def parse(custom_id: str) -> Press | None:
    """Return the press of a custom_id; None if it can't be parsed."""
    for kind in KINDS:
        if match := kind.pattern.fullmatch(custom_id):
            return kind.from_match(match)
    return None


def game_custom_id(game: Game, action: Action, cell: Cell | None = None) -> str:
    """Return the custom_id of a button for a game in its current state."""
    return str(GamePress(game.id, game.moves, action, cell))


def challenge_custom_id(challenge: Challenge, action: ChallengeAction) -> str:
    """Return the custom_id of a button on a challenge."""
    return str(ChallengePress(challenge.id, action, thread=action.starts_game and challenge.offer.thread))


def end_custom_id(game: Game, then: Terms | ChallengePress) -> str:
    """Return the custom_id of a button that ends one game to start another."""
    is_answer = isinstance(then, ChallengePress)
    return str(EndPress(game.id, replace(then, thread=False) if is_answer else start_press(then)))
