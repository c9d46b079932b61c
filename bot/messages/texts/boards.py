"""The board message: the line above a board, and those below it."""

from enum import Enum, auto
from typing import assert_never

from bot.game.games import Computer, Ending, Game, Player, Result
from bot.game.requests import Event, Update
from bot.messages.styles import AS_EVER, EMOJI, Display
from bot.messages.texts.fairness import computer_took_x, swap_ahead, took_x
from bot.messages.texts.parts import cell, level, moment, player, terms, user
from bot.messages.translator import Translator
from engine.players import Choice, Reason

ROWS = 5  # of buttons, and buttons a row: components/reference.mdx, Action Row


class Taps(Enum):
    """Which buttons a board has. One with five rows of cells has no row left for the controls."""

    BOTH = auto()
    CELLS = auto()
    CONTROLS = auto()


def header(tr: Translator, game: Game, display: Display = AS_EVER) -> str:
    """Return the line above the board; who has a mark of their own is told by it."""
    x, o = _named(tr, game.x), _named(tr, game.o)
    if display.has_marks:
        x, o = f"{EMOJI[display.look.x]} {x}", f"{EMOJI[display.look.o]} {o}"
    # Translators: The line above a board: who plays X, who plays O, and {terms} like "3×3, 3 in a row", also with "1
    # day a move" if the game has a clock.
    return tr.gettext(
        "**X** {x} vs **O** {o} · {terms}", x=x, o=o, terms=terms(tr, game.rules, game.clock and game.clock.pace)
    )


def _named(tr: Translator, who: Player) -> str:
    if not isinstance(who, Computer):
        return user(tr, who.id)
    # Translators: Stands where the name of a player would stand; {level} is easy, classic or expert.
    return tr.gettext("the computer ({level})", level=level(tr, who.level))


def status(tr: Translator, game: Game) -> str:
    """Return the line below the board: the outcome, or whose turn it is and how to move."""
    if game.result:
        return outcome(tr, game, game.result)
    if game.awaits_computer:
        # Translators: Below a board; the computer moves next, which may take seconds.
        return tr.gettext("The computer is thinking…")
    sentences: list[str] = []
    if game.board.is_dead:
        # Translators: Below a board; neither player can complete a line any more. The game goes on.
        sentences.append(tr.gettext("No line is possible any more."))
    sentences.append(_to_move(tr, game))
    if game.awaits_swap:
        sentences.append(swap_ahead(tr, game))
    if game.clock and game.clock.deadline:
        # Translators: {when} is an instant as Discord shows it in the reader's language: "in 5 minutes".
        sentences.append(tr.gettext("Time runs out {when}.", when=moment(game.clock.deadline)))
    return tr.joined(*sentences)


def _to_move(tr: Translator, game: Game) -> str:
    who, mark = player(tr, game.turn), game.board.turn.name
    if taps(game) is Taps.CONTROLS:
        # Translators: Below a board. {player} is a mention, {mark} is X or O. **Move** is the button "Move".
        return tr.gettext("{player} ({mark}) to move: `/ttt move i j` or tap **Move**.", player=who, mark=mark)
    # Translators: Below a board whose cells are buttons. {player} is a mention, {mark} is X or O.
    cells = tr.gettext("{player} ({mark}) to move: `/ttt move i j` or tap a cell.", player=who, mark=mark)
    if taps(game) is Taps.BOTH:
        return cells
    # Translators: Below a board whose buttons leave no room for "Undo" and "Resign".
    more = tr.gettext("There are also `/ttt undo` and `/ttt resign`.")
    return tr.joined(cells, more)


def taps(game: Game) -> Taps:
    """Return which buttons the board of a game has."""
    rules = game.rules
    if rules.m > ROWS or rules.n > ROWS:
        return Taps.CONTROLS
    if rules.m < ROWS:
        return Taps.BOTH
    needs_controls = game.result or game.board.is_dead or offers_x(game)
    return Taps.CONTROLS if needs_controls else Taps.CELLS


def offers_x(game: Game) -> bool:
    """Return whether the board of a game has a button to take X: the player who is to move may, and is a person."""
    return game.can_swap and not game.awaits_computer


