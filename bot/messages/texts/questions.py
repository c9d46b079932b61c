"""What players ask each other and are asked: the move form, an undo, a resignation, a reminder."""

from bot.game.games import Computer, Game, UserId
from bot.game.playing import AFTER_SWAP
from bot.messages.texts.parts import cell, link, moment, user
from bot.messages.translator import Translator


def form_title(tr: Translator, game: Game) -> str:
    """Return the title of the move form, at most 45 characters."""
    if not game.plies:
        # Translators: Title of the form to name a cell in, at most 45 characters.
        return tr.gettext("Your move")
    # Translators: Title of the form to name a cell in, at most 36 characters without {mark}, X or O, and {cell}, one
    # like (99, 99). It says what the opponent played last.
    return tr.gettext("Your move. Last: {mark} at {cell}", mark=game.board.turn.other.name, cell=cell(game.plies[-1]))


def move_hint(tr: Translator) -> str:
    """Return how to type a cell, without Markdown, which forms don't show."""
    # Translators: Below a field of a form, at most 100 characters; also after "I couldn't read … as a cell." What
    # stands in quotes is what to type: leave it.
    return tr.gettext('Type the row, then the column: "3 4", "3,4" or "(3, 4)".')


def undo_request(tr: Translator, game: Game, asks: UserId, asked: UserId) -> str:
    """Return the request to the opponent."""
    if game.swapped and game.moves == AFTER_SWAP:
        # Translators: {asked} and {author} are players. {author} made the first mark, at {cell} like (1, 2); {asked},
        # who is addressed, took X then. Below stand the buttons "Allow" and "Refuse".
        return tr.gettext(
            "{asked}, {author} asks to take back the first mark {cell}, after which you took X.",
            asked=user(tr, asked),
            author=user(tr, asks),
            cell=cell(game.plies[0]),
        )
    if game.swapped and game.moves == AFTER_SWAP + 1:
        # Translators: {asked} and {author} are players. {author} took X after the first mark; {asked}, who is
        # addressed, replied at {reply}, a cell like (1, 2). Below stand the buttons "Allow" and "Refuse".
        return tr.gettext(
            "{asked}, {author} asks to give X back and to take back your reply {reply}.",
            asked=user(tr, asked),
            author=user(tr, asks),
            reply=cell(game.plies[1]),
        )
    mine, reply = game.plies[-2:]
    # Translators: {asked} and {author} are players; {move} and {reply} are cells like (1, 2). {asked} is addressed, and
    # has played the reply. Below stand the buttons "Allow" and "Refuse".
    return tr.gettext(
        "{asked}, {author} asks to take back {move} and your reply {reply}.",
        asked=user(tr, asked),
        author=user(tr, asks),
        move=cell(mine),
        reply=cell(reply),
    )


def undo_refused(tr: Translator, by: UserId) -> str:
    """Return what replaces the request when the opponent declines."""
    # Translators: Takes the place of a request to undo two moves. {player} is who was asked.
    return tr.gettext("{player} declined the undo. Play on.", player=user(tr, by))


def undo_lapsed(tr: Translator, game: Game) -> str:
    """Return what replaces the request when nobody answered it."""
    if game.result:
        # Translators: Takes the place of a request to undo two moves that nobody answered.
        return tr.gettext("The game is over, so the undo request lapsed.")
    # Translators: Takes the place of a request to undo two moves that nobody answered.
    return tr.gettext("The game went on, so the undo request lapsed.")


def reminder(tr: Translator, game: Game) -> str:
    """Return the reminder to the player whose time runs out."""
    assert game.clock is not None
    assert game.clock.deadline is not None
    where = link(game.place, game.message)
    other = game.player(game.board.turn.other)
    to_move = game.player(game.board.turn)
    assert not isinstance(to_move, Computer)
    if isinstance(other, Computer):
        # Translators: Addresses a {player} whose time runs out; {link} leads to the board.
        yours = tr.gettext("{player}, your move against the computer: {link}", player=user(tr, to_move.id), link=where)
    else:
        # Translators: Addresses a {player} whose time runs out; {opponent} is a mention, {link} leads to the board.
        yours = tr.gettext(
            "{player}, your move against {opponent}: {link}",
            player=user(tr, to_move.id),
            opponent=user(tr, other.id),
            link=where,
        )
    # Translators: {when} is an instant as Discord shows it in the reader's language: "in 5 minutes", "5 minutes ago".
    until = tr.gettext("Time runs out {when}.", when=moment(game.clock.deadline))
    return f"{yours}\n{until}"


def resign_question(tr: Translator) -> str:
    """Return the question before a resignation."""
    # Translators: Asks a player who is about to give up; below stands the button "Resign".
    return tr.gettext("Resign this game? The other player wins. To play on, dismiss this message.")


def resigned(tr: Translator) -> str:
    """Return what replaces the question once somebody has resigned."""
    # Translators: Said to a player who has given up.
    return tr.gettext("You resigned.")
