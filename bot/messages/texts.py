"""The sentences about games. People are mentioned, so a name can't ping, hide or break a line."""

from datetime import datetime, timedelta
from enum import Enum, auto
from typing import assert_never

from bot.game.games import (
    DELETED_USER,
    Computer,
    Ending,
    Game,
    Human,
    Place,
    Player,
    Result,
    UserId,
)
from bot.game.requests import Event, Update
from bot.messages.styles import AS_EVER, EMOJI, Display
from engine import Cell, Rules
from engine.players import Choice, Reason

EXAMPLE = "`/ttt new m:3 n:4 k:3 ai:classic`"
MOVE_HINT = 'Type the row, then the column: "3 4", "3,4" or "(3, 4)".'  # also in the form, which shows no Markdown
FORM_LABEL = "Row and column"
FORM_EXAMPLE = "3 4"
ROWS = 5  # of buttons, and buttons a row: components/reference.mdx, Action Row


class Taps(Enum):
    """Which buttons a board has. One with five rows of cells has no row left for the controls."""

    BOTH = auto()
    CELLS = auto()
    CONTROLS = auto()


_TAPS = {
    Taps.BOTH: "tap a cell",
    Taps.CELLS: "tap a cell. There are also `/ttt undo` and `/ttt resign`",
    Taps.CONTROLS: "tap **Move**",
}


def user(id: UserId) -> str:  # noqa: A002 - the field's word
    """Return a mention; it pings only if allowed_mentions lists the user."""
    return "somebody" if id == DELETED_USER else f"<@{id}>"


def player(who: Player) -> str:
    """Return how a sentence refers to a player."""
    return user(who.id) if isinstance(who, Human) else "the computer"


def size(rules: Rules) -> str:
    """Return the rules in short, like 3×4, 3 in a row."""
    return f"{rules.m}×{rules.n}, {rules.k} in a row"


def pace(time: timedelta) -> str:
    """Return a pace in words."""
    for unit, name in _UNITS:
        if time >= unit:
            number = time // unit
            return f"{number} {name if number == 1 else f'{name}s'} a move"
    return f"{time.total_seconds():.0f} seconds a move"


_UNITS = ((timedelta(days=1), "day"), (timedelta(hours=1), "hour"), (timedelta(minutes=1), "minute"))


def terms(rules: Rules, time: timedelta | None) -> str:
    """Return the rules in short, with the pace if there is one."""
    return size(rules) if time is None else f"{size(rules)} · {pace(time)}"


def cell(where: Cell) -> str:
    """Return a cell as `/ttt move` takes it."""
    return f"({where.row}, {where.col})"


def form_title(game: Game) -> str:
    """Return the title of the move form, at most 45 characters."""
    if not game.plies:
        return "Your move"
    return f"Your move. Last: {game.board.turn.other.name} at {cell(game.plies[-1])}"


def link(place: Place, message: int | None) -> str:
    """Return the address of a message, or of its channel if the message isn't known."""
    guild = "@me" if place.guild is None else place.guild
    return f"https://discord.com/channels/{guild}/{place.channel}" + (f"/{message}" if message else "")


def moment(when: datetime) -> str:
    """Return an instant that Discord shows relative to now, in the reader's language: in 5 minutes."""
    return f"<t:{int(when.timestamp())}:R>"


# -- the board message


def header(game: Game, display: Display = AS_EVER) -> str:
    """Return the line above the board; who has a mark of their own is told by it."""
    x, o = _named(game.x), _named(game.o)
    if display.has_marks:
        x, o = f"{EMOJI[display.look.x]} {x}", f"{EMOJI[display.look.o]} {o}"
    return f"**X** {x} vs **O** {o} · {terms(game.rules, game.clock and game.clock.pace)}"


def _named(who: Player) -> str:
    return f"the computer ({who.level})" if isinstance(who, Computer) else player(who)


def status(game: Game) -> str:
    """Return the line below the board: the outcome, or whose turn it is and how to move."""
    if game.result:
        return outcome(game, game.result)
    if game.awaits_computer:
        return "The computer is thinking…"
    to_move = f"{player(game.turn)} ({game.board.turn.name}) to move: `/ttt move i j` or {_TAPS[taps(game)]}."
    if game.clock and game.clock.deadline:
        to_move = f"{to_move} Time runs out {moment(game.clock.deadline)}."
    return f"No line is possible any more. {to_move}" if game.board.is_dead else to_move