def outcome(tr: Translator, game: Game, result: Result) -> str:  # noqa: PLR0911 - one for each ending
    """Return how a game ended. In English the first words are fixed: Player 1 won, Player 2 won or Draw."""
    winner = result.winner
    by = "" if result.by is None else user(tr, result.by)
    match result.ending:
        case Ending.LINE:
            assert winner is not None
            # Translators: {number} is 1 or 2; {player} is a mention or "the computer"; {mark} is X or O; {k} marks in a
            # row, column or diagonal won.
            return tr.gettext(
                "Player {number} won: {player} ({mark}), {k} in a row.",
                number=winner.value,
                player=player(tr, game.player(winner)),
                mark=winner.name,
                k=game.rules.k,
            )
        case Ending.RESIGNED:
            assert winner is not None
            # Translators: {number} is 1 or 2; {player} is a mention or "the computer"; {mark} is X or O; {loser} is a
            # mention.
            return tr.gettext(
                "Player {number} won: {player} ({mark}). {loser} resigned.",
                number=winner.value,
                player=player(tr, game.player(winner)),
                mark=winner.name,
                loser=by,
            )
        case Ending.TIMEOUT:
            assert winner is not None
            # Translators: {number} is 1 or 2; {loser} is a mention.
            return tr.gettext("Player {number} won: {loser} ran out of time.", number=winner.value, loser=by)
        case Ending.FULL:
            # Translators: How a game ended.
            return tr.gettext("Draw: the board is full.")
        case Ending.AGREED:
            # Translators: How a game ended: {player} tapped "Call it a draw", as nobody could complete a line any more.
            return tr.gettext("Draw: {player} called it. No line was possible any more.", player=by)
        case Ending.STOPPED if result.by is None:
            # Translators: How a game ended: without a winner, and not as a draw either.
            return tr.gettext("Time ran out before the first move. No result.")
        case Ending.STOPPED:
            # Translators: How a game ended: without a winner, and not as a draw either.
            return tr.gettext("{player} ended the game. No result.", player=by)
        case Ending.DELETED:
            # Translators: How a game ended: without a winner, and not as a draw either.
            return tr.gettext("The thread was deleted. No result.")
        case _:
            assert_never(result.ending)


def notice(tr: Translator, update: Update) -> str:
    """Return what just happened if the board alone doesn't show it, else an empty string."""
    happened = (_happened(tr, update), computer_move(tr, update.choice) if update.choice else "")
    return "\n".join(filter(None, happened))


def _happened(tr: Translator, update: Update) -> str:
    match update.event:
        case Event.STARTED | Event.PLAYED | Event.UNDO_ASKED | Event.SHOWN:
            return ""
        case Event.SWAPPED:
            return took_x(tr, update.game)
        case Event.TAKEN_BACK:
            return _taken_back(tr, update)
        case Event.UNDO_ALLOWED:
            by = user(tr, update.by)
            # Translators: Below a board; the opponent had asked {player} to undo the last two moves.
            return tr.gettext("{player} agreed. Both moves are undone.", player=by)
        case _:
            assert_never(update.event)


def _taken_back(tr: Translator, update: Update) -> str:
    by, taken = user(tr, update.by), update.before.moves - update.game.moves
    if update.before.swapped and update.game.can_swap:
        # Translators: Below a board; {player} had taken X after its first mark, and is to move as O again.
        return tr.gettext("{player} gave X back.", player=by)
    if taken == 1:
        # Translators: Below a board; {player} undid their own last move.
        return tr.gettext("{player} took back a move.", player=by)
    if taken:
        # Translators: Below a board; {player} undid their own last move and the computer's reply to it.
        return tr.gettext("{player} took back a move and the reply to it.", player=by)
    # Translators: Below a board; {player} undid the end of a game, which goes on.
    return tr.gettext("{player} plays on.", player=by)


def computer_move(tr: Translator, choice: Choice) -> str:
    """Return the computer's move in words."""
    where = cell(choice.cell)
    match choice.reason:
        case Reason.WIN:
            # Translators: Below a board; {cell} is one like (1, 2).
            return tr.gettext("The computer took {cell} to win.", cell=where)
        case Reason.BLOCK:
            # Translators: Below a board; {cell} is one like (1, 2). The opponent would have won there.
            return tr.gettext("The computer took {cell} to block.", cell=where)
        case Reason.FORCED:
            moves = (choice.proven.plies or 0) // 2 if choice.proven else 0  # plies count both sides'
            return _forced(tr, where, moves)
        case Reason.DRAW:
            # Translators: Below a board; {cell} is one like (1, 2). With best play of both, the game will be a draw.
            return tr.gettext("The computer took {cell}. It sees a draw.", cell=where)
        case Reason.SWAP:
            return computer_took_x(tr)
        case Reason.SEARCH | Reason.RANDOM:
            # Translators: Below a board; {cell} is one like (1, 2).
            return tr.gettext("The computer took {cell}.", cell=where)
        case _:
            assert_never(choice.reason)


def _forced(tr: Translator, where: str, more: int) -> str:
    """Return a move of the computer that wins by force, with so many more of its own; 0 where that isn't known."""
    if not more:
        # Translators: Below a board; {cell} is one like (1, 2). Whatever the opponent does, the computer can win.
        return tr.gettext("The computer took {cell} and can force a win.", cell=where)
    # Translators: Below a board; {cell} is one like (1, 2). {number} counts moves of the computer after this one.
    return tr.ngettext(
        "The computer took {cell} and can force a win within {number} more move of its own.",
        "The computer took {cell} and can force a win within {number} more moves of its own.",
        more,
        cell=where,
    )
