"""Messages for games and challenges: text, buttons and pings. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.challenges import Challenge, ChallengeAction, ChallengeState, Terms
from bot.game.games import Game, Human, MessageId, UserId, has_next_game
from bot.game.playing import can_undo
from bot.game.ratings import INITIAL, Season
from bot.game.requests import Event, Update
from bot.messages import challenges, coach, records, scrolling, styles, texts
from bot.messages.custom_ids import (
    Action,
    ForgetPress,
    NewAction,
    NewPress,
    SeasonPress,
    challenge_custom_id,
    game_custom_id,
)
from bot.messages.forms import Button, MemberMenu, Menu, Tone
from bot.messages.pictures.layout import View
from bot.messages.scrolling import STRIDE, Window
from bot.messages.styles import DEFAULT_DISPLAY, EMOJI, EMPTY, Display, Look, Taps, is_large
from bot.messages.translator import Translator, translator
from engine import Cell, Mark
from engine.text import draw

CONTENT_LIMIT = 2000  # docs: resources/message.mdx, content


class Draft(NamedTuple):
    """A message to send: content, rows of buttons above menus, and the users to ping if it is new."""

    content: str
    rows: tuple[tuple[Button, ...], ...] = ()
    pings: tuple[UserId, ...] = ()
    pictured: Game | None = None  # the game whose board to attach as a picture
    look: Look = Look()  # of the picture
    view: View | None = None  # the part that the picture shows, by default as much as a phone can show
    menus: tuple[Menu | MemberMenu, ...] = ()  # one per row, below the buttons
    beside_picture: str | None = None  # the content if the picture was drawn


def board(update: Update, display: Display = DEFAULT_DISPLAY) -> Draft:
    """Return the board message of a game after an update, in the language of the game and within Discord's limits.

    Text and picture show a window of a large board, which follows the moves and has arrows to view other parts.
    """
    game = update.game
    tr = translator(game.locale)
    lines = (
        texts.unrated(tr, game),
        texts.typed(tr) if update.is_first else "",
        texts.notice(tr, update),
        texts.status(tr, game),
        "" if update.before.result else records.winning_streak(tr, game),
        texts.series(tr, game),
        records.rating_change(tr, game),
        coach.hints_used(tr, game),
    )
    windows = scrolling.windows(game.rules, game.plies)
    taps = styles.taps(game)
    header, footer = texts.header(tr, game, display), "\n".join([line for line in lines if line])
    arrows = () if scrolling.is_whole(game.rules) else (_arrows(tr, game, windows[0]),)
    return Draft(
        _content(game, windows, header, footer),
        (*(() if taps is Taps.CONTROLS else _cells(game, display)), *arrows, *_controls(tr, game, taps)),
        _next_human(update),
        game if display.has_picture else None,
        display.look,
        _view(game, windows),
        beside_picture=None if display.has_text else f"{header}\n{footer}",
    )


def result_card(tr: Translator, game: Game, look: Look) -> Draft:
    """Return a finished game to show around: its players, its result, the rating change, and its picture."""
    lines = (texts.header(tr, game), texts.status(tr, game), texts.series(tr, game), records.rating_change(tr, game))
    view = _view(game, scrolling.windows(game.rules, game.plies))
    return Draft("\n".join(filter(None, lines)), pictured=game, look=look, view=view)


def outdated(game: Game, display: Display, newest: MessageId) -> str:
    """Return the new content of an outdated board, after a newer message shows its live game."""
    tr = translator(game.locale)
    header, moved = texts.header(tr, game, display), texts.moved_down(tr, game, newest)
    if not display.has_text:
        return f"{header}\n{moved}"
    return _content(game, scrolling.windows(game.rules, game.plies), header, moved)


def view_from(tr: Translator, game: Game, corner: Cell | None, display: Display = DEFAULT_DISPLAY) -> Draft:
    """Return a user's view of a large board from a corner, or around the last move."""
    if corner:
        window = scrolling.at(game.rules, corner)
    else:
        middle = Cell(game.rules.m // 2, game.rules.n // 2)
        window = scrolling.around(game.rules, game.plies[-1] if game.plies else middle)
    move = () if game.result else ((_move(tr, game),),)
    content = _content(game, (window,), texts.header(tr, game, display), texts.status(tr, game))
    return Draft(content, (_arrows(tr, game, window), *move))


def _view(game: Game, windows: tuple[Window, ...]) -> View | None:
    """Return the part of a board for a picture: None if text or a phone can show all of it, else the text's windows."""
    if scrolling.is_whole(game.rules) or View.readable(game.rules):
        return None
    return View(windows, has_map=True)


def _content(game: Game, windows: tuple[Window, ...], header: str, footer: str) -> str:
    style = scrolling.layout(game.rules).style
    drawing = "\n\n".join(draw(game.board, style=style, rows=rows, cols=cols) for rows, cols in windows)
    return f"{header}\n```\n{drawing}\n```\n{footer}"


def _arrows(tr: Translator, game: Game, window: Window) -> tuple[Button, ...]:
    def arrow(label: str, action: Action, row: int, col: int) -> Button:
        to = scrolling.at(game.rules, Cell(row, col)).corner
        return Button(label, game_custom_id(game, action, to), disabled=to == window.corner)

    row, col = window.corner
    # Translators: Shows the part of the board with the newest move.
    last_move = tr.pgettext("button", "Last move")
    return (
        arrow("←", Action.LEFT, row, col - STRIDE),
        arrow("↑", Action.UP, row - STRIDE, col),
        arrow("↓", Action.DOWN, row + STRIDE, col),
        arrow("→", Action.RIGHT, row, col + STRIDE),
        Button(last_move, game_custom_id(game, Action.LAST)),
    )


def _move(tr: Translator, game: Game) -> Button:
    # Translators: Button below a board, at most 20 characters: opens a form to name a cell in.
    return Button(tr.pgettext("button", "Move"), game_custom_id(game, Action.FORM), Tone.X)


def _next_human(update: Update) -> tuple[UserId, ...]:
    game = update.game
    if update.event is Event.SHOWN:
        return ()
    if game.result:
        return tuple(human for human in game.humans if human != update.by)
    turn = game.turn
    return (turn.id,) if isinstance(turn, Human) and turn.id != update.by else ()


# Labels of an empty cell, X and O, in the order of Board.row. Spaces make them all as wide as O, so that columns line
# up in clients where the width of a button depends on its label.
_LABELS = ("\N{NO-BREAK SPACE}·\N{FOUR-PER-EM SPACE}", "X\N{SIX-PER-EM SPACE}", "O")
_BESIDE_COORDINATES = (
    "",
    "\N{THREE-PER-EM SPACE}\N{HAIR SPACE}X\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
    "\N{NO-BREAK SPACE}O\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
)
_FULL_ROW = 5
TONES = (Tone.PLAIN, Tone.X, Tone.O)


def cell_labels(columns: int, *, has_coordinates: bool = False) -> Sequence[str]:
    """Return the labels of an empty cell, X and O on a board with a number of columns, equally wide in a column.

    Single letters aren't widened on a board with five columns, because iPhones would wrap the last button:
    github.com/discord/discord-api-docs/issues/8351.
    """
    if has_coordinates:
        return _BESIDE_COORDINATES
    return [label.strip() for label in _LABELS] if columns == _FULL_ROW else _LABELS


def _cells(game: Game, display: Display) -> tuple[tuple[Button, ...], ...]:
    """Return the cells as buttons. Those of marks stay enabled at the end, too, because Discord dims disabled ones."""
    last, outcome, is_over = game.plies[-1] if game.plies else None, game.board.outcome, game.result is not None
    line = outcome.line if outcome else ()
    stem, faces = game_custom_id(game, Action.MARK), _faces(game, display)
    rows: list[tuple[Button, ...]] = []
    for row in range(game.rules.m):
        cells: list[Button] = []
        for col, mark in enumerate(game.board.row(row)):
            cell, (label, tone, emoji) = (row, col), faces[mark]
            if not mark and display.has_coordinates:
                label = f"{row},{col}"
            elif cell == last:
                label, tone = ("", Tone.X) if emoji else (_last_label(game, mark, display), tone)
            if cell in line:
                tone = Tone.GOOD
            cells.append(Button(label, f"{stem}:{row}:{col}", tone, is_over and not mark, None, emoji))
        rows.append(tuple(cells))
    return tuple(rows)


def _faces(game: Game, display: Display) -> list[tuple[str, Tone, str | None]]:
    """Return the label, tone and emoji of an empty cell, X and O, in the order of Board.row."""
    labels = cell_labels(game.rules.n, has_coordinates=display.has_coordinates)
    if not display.look.has_marks:
        return [(label, tone, None) for label, tone in zip(labels, TONES, strict=True)]
    empty = ("", Tone.PLAIN, None if display.has_coordinates else EMPTY)
    return [empty, *(("", Tone.PLAIN, EMOJI[display.look.shape(mark)]) for mark in Mark)]


def _last_label(game: Game, mark: int, display: Display) -> str:
    """Return the label of the last move: in brackets, or underlined if five single letters fill a row."""
    name = Mark(mark).name
    is_narrow = game.rules.n == _FULL_ROW and not display.has_coordinates
    return f"{name}\N{COMBINING LOW LINE}" if is_narrow else f"[{name}]"


def _controls(tr: Translator, game: Game, taps: Taps) -> tuple[tuple[Button, ...], ...]:
    if taps is Taps.CELLS:
        return ()
    if game.result:
        return _after(tr, game)
    move = (_move(tr, game),) if taps is Taps.CONTROLS else ()
    row = [*move, _undo(tr, game), _more(tr, game)]
    if game.board.is_dead:
        # Translators: Ends the game as a draw.
        row.append(Button(tr.pgettext("button", "Call it a draw"), game_custom_id(game, Action.DRAW)))
    if styles.offers_x(game):  # last, so that a second tap can't hit another button
        # Translators: Button below a board, at most 20 characters: the player goes on with X and its first mark.
        row.append(Button(tr.pgettext("button", "Take X"), game_custom_id(game, Action.SWAP)))
    return (tuple(row),)


def _undo(tr: Translator, game: Game) -> Button:
    return Button(tr.pgettext("button", "Undo"), game_custom_id(game, Action.UNDO), disabled=not can_undo(game))


def _more(tr: Translator, game: Game) -> Button:
    # Translators: Button below a board, at most 18 characters: shows more buttons to the user who taps.
    label = tr.pgettext("button", "More")
    return Button(f"⋯ {label}", game_custom_id(game, Action.MORE))


def _after(tr: Translator, game: Game) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons of a finished game."""
    if has_next_game(game):
        again = Button(tr.pgettext("button", "Next game"), game_custom_id(game, Action.NEXT), Tone.X)
    else:
        again = Button(tr.pgettext("button", "Rematch"), game_custom_id(game, Action.REMATCH), Tone.X)
    same_terms = Terms(game.rules, game.computer.level if game.computer else None, swap=game.format.swap)
    new = Button(tr.pgettext("button", "New game"), str(NewPress(NewAction.MENU, same_terms)))
    review = Button(tr.pgettext("button", "Review"), game_custom_id(game, Action.REVIEW))
    return ((again, new, *((review,) if game.plies else ()), _more(tr, game)),)


def more(tr: Translator, game: Game, user: UserId) -> Draft:
    """Return the buttons of a game for which a board has no room."""
    header = texts.header(tr, game)
    if game.result:
        row = _more_after(tr, game, user)
        return Draft(header, (row,) if row else ())
    read = Button(tr.pgettext("button", "Board in words"), game_custom_id(game, Action.READ))
    played = (replay(tr, game),) if game.plies else ()
    if user not in game.humans:
        return Draft(header, ((read, *played),))
    hint = Button(tr.pgettext("button", "Hint"), game_custom_id(game, Action.HINT))
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.RESIGN))
    end = Button(tr.pgettext("button", "End the game"), game_custom_id(game, Action.END))
    return Draft(header, ((hint, read, *_picture(tr, game), *played), (resign, end)))


def _picture(tr: Translator, game: Game) -> tuple[Button, ...]:
    """Return the buttons that turn the picture of a game's boards on or off."""
    on = Button(tr.pgettext("button", "Picture"), game_custom_id(game, Action.PICTURE))
    off = Button(tr.pgettext("button", "No picture"), game_custom_id(game, Action.NO_PICTURE))
    return (off,) if game.picture or (game.picture is None and is_large(game.rules)) else (on,)


def _more_after(tr: Translator, game: Game, user: UserId) -> tuple[Button, ...]:
    """Return the further buttons of a finished game."""
    # Translators: The same players play again, and the player who had X gets O.
    swap = Button(tr.pgettext("button", "Swap sides"), game_custom_id(game, Action.SIDES))
    is_player = user in game.humans
    has_swap = game.computer and not has_next_game(game) and is_player  # a rematch between people always swaps
    undo = (_undo(tr, game),) if can_undo(game) and is_player else ()
    share = Button(tr.pgettext("button", "Share"), game_custom_id(game, Action.SHARE))
    has_result = game.result is not None and not game.result.is_void
    shown = (replay(tr, game), *((share,) if has_result and is_player else ())) if game.plies else ()
    return (*((swap,) if has_swap else ()), *shown, *undo)


def replay(tr: Translator, game: Game) -> Button:
    """Return the button that replays a game."""
    return Button(tr.pgettext("button", "Replay"), game_custom_id(game, Action.REPLAY))


def undo_request(game: Game, requester: UserId, opponent: UserId) -> Draft:
    """Return the request to the opponent, a separate message in the language of the game."""
    tr = translator(game.locale)
    row = (
        Button(tr.pgettext("button", "Allow"), game_custom_id(game, Action.ALLOW), Tone.GOOD),
        Button(tr.pgettext("button", "Decline"), game_custom_id(game, Action.REFUSE), Tone.BAD),
    )
    return Draft(texts.undo_request(tr, game, requester, opponent), (row,), (opponent,))


def resign_question(tr: Translator, game: Game) -> Draft:
    """Return the question before a resignation."""
    question = tr.gettext("Resign this game? The other player wins. To play on, dismiss this message.")
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.GIVE_UP), Tone.BAD)
    return Draft(question, ((resign,),))


