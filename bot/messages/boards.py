"""Messages for games and challenges: text, buttons and pings. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.games import Format, Game, Human, Level, MessageId, UserId, has_next_game
from bot.game.lobby import First, Terms
from bot.game.playing import can_undo
from bot.game.preferences import Shape
from bot.game.requests import Event, Update
from bot.messages import coach, ratings, scrolling, styles, texts
from bot.messages.custom_ids import (
    Action,
    NewAction,
    NewPress,
    game_custom_id,
)
from bot.messages.drafts import Button, Draft, Tone
from bot.messages.pictures.layout import View
from bot.messages.scrolling import STRIDE, Window
from bot.messages.styles import DEFAULT_DISPLAY, EMOJI, EMPTY, Display, Look, Taps, is_large
from bot.messages.translator import Translator, translator
from engine import Cell, Mark
from engine.text import draw

EMOJI_SIDE = 5  # rows and columns of the largest board that is copied as emoji


class Advice(NamedTuple):
    """What to suggest after a game against the computer: another level, and a review if it has proven a mistake."""

    level: Level | None = None
    has_mistake: bool = False


NO_ADVICE = Advice()


def board(update: Update, display: Display = DEFAULT_DISPLAY, advice: Advice = NO_ADVICE) -> Draft:
    """Return the board message of a game after an update, in the language of the game and within Discord's limits.

    Text and picture show a window of a large board, which follows the moves and has arrows to view other parts.
    """
    game = update.game
    tr = translator(game.locale)
    is_over = game.result is not None
    lines = (
        texts.unrated(tr, game),
        texts.typed(tr) if update.is_first else "",
        texts.notice(tr, update),
        texts.status(tr, game),
        ratings.winning_streak(tr, game) if is_over and not update.before.result else "",
        texts.series(tr, game),
        ratings.rating_change(tr, game) if is_over else "",
        coach.hints_used(tr, game) if is_over else "",
    )
    windows = scrolling.windows(game.rules, game.plies)
    taps = styles.taps(game)
    header, footer = texts.header(tr, game, display), "\n".join([line for line in lines if line])
    arrows = () if scrolling.is_whole(game.rules) else (_arrows(tr, game, windows[0]),)
    return Draft(
        _content(game, windows, header, footer),
        (*(() if taps is Taps.CONTROLS else _cells(game, display)), *arrows, *_controls(tr, game, taps, advice)),
        _next_human(update),
        game if display.has_picture else None,
        display.look,
        _view(game, windows),
        beside_picture=None if display.has_text else f"{header}\n{footer}",
    )


def result_card(tr: Translator, game: Game, look: Look) -> Draft:
    """Return a finished game to show around: its players, its result, the rating change, and its picture."""
    lines = (texts.header(tr, game), texts.status(tr, game), texts.series(tr, game), ratings.rating_change(tr, game))
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


def _controls(tr: Translator, game: Game, taps: Taps, advice: Advice) -> tuple[tuple[Button, ...], ...]:
    if taps is Taps.CELLS:
        return ()
    if game.result:
        return _after(tr, game, advice)
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


def _after(tr: Translator, game: Game, advice: Advice) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons of a finished game."""
    if has_next_game(game):
        next_game = Button(tr.pgettext("button", "Next game"), game_custom_id(game, Action.NEXT), Tone.X)
    else:
        next_game = Button(tr.pgettext("button", "Rematch"), game_custom_id(game, Action.REMATCH), Tone.X)
    game_format = Format(game.rules, swap=game.format.swap)
    same_terms = Terms(game_format, game.computer.level if game.computer else None)
    new = Button(tr.pgettext("button", "New game"), str(NewPress(NewAction.MENU, same_terms)))
    tone = Tone.X if advice.has_mistake else Tone.PLAIN
    review = Button(tr.pgettext("button", "Review"), game_custom_id(game, Action.REVIEW), tone)
    level = (other_level(tr, game, advice.level),) if game.computer and advice.level else ()
    return ((next_game, new, *((review,) if game.plies else ()), _more(tr, game), *level),)


def other_level(tr: Translator, game: Game, level: Level) -> Button:
    """Return the button that starts the same game at another level of the computer."""
    is_harder = game.computer is not None and list(Level).index(level) > list(Level).index(game.computer.level)
    # Translators: Buttons after several wins or losses in a row against the computer, at most 30 characters: start a
    # game at the level.
    label = (
        tr.pgettext("button", "Next level: {level}", level=texts.level(tr, level))
        if is_harder
        else tr.pgettext("button", "Easier level: {level}", level=texts.level(tr, level))
    )
    first = First.ME if game.first_side is game.side(game.humans[0]) else First.COMPUTER
    terms = Terms(Format(game.rules, swap=game.format.swap), level, first=first)
    return Button(label, str(NewPress(NewAction.PLAY, terms)), Tone.GOOD)