def taps(game: Game) -> Taps:
    """Return which buttons the board of a game has."""
    rules = game.rules
    if max(rules.m, rules.n) > ROWS:
        return Taps.CONTROLS
    if rules.m < ROWS:
        return Taps.BOTH
    return Taps.CONTROLS if game.result or game.board.is_dead else Taps.CELLS


def outcome(game: Game, result: Result) -> str:  # noqa: PLR0911 - one for each ending
    """Return how a game ended. The first words are fixed: Player 1 won, Player 2 won or Draw."""
    winner = result.winner
    by = "" if result.by is None else user(result.by)
    match result.ending:
        case Ending.LINE:
            assert winner is not None
            return f"Player {winner.value} won: {player(game.player(winner))} ({winner.name}), {game.rules.k} in a row."
        case Ending.RESIGNED:
            assert winner is not None
            return f"Player {winner.value} won: {player(game.player(winner))} ({winner.name}). {by} resigned."
        case Ending.TIMEOUT:
            assert winner is not None
            return f"Player {winner.value} won: {by} ran out of time."
        case Ending.FULL:
            return "Draw: the board is full."
        case Ending.AGREED:
            return f"Draw: {by} called it. No line was possible any more."
        case Ending.STOPPED if result.by is None:
            return "Time ran out before the first move. No result."
        case Ending.STOPPED:
            return f"{by} ended the game. No result."
        case _:
            assert_never(result.ending)


def notice(update: Update) -> str:
    """Return what just happened if the board alone doesn't show it, else an empty string."""
    by = user(update.by)
    if update.choice:
        return computer_move(update.choice)
    taken = len(update.before.plies) - len(update.game.plies)
    match update.event:
        case Event.TAKEN_BACK if taken == 1:
            return f"{by} took back a move."
        case Event.TAKEN_BACK if taken:
            return f"{by} took back a move and the reply to it."
        case Event.TAKEN_BACK:
            return f"{by} plays on."
        case Event.UNDO_ALLOWED:
            return f"{by} agreed. Both moves are undone."
        case Event.STARTED | Event.PLAYED | Event.UNDO_ASKED | Event.SHOWN:
            return ""
        case _:
            assert_never(update.event)


def computer_move(choice: Choice) -> str:
    """Return the computer's move in words."""
    where = cell(choice.cell)
    match choice.reason:
        case Reason.WIN:
            return f"The computer took {where} to win."
        case Reason.BLOCK:
            return f"The computer took {where} to block."
        case Reason.FORCED:
            return _forced(where, (choice.proven.plies or 0) // 2 if choice.proven else 0)  # plies count both sides'
        case Reason.DRAW:
            return f"The computer took {where}. It sees a draw."
        case Reason.SEARCH | Reason.RANDOM:
            return f"The computer took {where}."
        case _:
            assert_never(choice.reason)


def _forced(where: str, more: int) -> str:
    """Return a move of the computer that wins by force, with so many more of its own; 0 where that isn't known."""
    match more:
        case 0:
            return f"The computer took {where} and can force a win."
        case 1:
            return f"The computer took {where} and can force a win within 1 more move of its own."
        case _:
            return f"The computer took {where} and can force a win within {more} more moves of its own."


def undo_request(game: Game, asks: UserId, asked: UserId) -> str:
    """Return the request to the opponent."""
    mine, reply = game.plies[-2:]
    return f"{user(asked)}, {user(asks)} asks to take back {cell(mine)} and your reply {cell(reply)}."


def undo_refused(by: UserId) -> str:
    """Return what replaces the request when the opponent declines."""
    return f"{user(by)} declined the undo. Play on."


def reminder(game: Game) -> str:
    """Return the reminder to the player whose time runs out."""
    assert game.clock is not None
    assert game.clock.deadline is not None
    to_move, other = player(game.turn), player(game.player(game.board.turn.other))
    when = moment(game.clock.deadline)
    return f"{to_move}, your move against {other}: {link(game.place, game.message)}\nTime runs out {when}."


RESIGN_QUESTION = "Resign this game? The other player wins. To play on, dismiss this message."
RESIGNED = "You resigned."


def undo_lapsed(game: Game) -> str:
    """Return what replaces the request when nobody answered it."""
    if game.result:
        return "The game is over, so the undo request lapsed."
    return "The game went on, so the undo request lapsed."
