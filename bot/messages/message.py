"""Games and challenges as Discord shows them: text, buttons, and whom to ping. Pure."""

from dataclasses import dataclass, field

from bot.game.challenges import Challenge, ChallengeAction, ChallengeState
from bot.game.games import Game, Human, UserId
from bot.game.requests import Event, Terms, Update
from bot.game.undo import can_undo
from bot.messages import challenges, records, scrolling, texts
from bot.messages.coaching import advice
from bot.messages.components import Button, MemberMenu, Menu, Tone
from bot.messages.custom_ids import (
    FORGET,
    Action,
    GamePress,
    NewAction,
    challenge_custom_id,
    form_custom_id,
    game_custom_id,
    mark_custom_ids,
    new_custom_id,
)
from bot.messages.scrolling import STRIDE, Window
from bot.messages.styles import AS_EVER, EMOJI, EMPTY, Display, Look
from bot.messages.texts import Taps
from engine import Cell, Mark
from engine.text import draw

CONTENT_LIMIT = 2000  # docs: resources/message.mdx, content


@dataclass(frozen=True)
class Draft:
    """A message that is ready to be sent: content, menus above rows of buttons, and whom it pings when it is new."""

    content: str
    rows: tuple[tuple[Button, ...], ...] = ()
    pings: tuple[UserId, ...] = ()
    pictured: Game | None = None  # the game whose board to attach as a picture
    look: Look = field(default_factory=Look)  # of the picture
    menus: tuple[Menu | MemberMenu, ...] = ()  # a row each
    beside_picture: str | None = None  # the content instead, if the picture could be drawn


def board(update: Update, display: Display = AS_EVER) -> Draft:
    """Return the board message of a game after an update, within Discord's limits.

    Of a large board it shows the window that follows the moves, with arrows to look elsewhere, and a picture unless the
    game was told to have none.
    """
    game = update.game
    lines = (texts.notice(update), texts.status(game), records.rating_change(game), advice.hints_used(game))
    window = scrolling.following(game.rules, game.plies)
    header, after = texts.header(game, display), "\n".join(line for line in lines if line)
    whole = scrolling.is_whole(game.rules)
    arrows = () if whole else (_arrows(game, window),)
    return Draft(
        _content(game, window, header, after),
        (*_cells(game, display), *arrows, *_controls(game)),
        _next_human(update),
        game if display.has_picture or not (whole or game.picture is False) else None,
        display.look,
        beside_picture=None if display.has_text else f"{header}\n{after}",
    )


