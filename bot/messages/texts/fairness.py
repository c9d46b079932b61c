"""What keeps a game fair: taking X after its first mark, and what is known of a board."""

from bot.game.games import Computer, Game
from bot.messages.texts.parts import user
from bot.messages.translator import Translator
from engine.rules import Value


def swap_rule(tr: Translator) -> str:
    """Return the rule, as a challenge says it."""
    # Translators: A rule of the game that is offered. Who takes X goes on with the mark that was made, and the other
    # player plays O from then on.
    return tr.gettext("After X's first mark, the other player may take X.")


def swap_ahead(tr: Translator, game: Game) -> str:
    """Return that X may be taken, now or after its first mark; an empty string if not."""
    if not game.awaits_swap:
        return ""
    if not game.plies:
        return swap_rule(tr)
    # Translators: Below a board, after "@ann (O) to move: ...". **Take X** is the button "Take X": the player goes on
    # with X and its first mark, and the opponent plays O.
    return tr.gettext("Or play on as X: tap **Take X**.")


def take_x(tr: Translator) -> str:
    """Return the label of the button to take X."""
    # Translators: Button below a board, at most 20 characters: the player goes on with X and its first mark.
    return tr.pgettext("button", "Take X")


def took_x(tr: Translator, game: Game) -> str:
    """Return that the player of X has taken it; an empty string if nobody has."""
    if not game.swapped:
        return ""
    if isinstance(game.x, Computer):
        return computer_took_x(tr)
    # Translators: {player} was O, and plays on as X with the mark that the opponent made as X.
    return tr.gettext("{player} took X after its first mark.", player=user(tr, game.x.id))


def computer_took_x(tr: Translator) -> str:
    """Return that the computer has taken X."""
    # Translators: The computer was O, and plays on as X with the mark that the opponent made as X.
    return tr.gettext("The computer took X after its first mark.")


def other_took_x(tr: Translator) -> str:
    """Return that X was taken, without a name: alternative texts show no mentions."""
    # Translators: Read out by screen readers, of an animated picture: who played O went on as X, and the other as O.
    return tr.gettext("After the first mark, the other player took X.")


def swap_switch(tr: Translator, *, is_on: bool) -> str:
    """Return the label of the button that turns the swap of a new game on or off; it says how it is now."""
    if is_on:
        # Translators: Button in the menu of a new game, at most 20 characters: it is decided that the other player may
        # take X after its first mark; a press changes that.
        return tr.pgettext("button", "Swap: on")
    # Translators: Button in the menu of a new game, at most 20 characters: it is decided that nobody may take X after
    # its first mark; a press changes that.
    return tr.pgettext("button", "Swap: off")


def best_play(tr: Translator, game: Game, value: Value) -> str:
    """Return how a game that begins would end with best play on both sides, and whether it counts for that."""
    if value.winner is None:
        # Translators: Below the board of a new game: if neither player makes a mistake, it will be a draw.
        return tr.gettext("With best play: a draw.")
    if game.has_swap:
        # Translators: Below the board of a new game: if neither player makes a mistake, X wins.
        return tr.gettext("With best play X wins.")
    # Translators: Below the board of a new game: if neither player makes a mistake, X wins. {option} is what to add to
    # the command `/ttt new` for a fair game.
    wins = tr.gettext("With best play X wins; try {option}.", option="swap:true")
    if not game.unrated or game.computer or game.place.guild is None:
        return wins
    # Translators: Below the board of a new game between members of a server: its result won't change their ratings.
    unrated = tr.gettext("This game isn't rated.")
    return tr.joined(wins, unrated)