def more(tr: Translator, game: Game, user: UserId, *, can_end: bool) -> Draft:
    """Return the buttons of a game for which a board has no room. can_end: the user may end the game now."""
    header = texts.header(tr, game)
    if game.result:
        row = _more_after(tr, game, user)
        return Draft(header, (row,) if row else ())
    read = Button(tr.pgettext("button", "Board in words"), game_custom_id(game, Action.READ))
    played = (replay_button(tr, game),) if game.plies else ()
    if user not in game.humans:
        return Draft(header, ((read, *played),))
    hint = () if game.is_rated else (Button(tr.pgettext("button", "Hint"), game_custom_id(game, Action.HINT)),)
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.RESIGN))
    end = Button(tr.pgettext("button", "End the game"), game_custom_id(game, Action.END))
    return Draft(header, ((*hint, read, *_picture(tr, game), *played), (resign, *((end,) if can_end else ()))))


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
    shown = (replay_button(tr, game), *((share,) if has_result and is_player else ())) if game.plies else ()
    return (*((swap,) if has_swap else ()), *shown, *undo)


def replay_button(tr: Translator, game: Game) -> Button:
    """Return the button that replays a game."""
    return Button(tr.pgettext("button", "Replay"), game_custom_id(game, Action.REPLAY))


def undo_request(game: Game, requester: UserId, opponent: UserId) -> Draft:
    """Return the request to the opponent, a separate message in the language of the game."""
    tr = translator(game.locale)
    row = (
        Button(tr.pgettext("button", "Allow"), game_custom_id(game, Action.ALLOW), Tone.GOOD),
        Button(tr.pgettext("button", "Decline"), game_custom_id(game, Action.REFUSE), Tone.BAD),
    )
    request = texts.undo_request(tr, game, requester, opponent)
    return Draft(f"{texts.header(tr, game)}\n{request}", (row,), (opponent,))


def resign_question(tr: Translator, game: Game) -> Draft:
    """Return the question before a resignation, which names the game and its price."""
    if not game.is_lost_by_resigning:
        return end_question(tr, game, game_custom_id(game, Action.GIVE_UP))
    question = tr.gettext("Resign this game? The other player wins. To play on, dismiss this message.")
    price = tr.gettext("This game is rated.") if game.is_rated else ""
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.GIVE_UP), Tone.BAD)
    return Draft(f"{texts.header(tr, game)}\n{tr.joined(price, question)}", ((resign,),))


def end_question(tr: Translator, game: Game, confirmation: str | None = None) -> Draft:
    """Return the question before a game ends without a result; confirmation is the custom_id of its button."""
    question = tr.gettext("End this game without a result? This can't be undone. To play on, dismiss this message.")
    end = Button(tr.pgettext("button", "End the game"), confirmation or game_custom_id(game, Action.STOP), Tone.BAD)
    return Draft(f"{texts.header(tr, game)}\n{question}", ((end,),))


def replay(tr: Translator, game: Game) -> str:
    """Return the lines above the moves of a replay."""
    heading = tr.gettext("Game #{id}: {players}", id=game.id, players=texts.header(tr, game))
    status = texts.outcome(tr, game, game.result) if game.result else _turn(tr, game)
    return "\n".join(filter(None, (heading, texts.took_x(tr, game), status, _emoji(game))))


def _emoji(game: Game) -> str:
    """Return the final board of a small game as emoji, to copy."""
    if game.result is None or max(game.rules.m, game.rules.n) > EMOJI_SIDE or not game.plies:
        return ""
    glyphs = {Mark.X: EMOJI[Shape.CROSS], Mark.O: EMOJI[Shape.RING], None: "⬛"}
    rows = range(game.rules.m)
    return "\n".join("".join(glyphs[game.board[Cell(row, col)]] for col in range(game.rules.n)) for row in rows)


# Translators: A line above the moves of a game that is not over.
def _turn(tr: Translator, game: Game) -> str:
    mark = game.side_to_move.name
    if game.awaits_computer:
        return tr.gettext("In progress. The computer ({mark}) moves next.", mark=mark)
    return tr.gettext("In progress. {player} ({mark}) moves next.", player=texts.player(tr, game.turn), mark=mark)