def challenge(offered: Challenge) -> Draft:
    """Return a challenge in its language. It has buttons only while it is open, and pings only the challenged user."""
    tr, opponent = translator(offered.locale), offered.offer.opponent
    text = challenges.challenge_text(tr, offered)
    if offered.state is not ChallengeState.OPEN:
        return Draft(text)
    actions = (
        (
            (tr.pgettext("button", "Join"), ChallengeAction.JOIN, Tone.GOOD),
            # Translators: Button, at most 30 characters.
            (tr.pgettext("button", "Play the computer"), ChallengeAction.COMPUTER, Tone.X),
        )
        if opponent is None
        else (
            (tr.pgettext("button", "Accept"), ChallengeAction.ACCEPT, Tone.GOOD),
            (tr.pgettext("button", "Decline"), ChallengeAction.DECLINE, Tone.BAD),
        )
    )
    cancel = (tr.pgettext("button", "Cancel"), ChallengeAction.CANCEL, Tone.PLAIN)
    row = tuple(Button(label, challenge_custom_id(offered, action), tone) for label, action, tone in (*actions, cancel))
    return Draft(text, (row,), () if opponent is None else (opponent,))


def forget(tr: Translator) -> Draft:
    """Return the question before a user's data is deleted."""
    # Translators: **Deleted user** is the name of a player whose data was deleted: use the same one here.
    question = tr.gettext(
        "This permanently deletes your data everywhere: your ratings, your preferences, and your ID in every game and "
        "challenge. Your current games end without a result. Opponents keep their games, with **Deleted user** in your "
        "place. This can't be undone."
    )
    # Translators: Button, at most 30 characters.
    delete = tr.pgettext("button", "Delete it all")
    return Draft(question, ((Button(delete, str(ForgetPress()), Tone.BAD),),))


def season(tr: Translator, current: Season) -> Draft:
    """Return the question before a new season starts."""
    question = tr.gettext(
        "This is season {number}. A new season resets every rating in this server to {start}. The old ratings "
        "stay in `/ttt top season:{number}`. This can't be undone.",
        number=current.number,
        start=f"{INITIAL:.0f}",
    )
    following = current.number + 1
    # Translators: Button, at most 30 characters.
    start = tr.pgettext("button", "Start season {number}", number=following)
    return Draft(question, ((Button(start, str(SeasonPress(following)), Tone.GOOD),),))
