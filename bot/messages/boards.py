"""Messages for games and challenges: text, buttons and pings. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.game.games import Game, Human, Level, MessageId, UndoRequest, UserId, has_next_game
from bot.game.lobby import First, Terms
from bot.game.playing import can_offer_draw, can_undo
from bot.game.requests import Event, Update
from bot.messages import coach, ratings, screen_reader, scrolling, styles, texts
from bot.messages.custom_ids import (
    Action,
    NewAction,
    NewPress,
    game_custom_id,
)
from bot.messages.drafts import Button, Draft, Pictured, Tone
from bot.messages.pictures.layout import View
from bot.messages.scrolling import STRIDE, Window
from bot.messages.styles import DEFAULT_DISPLAY, EMOJI, EMPTY, Display, Look, Taps, is_large
from bot.messages.translator import Translator, translator
from engine import Cell, Mark
from engine.text import draw

EMOJI_SIDE = 5  # rows and columns of the largest board that is copied as emoji


class Advice(NamedTuple):
    """What to say after a game against the computer: another level to try, a first win, a mistake that is proven."""

    level: Level | None = None
    is_first_win: bool = False
    has_mistake: bool = False


NO_ADVICE = Advice()


def board(update: Update, display: Display = DEFAULT_DISPLAY, advice: Advice = NO_ADVICE) -> Draft:
    """Return the board message of a game after an update, in the language of the game and within Discord's limits.

    Text and picture show a window of a large board, which follows the moves and has arrows to view other parts. Beside
    a picture, the text shows only the part around the last moves.
    """
    game = update.game
    tr = translator(game.locale)
    is_over = game.result is not None
    lines = (
        texts.unrated(tr, game),
        texts.notice(tr, update),
        texts.status(tr, game, display.look),
        ratings.winning_streak(tr, game) if is_over and not update.before.result else "",
        texts.first_win(tr, game) if advice.is_first_win else "",
        texts.series(tr, game),
        ratings.lead(tr, game) if is_over and not update.before.result and not game.series else "",
        ratings.rating_change(tr, game) if is_over else "",
        coach.hints_used(tr, game),
    )
    windows = scrolling.windows(game.rules, game.plies)
    taps = styles.taps(game)
    header, footer = texts.header(tr, game, display), "\n".join([line for line in lines if line])
    arrows = () if scrolling.is_whole(game.rules) else (_arrows(tr, game, windows[0]),)
    return Draft(
        _content(game, windows, header, footer),
        (*(() if taps is Taps.CONTROLS else _cells(game, display)), *arrows, *_controls(tr, game, taps, advice)),
        _next_human(update),
        _pictured(tr, game) if display.has_picture else None,
        display.look,
        _view(game, windows),
        beside_picture=_beside_picture(game, header, footer, display) if display.has_picture else None,
    )


def result_card(tr: Translator, game: Game, look: Look) -> Draft:
    """Return a finished game to show around: its players, its result, the rating change, and its picture."""
    lines = (
        texts.header(tr, game),
        texts.status(tr, game, look),
        texts.series(tr, game),
        ratings.rating_change(tr, game),
    )
    view = _view(game, scrolling.windows(game.rules, game.plies))
    return Draft("\n".join(filter(None, lines)), pictured=_pictured(tr, game), look=look, view=view)


def _pictured(tr: Translator, game: Game) -> Pictured:
    return Pictured(game.board, tr.locale, screen_reader.end_description(tr, game))


def outdated(game: Game, display: Display, newest: MessageId) -> str:
    """Return the new content of an outdated board, after a newer message shows its live game."""
    tr = translator(game.locale)
    header, moved = texts.header(tr, game, display), texts.moved_down(tr, game, newest)
    if display.has_picture:
        return _beside_picture(game, header, moved, display)
    return _content(game, scrolling.windows(game.rules, game.plies), header, moved)


def finished(game: Game, display: Display) -> Draft:
    """Return the buttons that stay on the board of a finished game after the next one has begun."""
    tr = translator(game.locale)
    cells = () if styles.taps(game) is Taps.CONTROLS else _cells(game, display)
    return Draft("", (*cells, (*((_review(tr, game),) if game.plies else ()), _more(tr, game))))


def closed(update: Update, display: Display) -> str:
    """Return the new content of the board of a game that has ended to make way for another."""
    draft = board(update, display)
    return draft.beside_picture or draft.content


def view_from(tr: Translator, game: Game, corner: Cell | None, display: Display = DEFAULT_DISPLAY) -> Draft:
    """Return a user's view of a large board from a corner, or around the last move."""
    if corner:
        window = scrolling.at(game.rules, corner)
    else:
        middle = Cell(game.rules.m // 2, game.rules.n // 2)
        window = scrolling.around(game.rules, game.plies[-1] if game.plies else middle)
    move = () if game.result else ((_move(tr, game),),)
    content = _content(game, (window,), texts.header(tr, game, display), texts.status(tr, game, display.look))
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


def _beside_picture(game: Game, header: str, footer: str, display: Display) -> str:
    """Return the content of a message whose picture shows the board."""
    if not display.has_text:
        return f"{header}\n{footer}"
    outcome = game.board.outcome
    rows, cols = scrolling.beside_picture(game.rules, game.plies, outcome.line if outcome else ())
    return f"{header}\n```\n{draw(game.board, rows=rows, cols=cols)}\n```\n{footer}"


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
    if update.event is Event.SHOWN or game.is_together:
        return ()
    if game.result:
        return tuple(human for human in game.humans if human != update.by)
    turn = game.turn
    return (turn.id,) if isinstance(turn, Human) and turn.id != update.by else ()


# Labels of an empty cell, X and O, in the order of Board.row. Spaces make them all as wide as O, so that columns line
# up in clients where the width of a button depends on its label, and no row is wider than one of O's. Phones would wrap
# the last button of a wider row: github.com/discord/discord-api-docs/issues/8351.
_LABELS = ("\N{NO-BREAK SPACE}·\N{FOUR-PER-EM SPACE}", "X\N{SIX-PER-EM SPACE}", "O")


# As wide as coordinates.
_BESIDE_COORDINATES = (
    "",
    "\N{THREE-PER-EM SPACE}\N{HAIR SPACE}X\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
    "\N{NO-BREAK SPACE}O\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
)


TONES = (Tone.PLAIN, Tone.X, Tone.O)


def cell_labels(*, has_coordinates: bool = False) -> Sequence[str]:
    """Return the labels of an empty cell, X and O, all equally wide."""
    return _BESIDE_COORDINATES if has_coordinates else _LABELS


def _cells(game: Game, display: Display) -> tuple[tuple[Button, ...], ...]:
    """Return the cells as buttons. Those of marks stay enabled at the end, too, because Discord dims disabled ones."""
    last, outcome, is_over = game.plies[-1] if game.plies else None, game.board.outcome, game.result is not None
    line = outcome.line if outcome else ()
    stem, faces = game_custom_id(game, Action.MARK), _faces(display)
    rows: list[tuple[Button, ...]] = []
    for row in range(game.rules.m):
        cells: list[Button] = []
        for col, mark in enumerate(game.board.row(row)):
            cell, (label, tone, emoji) = (row, col), faces[mark]
            if not mark and display.has_coordinates:
                label = f"{row},{col}"
            elif cell == last:
                label, tone = (label, Tone.X) if display.look.has_marks else (_underlined(label, Mark(mark)), tone)
            if cell in line:
                tone = Tone.GOOD
            cells.append(Button(label, f"{stem}:{row}:{col}", tone, is_over and not mark, None, emoji))
        rows.append(tuple(cells))
    return tuple(rows)


def _faces(display: Display) -> list[tuple[str, Tone, str | None]]:
    """Return the label, tone and emoji of an empty cell, X and O, in the order of Board.row."""
    if not display.look.has_marks:
        labels = cell_labels(has_coordinates=display.has_coordinates)
        return [(label, tone, None) for label, tone in zip(labels, TONES, strict=True)]
    shapes = [EMOJI[display.look.shape(mark)] for mark in Mark]
    if display.has_coordinates:  # with a space, an emoji is as wide as coordinates
        return [("", Tone.PLAIN, None), *((f"{shape}\N{SIX-PER-EM SPACE}", Tone.PLAIN, None) for shape in shapes)]
    return [("", Tone.PLAIN, shape) for shape in (EMPTY, *shapes)]


def _underlined(label: str, mark: Mark) -> str:
    """Return the label of the last move, as wide as that of any other."""
    return label.replace(mark.name, f"{mark.name}\N{COMBINING LOW LINE}")


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


def next_game(tr: Translator, game: Game) -> Button:
    """Return the button that goes on after a finished game: in its series, or with a rematch."""
    if has_next_game(game):
        return Button(tr.pgettext("button", "Next game"), game_custom_id(game, Action.NEXT), Tone.X)
    return Button(tr.pgettext("button", "Rematch"), game_custom_id(game, Action.REMATCH), Tone.X)


def _after(tr: Translator, game: Game, advice: Advice) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons of a finished game, few enough for one row on a phone."""
    review = (_review(tr, game, Tone.X),) if advice.has_mistake else ()
    rest = (_more(tr, game),) if game.plies or game.computer else ()
    level = (other_level(tr, game, advice.level),) if game.computer and advice.level else ()
    return ((next_game(tr, game), _new(tr, game), *review, *rest, *level),)


def _review(tr: Translator, game: Game, tone: Tone = Tone.PLAIN) -> Button:
    return Button(tr.pgettext("button", "Review"), game_custom_id(game, Action.REVIEW), tone)


def _new(tr: Translator, game: Game) -> Button:
    """Return the button that opens the menu of a new game on the same terms."""
    same_terms = Terms(game.format, game.computer.level if game.computer else None)
    return Button(tr.pgettext("button", "New game"), str(NewPress(NewAction.MENU, same_terms)))


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
    terms = Terms(game.format, level, first=first)
    return Button(label, str(NewPress(NewAction.PLAY, terms)), Tone.GOOD)


def more(tr: Translator, game: Game, user: UserId, *, can_end: bool) -> Draft:
    """Return the buttons of a game for which a board has no room. can_end: the user may end the game now."""
    header = texts.header(tr, game)
    if game.result:
        return Draft(header, (_more_after(tr, game, user) or (_new(tr, game),),))
    read = Button(tr.pgettext("button", "Board in words"), game_custom_id(game, Action.READ))
    played = (replay_button(tr, game),) if game.plies else ()
    if not game.has_player(user):
        return Draft(header, ((read, *played),))
    hint = () if game.is_rated else (Button(tr.pgettext("button", "Hint"), game_custom_id(game, Action.HINT)),)
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.RESIGN))
    end = Button(tr.pgettext("button", "End the game"), game_custom_id(game, Action.END))
    # Translators: Button, at most 20 characters: asks the opponent to agree to a draw.
    offer = Button(tr.pgettext("button", "Offer a draw"), game_custom_id(game, Action.OFFER))
    resigns = () if game.is_together else (resign,)
    ends = (*((offer,) if can_offer_draw(game, user) else ()), *resigns, *((end,) if can_end else ()))
    return Draft(header, ((*hint, read, *_picture(tr, game), *played), *((ends,) if ends else ())))


def _picture(tr: Translator, game: Game) -> tuple[Button, ...]:
    """Return the buttons that turn the picture of a game's boards on or off."""
    on = Button(tr.pgettext("button", "Picture"), game_custom_id(game, Action.PICTURE))
    off = Button(tr.pgettext("button", "No picture"), game_custom_id(game, Action.NO_PICTURE))
    return (off,) if game.picture or (game.picture is None and is_large(game.rules)) else (on,)


def _more_after(tr: Translator, game: Game, user: UserId) -> tuple[Button, ...]:
    """Return the further buttons of a finished game."""
    # Translators: The same players play again, and the player who had X gets O.
    swap = Button(tr.pgettext("button", "Switch sides"), game_custom_id(game, Action.SIDES))
    is_player = game.has_player(user)
    has_swap = game.computer and not has_next_game(game) and is_player  # a rematch between people always swaps
    undo = (_undo(tr, game),) if can_undo(game) and is_player else ()
    share = Button(tr.pgettext("button", "Share"), game_custom_id(game, Action.SHARE))
    has_result = game.result is not None and not game.result.is_void
    shown = (
        (_review(tr, game), replay_button(tr, game), *((share,) if has_result and is_player else ()))
        if game.plies
        else ()
    )
    return (*((swap,) if has_swap else ()), *shown, *undo)


def replay_button(tr: Translator, game: Game, tone: Tone = Tone.PLAIN) -> Button:
    """Return the button that replays a game."""
    return Button(tr.pgettext("button", "Replay"), game_custom_id(game, Action.REPLAY), tone)


def undo_request(game: Game, request: UndoRequest) -> Draft:
    """Return the request for an undo or a draw to the opponent, a separate message in the language of the game."""
    tr, opponent = translator(game.locale), game.opponent(request.by)
    assert isinstance(opponent, Human)
    if request.is_draw:
        text, label = texts.draw_offer(tr, request.by, opponent.id), tr.pgettext("button", "Accept")
        agree, refuse = Action.ACCEPT, Action.DECLINE
    else:
        text, label = texts.undo_request(tr, game, request.by, opponent.id), tr.pgettext("button", "Allow")
        agree, refuse = Action.ALLOW, Action.REFUSE
    row = (
        Button(label, game_custom_id(game, agree), Tone.GOOD),
        Button(tr.pgettext("button", "Decline"), game_custom_id(game, refuse), Tone.BAD),
    )
    return Draft(f"{texts.header(tr, game)}\n{text}", (row,), (opponent.id,))


def resign_question(tr: Translator, game: Game, user: UserId) -> Draft:
    """Return the question before a player's resignation, which names the game and its price."""
    if not game.is_lost_by_resigning:
        return end_question(tr, game, game_custom_id(game, Action.GIVE_UP))
    opponent = game.opponent(user)
    if not isinstance(opponent, Human):
        question = tr.gettext("Resign? The computer wins.")
    elif game.is_rated:
        question = tr.gettext("Resign? {player} wins, and this game is rated.", player=texts.user(tr, opponent.id))
    else:
        question = tr.gettext("Resign? {player} wins.", player=texts.user(tr, opponent.id))
    resign = Button(tr.pgettext("button", "Resign"), game_custom_id(game, Action.GIVE_UP), Tone.BAD)
    return _question(tr, game, question, resign)


def end_question(tr: Translator, game: Game, confirmation: str | None = None) -> Draft:
    """Return the question before a game ends without a result; confirmation is the custom_id of its button."""
    question = tr.gettext("End this game without a result? This can't be undone.")
    end = Button(tr.pgettext("button", "End the game"), confirmation or game_custom_id(game, Action.STOP), Tone.BAD)
    return _question(tr, game, question, end)


def draw_question(tr: Translator, game: Game) -> Draft:
    """Return the question before a player calls a draw."""
    question = tr.gettext("End this game as a draw? This can't be undone.")
    call = Button(tr.pgettext("button", "Call it a draw"), game_custom_id(game, Action.CALL_DRAW), Tone.BAD)
    return _question(tr, game, question, call)


def _question(tr: Translator, game: Game, question: str, confirm: Button) -> Draft:
    # Translators: Button, at most 20 characters: neither resigns nor ends the game.
    play_on = Button(tr.pgettext("button", "Play on"), game_custom_id(game, Action.PLAY_ON))
    return Draft(f"{texts.header(tr, game)}\n{question}", ((confirm, play_on),))


def replay(tr: Translator, game: Game, look: Look) -> str:
    """Return the lines above the moves of a replay."""
    heading = tr.gettext("Game #{id}: {players}", id=game.id, players=texts.header(tr, game))
    status = texts.outcome(tr, game, game.result, look) if game.result else _turn(tr, game)
    return "\n".join(filter(None, (heading, texts.took_x(tr, game), status, _emoji(game, look))))


def _emoji(game: Game, look: Look) -> str:
    """Return the final board of a small game as emoji, to copy."""
    if game.result is None or max(game.rules.m, game.rules.n) > EMOJI_SIDE or not game.plies:
        return ""
    x, o = (EMOJI[look.shape(mark)] for mark in Mark) if look.has_marks else "🟦🟥"  # the colors of pictures
    glyphs = {Mark.X: x, Mark.O: o, None: "⬛"}
    rows = range(game.rules.m)
    return "\n".join("".join(glyphs[game.board[Cell(row, col)]] for col in range(game.rules.n)) for row in rows)


# Translators: A line above the moves of a game that is not over.
def _turn(tr: Translator, game: Game) -> str:
    mark = game.side_to_move.name
    if game.awaits_computer:
        return tr.gettext("In progress. The computer ({mark}) moves next.", mark=mark)
    return tr.gettext("In progress. {player} ({mark}) moves next.", player=texts.player(tr, game.turn), mark=mark)
