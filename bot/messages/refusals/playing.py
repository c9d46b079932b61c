"""What is refused in a game: moves, and undos."""

from typing import assert_never

from bot.game import errors
from bot.game.games import Computer, Game, goes_on
from bot.messages.texts import cell, link, move_hint, player, series, status
from bot.messages.translator import Translator

QUOTED = 40  # characters repeated of what somebody typed; the move form takes no more


def turn_refusal(
    tr: Translator,
    error: errors.GameOver | errors.OldBoard | errors.NotYourGame | errors.NotYourTurn | errors.ComputerThinking,
) -> str:
    """Return the sentence for somebody who can't move at all."""
    match error:
        case errors.GameOver(game=game):
            return _over(tr, game)
        case errors.OldBoard(game=game):
            # Translators: The answer to a tap on a board that has been replaced. {link} leads to the current board.
            old = tr.gettext("That board is old. The current one is here: {link}", link=link(game.place, game.message))
            # Translators: Comes below a link to a board. "it" is the board.
            again = tr.gettext("`/ttt board` posts it again.")
            return f"{old}\n{again}"
        case errors.NotYourGame(game=game):
            return _not_yours(tr, game)
        case errors.NotYourTurn(game=game):
            # Translators: The answer to a move of the other player. {player} is a mention, {mark} is X or O.
            return tr.gettext(
                "It is not your turn: {player} ({mark}) is to move.",
                player=player(tr, game.turn),
                mark=game.board.turn.name,
            )
        case errors.ComputerThinking():
            # Translators: The answer to a move while it is the computer's turn.
            return tr.gettext("The computer is still thinking. Its move will follow in a moment.")
        case _:
            assert_never(error)


def changed(tr: Translator) -> str:
    """Return the sentence for a move form that is older than the board."""
    # Translators: The answer to a form that was sent too late. **Move** is the button that opens it.
    return tr.gettext("The board has changed since you opened that form, so nothing was marked. Tap **Move** again.")


def _over(tr: Translator, game: Game) -> str:
    # Translators: The answer to a move in a game that has ended. How it ended follows.
    over = tr.gettext("That game is over.")
    if goes_on(game):
        # Translators: What a player can do who wants to move in a game of a series that has ended. **Next game** is a
        # button.
        go_on = tr.gettext("Tap **Next game** to go on.")
        return "\n".join((tr.joined(over, status(tr, game)), series(tr, game), go_on))
    # Translators: What somebody can do who tapped on a game that has ended. **Rematch** is a button; "one" is a game.
    then = tr.gettext("Tap **Rematch**, or start a new one with `/ttt new`.")
    return tr.joined(over, status(tr, game), then)


def _not_yours(tr: Translator, game: Game) -> str:
    # Translators: The answer to somebody who tapped on the board of other people. Who plays follows.
    what = tr.gettext("This is not your game.")
    return tr.joined(what, _between(tr, game), your_own_elsewhere(tr))


def your_own_elsewhere(tr: Translator) -> str:
    """Return where somebody can play for whom there is no room here."""
    # Translators: What somebody can do where other people are playing: start a game of their own.
    return tr.gettext("Start your own in another channel or a thread.")


def _between(tr: Translator, game: Game) -> str:
    x, o = player(tr, game.x), player(tr, game.o)
    if isinstance(game.x, Computer):
        # Translators: Who plays a game, "it". {player} is a mention.
        return tr.gettext("It is between the computer and {player}.", player=o)
    if isinstance(game.o, Computer):
        # Translators: Who plays a game, "it". {player} is a mention.
        return tr.gettext("It is between {player} and the computer.", player=x)
    # Translators: Who plays a game, "it". {x} and {o} are mentions.
    return tr.gettext("It is between {x} and {o}.", x=x, o=o)


def cell_refusal(tr: Translator, error: errors.UnreadableCell | errors.OffBoard | errors.CellTaken) -> str:
    """Return the sentence for a cell that can't be marked."""
    match error:
        case errors.UnreadableCell(text=text):
            return tr.joined(_unread(tr, text), move_hint(tr))
        case errors.OffBoard(rules=rules, cell=where):
            # Translators: {cell} is row and column, such as (7, 9), which the board doesn't have. {row} and {column}
            # are the last ones that it has.
            return tr.gettext(
                "{cell} is off the board: rows go from 0 to {row}, columns from 0 to {column}.",
                cell=cell(where),
                row=rules.m - 1,
                column=rules.n - 1,
            )
        case errors.CellTaken(game=game, cell=where, by=mark):
            if isinstance(game.player(mark), Computer):
                # Translators: {cell} is row and column, such as (1, 2); {mark} is X or O.
                return tr.gettext(
                    "{cell} is taken by the computer ({mark}). Choose an empty cell.", cell=cell(where), mark=mark.name
                )
            # Translators: {cell} is row and column, such as (1, 2); {player} is a mention, {mark} is X or O.
            return tr.gettext(
                "{cell} is taken by {player} ({mark}). Choose an empty cell.",
                cell=cell(where),
                player=player(tr, game.player(mark)),
                mark=mark.name,
            )
        case _:
            assert_never(error)


def _unread(tr: Translator, text: str) -> str:
    if typed := quoted(text):
        # Translators: {text} is what the reader typed into the form for a move. How to type a cell follows.
        return tr.gettext("I couldn't read `{text}` as a cell.", text=typed)
    # Translators: The answer to a form for a move in which nothing was typed. How to type a cell follows.
    return tr.gettext("You left the cell blank.")


def quoted(text: str) -> str:
    """Return the beginning of what somebody typed, on one line and as plain text."""
    return " ".join(text.replace("`", "'").split())[:QUOTED].strip()


def undo_refusal(tr: Translator, error: errors.UndoAlreadyAsked | errors.UndoNotYours | errors.NothingToUndo) -> str:
    """Return the sentence for an undo that can't be asked for or answered."""
    match error:
        case errors.NothingToUndo():
            # Translators: The answer to `/ttt undo` before the reader's first move.
            return tr.gettext("There is nothing to undo: you haven't made a move.")
        case errors.UndoAlreadyAsked(game=game):
            request = game.request
            # Translators: The answer to a second `/ttt undo`. {link} leads to the message that asks the opponent.
            return tr.gettext(
                "Your opponent already has your request: {link}", link=link(game.place, request and request.message)
            )
        case errors.UndoNotYours():
            # Translators: The answer to somebody else who tapped Allow or Refuse below a request for an undo.
            return tr.gettext("Only your opponent can answer this request.")
        case _:
            assert_never(error)