def look_around(game: Game, corner: Cell | None, display: Display = AS_EVER) -> Draft:
    """Return what somebody sees of a large board from a corner on; None: around the last move."""
    if corner:
        window = scrolling.at(game.rules, corner)
    else:
        middle = Cell(game.rules.m // 2, game.rules.n // 2)
        window = scrolling.around(game.rules, game.plies[-1] if game.plies else middle)
    move = () if game.result else ((_move(game),),)
    content = _content(game, window, texts.header(game, display), texts.status(game))
    return Draft(content, (_arrows(game, window), *move))


def _content(game: Game, window: Window, header: str, after: str) -> str:
    drawing = draw(game.board, style=scrolling.layout(game.rules).style, rows=window.rows, cols=window.cols)
    return f"{header}\n```\n{drawing}\n```\n{after}"


def _arrows(game: Game, window: Window) -> tuple[Button, ...]:
    def arrow(label: str, action: Action, row: int, col: int) -> Button:
        to = scrolling.at(game.rules, Cell(row, col)).corner
        return Button(label, game_custom_id(game, action, to), disabled=to == window.corner)

    row, col = window.corner
    return (
        arrow("←", Action.LEFT, row, col - STRIDE),
        arrow("↑", Action.UP, row - STRIDE, col),
        arrow("↓", Action.DOWN, row + STRIDE, col),
        arrow("→", Action.RIGHT, row, col + STRIDE),
        Button("Last move", game_custom_id(game, Action.LAST)),
    )


def _move(game: Game) -> Button:
    return Button("Move", game_custom_id(game, Action.FORM), Tone.X)


def _next_human(update: Update) -> tuple[UserId, ...]:
    game = update.game
    if update.event is Event.SHOWN:
        return ()
    if game.result:
        return tuple(human for human in game.humans if human != update.by)
    return (game.turn.id,) if isinstance(game.turn, Human) and game.turn.id != update.by else ()


def _cells(game: Game, display: Display) -> tuple[tuple[Button, ...], ...]:
    if texts.taps(game) is Taps.CONTROLS:
        return ()
    return tuple(_row_of_cells(game, row, display) for row in range(game.rules.m))


# Spaces make all of them as wide as O, else the columns would not be straight where buttons fit their labels.
# The labels and tones are those of an empty cell, X and O, as Board.row has them.
LABELS = ("\N{NO-BREAK SPACE}·\N{FOUR-PER-EM SPACE}", "X\N{SIX-PER-EM SPACE}", "O")
_BESIDE_COORDINATES = (
    "",
    "\N{THREE-PER-EM SPACE}\N{HAIR SPACE}X\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
    "\N{NO-BREAK SPACE}O\N{PUNCTUATION SPACE}\N{HAIR SPACE}",
)
TONES = (Tone.PLAIN, Tone.X, Tone.O)


def _row_of_cells(game: Game, row: int, display: Display) -> tuple[Button, ...]:
    is_over, line = game.result is not None, game.board.outcome.line if game.board.outcome else ()
    cells: list[Button] = []
    for col, (mark, custom_id) in enumerate(zip(game.board.row(row), mark_custom_ids(game, row), strict=True)):
        won = (row, col) in line
        tone = Tone.GOOD if won else TONES[mark]
        # Discord shows disabled buttons at half the brightness, so marks stay enabled, and a press is answered.
        disabled = is_over and not mark
        if display.has_coordinates:
            label = _BESIDE_COORDINATES[mark] if mark else f"{row},{col}"
            cells.append(Button(label, custom_id, tone, disabled))
        elif display.has_marks:
            emoji = EMOJI[display.look.shape(Mark(mark))] if mark else EMPTY
            cells.append(Button("", custom_id, Tone.GOOD if won else Tone.PLAIN, disabled, emoji=emoji))
        else:
            cells.append(Button(LABELS[mark], custom_id, tone, disabled))
    return tuple(cells)


def _controls(game: Game) -> tuple[tuple[Button, ...], ...]:
    def button(label: str, action: Action, tone: Tone = Tone.PLAIN, *, disabled: bool = False) -> Button:
        return Button(label, game_custom_id(game, action), tone, disabled)

    taps = texts.taps(game)
    if taps is Taps.CELLS:
        return ()
    undo = button("Undo", Action.UNDO, disabled=not can_undo(game))
    if game.result:
        swap = (button("Swap sides", Action.SIDES),) if game.computer else ()  # a rematch between people always does
        alike = Terms(game.rules, game.computer.level if game.computer else None)
        new = Button("New game", new_custom_id(NewAction.MENU, alike))
        last = (button("Replay", Action.REPLAY), *(() if undo.disabled else (undo,)))
        return _with_review(game, (button("Rematch", Action.REMATCH, Tone.X), *swap, new, *last))
    move = (_move(game),) if taps is Taps.CONTROLS else ()
    draw = (button("Call it a draw", Action.DRAW),) if game.board.is_dead else ()
    return ((*move, undo, button("Resign", Action.RESIGN, Tone.BAD), *draw),)


def _with_review(game: Game, row: tuple[Button, ...]) -> tuple[tuple[Button, ...], ...]:
    """Return the row with a button for the review, in a row of its own where it is full, if there is room for one."""
    review = Button("Review", game_custom_id(game, Action.REVIEW))
    if len(row) < texts.ROWS:
        return ((*row, review),)
    has_room = texts.taps(game) is Taps.CONTROLS or game.rules.m < texts.ROWS - 1
    return (row, (review,)) if has_room else (row,)


def another_try(form: GamePress) -> Button:
    """Return the button that opens a move form again."""
    return Button("Try again", form_custom_id(form), Tone.X)


def undo_request(game: Game, asks: UserId, asked: UserId) -> Draft:
    """Return the question to the opponent, in a message of its own."""
    allow = Button("Allow", game_custom_id(game, Action.ALLOW), Tone.GOOD)
    refuse = Button("Refuse", game_custom_id(game, Action.REFUSE), Tone.BAD)
    return Draft(texts.undo_request(game, asks, asked), ((allow, refuse),), (asked,))


def resign_question(game: Game) -> Draft:
    """Return the question before a resignation."""
    resign = Button("Resign", game_custom_id(game, Action.GIVE_UP), Tone.BAD)
    return Draft(texts.RESIGN_QUESTION, ((resign,),))


def challenge(offered: Challenge) -> Draft:
    """Return a challenge; its buttons are there while it is open, and it pings the challenged person alone."""
    opponent = offered.offer.opponent
    if offered.state is not ChallengeState.OPEN:
        return Draft(challenges.shown(offered))
    actions = _OPEN_ACTIONS if opponent is None else _ACTIONS
    row = tuple(Button(label, challenge_custom_id(offered, action), tone) for label, action, tone in actions)
    return Draft(challenges.shown(offered), (row,), () if opponent is None else (opponent,))


def forget() -> Draft:
    """Return the question that `/ttt forget me` asks back."""
    return Draft(records.FORGET_QUESTION, ((Button("Delete it all", FORGET, Tone.BAD),),))


_ACTIONS = (
    ("Accept", ChallengeAction.ACCEPT, Tone.GOOD),
    ("Decline", ChallengeAction.DECLINE, Tone.BAD),
    ("Cancel", ChallengeAction.CANCEL, Tone.PLAIN),
)
_OPEN_ACTIONS = (
    ("Join", ChallengeAction.JOIN, Tone.GOOD),
    ("Play the computer", ChallengeAction.COMPUTER, Tone.X),
    ("Cancel", ChallengeAction.CANCEL, Tone.PLAIN),
)
