"""Messages of the daily puzzle."""

from datetime import timedelta

from bot.game.errors import Permission
from bot.game.puzzles import GRADES, Attempt, Day, PuzzleChannel, Tap, end_of, grade_of, puzzle_of
from bot.messages import forms, scrolling, texts
from bot.messages.boards import TONES, cell_labels
from bot.messages.custom_ids import PuzzlePress
from bot.messages.drafts import Button, Draft, Form, Pictured, Tone
from bot.messages.refusals import permission
from bot.messages.styles import ROWS
from bot.messages.translator import Translator
from engine import Board, Cell
from engine.text import draw

TRIES = 20  # squares in the line to share


def board(tr: Translator, tap: Tap) -> Draft:
    """Return the puzzle with a user's attempt."""
    attempt = tap.attempt
    position = attempt.board
    rows = _share_button(tr, attempt) if attempt.solved else _buttons(tr, attempt, position)
    return _draft(tr, attempt.day, position, _status(tr, tap), rows)


def post(tr: Translator, day: Day, solvers: int = 0) -> Draft:
    """Return the public message with the puzzle of a day. solvers: users in the server who solved the one before."""
    puzzle = puzzle_of(day)
    task = tr.ngettext("X to move and win in {number} move.", "X to move and win in {number} moves.", puzzle.moves)
    only = tr.gettext("Only one first move works.")
    text = tr.joined(task, only)
    if solvers:
        # Translators: After the number of yesterday's puzzle.
        solved = tr.ngettext("{number} person here solved it.", "{number} people here solved it.", solvers)
        text += f"\n{_name(tr, Day(day - 1))} · {solved}"
    return _draft(tr, day, puzzle.board, text, _solve_button(tr, day))


def _draft(tr: Translator, day: Day, position: Board, text: str, rows: tuple[tuple[Button, ...], ...]) -> Draft:
    """Return a message with a puzzle as a picture or, if that can't be drawn, as text."""
    header = _header(tr, day)
    content = f"{header}\n{_block(position)}\n{text}"
    return Draft(content, rows, pictured=Pictured(position, tr.locale), beside_picture=f"{header}\n{text}")


def shared(tr: Translator, tap: Tap) -> Draft:
    """Return the public message in which a user shares a solved puzzle."""
    user = tap.attempt.user
    content = f"{texts.user(tr, user)} · {share(tr, tap.attempt, tap.streak)}"
    return Draft(content, _solve_button(tr, tap.attempt.day), pings=(user,))


def form(tr: Translator, attempt: Attempt, pressed: PuzzlePress) -> Form:
    """Return the form for a cell of a board with too many cells for buttons, for one step of an attempt."""
    return Form(tr.pgettext("button", "Move"), str(pressed), forms.cell_fields(tr, attempt.board))


def posted(tr: Translator) -> str:
    """Return the confirmation that puzzles will be posted in a channel."""
    return tr.gettext("The daily puzzle will be posted here at midnight UTC. To stop it, use `/ttt puzzle post:off`.")


def not_posted(tr: Translator) -> str:
    """Return the confirmation that puzzles will no longer be posted."""
    return tr.gettext("The daily puzzle is no longer posted in this server.")


def cannot_post(tr: Translator, channel: PuzzleChannel) -> str:
    """Return the note, to a member who manages the server, that the puzzle could not be posted."""
    return tr.gettext(
        "Today's puzzle couldn't be posted in {channel}. Either the channel is gone, or I need the **{view}** and "
        "**{send}** permissions there. To move it, use `/ttt puzzle post:here` in another channel.",
        channel=f"<#{channel.channel}>",
        view=permission(tr, Permission.VIEW_CHANNEL),
        send=permission(tr, Permission.SEND_MESSAGES),
    )


def _name(tr: Translator, day: Day) -> str:
    # Translators: Heading above a puzzle.
    return tr.gettext("**Puzzle #{number}**", number=day + 1)


def _header(tr: Translator, day: Day) -> str:
    grade = grade_of(day)
    return f"{_name(tr, day)} · {'★' * grade}{'☆' * (GRADES - grade)} · {texts.size(tr, puzzle_of(day).rules)}"


def _block(position: Board) -> str:
    return f"```\n{draw(position, style=scrolling.layout(position.rules).style)}\n```"


# Translators: Below the board of a puzzle: the reader, who is X, took {cell}, and O replied.
def _status(tr: Translator, tap: Tap) -> str:
    attempt, answer = tap.attempt, tap.answer
    if attempt.solved:
        return _solved(tr, tap)
    if tap.cell and answer and not answer.moves:
        # Translators: Below the board of a puzzle: after {reply}, X doesn't win in time.
        return tr.gettext("Not quite: O escapes with {reply}. Try again.", reply=texts.cell(answer.reply))
    if attempt.cells:
        reply = tr.gettext("Right! O took {cell}.", cell=texts.cell(attempt.cells[-1]))
        return tr.joined(reply, _left(tr, attempt))
    return _begin(tr, attempt)


# Translators: Below the board of a puzzle: within how many moves the reader has to win.
def _left(tr: Translator, attempt: Attempt) -> str:
    if _has_cells(attempt.board):
        return tr.ngettext("{number} move left: tap a cell.", "{number} moves left: tap a cell.", attempt.moves)
    return tr.ngettext("{number} move left: tap **Move**.", "{number} moves left: tap **Move**.", attempt.moves)


# Translators: Below the board of a puzzle: no other first move wins in time.
def _begin(tr: Translator, attempt: Attempt) -> str:
    task = tr.ngettext("You're X: win in {number} move.", "You're X: win in {number} moves.", attempt.moves)
    if _has_cells(attempt.board):
        return tr.joined(task, tr.gettext("Only one first move works, so think before you tap a cell."))
    return tr.joined(task, tr.gettext("Only one first move works, so think before you tap **Move**."))


# Translators: Below the board of a puzzle that is solved.
def _solved(tr: Translator, tap: Tap) -> str:
    attempt = tap.attempt
    assert attempt.solved
    time = _time(attempt.solved - attempt.begun)
    # Translators: {time} is how long it took, like 1:05; {squares} are red and green squares, one for each try.
    solved = tr.gettext("Solved in {time} {squares}.", time=time, squares=_squares(attempt))
    # Translators: {when} is like "in 16 hours".
    next_one = tr.gettext("Next puzzle {when}.", when=texts.moment(end_of(attempt.day)))
    return tr.joined(solved, _streak(tr, tap.streak), next_one)


def _squares(attempt: Attempt) -> str:
    return "🟥" * min(attempt.failed, TRIES) + "🟩"


def _streak(tr: Translator, days: int) -> str:
    """Return for how many days in a row a user has solved the puzzle; an empty string if only today."""
    return f"🔥 {tr.ngettext('{number}-day streak', '{number}-day streak', days)}" if days > 1 else ""


def share(tr: Translator, attempt: Attempt, streak: int) -> str:
    """Return the line to share: a square for each try, the time and the streak. It doesn't reveal the solution."""
    assert attempt.solved, "only a solved puzzle is shared"
    # Translators: Begins a line about a solved puzzle, to share with others. ttt is the name of the bot.
    name = tr.gettext("ttt puzzle #{number}", number=attempt.day + 1)
    task = tr.ngettext("X wins in {number} move", "X wins in {number} moves", puzzle_of(attempt.day).moves)
    parts = name, task, _squares(attempt), _time(attempt.solved - attempt.begun), _streak(tr, streak)
    return " · ".join(filter(None, parts))


def _time(took: timedelta) -> str:
    minutes, seconds = divmod(int(took.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _has_cells(position: Board) -> bool:
    return max(position.rules.m, position.rules.n) <= ROWS


def _solve_button(tr: Translator, day: Day) -> tuple[tuple[Button, ...], ...]:
    # Translators: Button below a puzzle in a channel, at most 20 characters: shows it to the user who taps.
    return ((Button(tr.pgettext("button", "Solve it"), str(PuzzlePress(day, 0)), Tone.X),),)


def _share_button(tr: Translator, attempt: Attempt) -> tuple[tuple[Button, ...], ...]:
    press = PuzzlePress(attempt.day, attempt.step, is_share=True)
    # Translators: Button below a solved puzzle, at most 20 characters: shows the line with the squares to everybody.
    return ((Button(tr.pgettext("button", "Share"), str(press), Tone.X),),)


def _buttons(tr: Translator, attempt: Attempt, position: Board) -> tuple[tuple[Button, ...], ...]:
    if not _has_cells(position):
        press = PuzzlePress(attempt.day, attempt.step, is_form=True)
        return ((Button(tr.pgettext("button", "Move"), str(press), Tone.X),),)
    return tuple(
        tuple(_cell(attempt, position, Cell(row, col), mark) for col, mark in enumerate(position.row(row)))
        for row in range(position.rules.m)
    )


def _cell(attempt: Attempt, position: Board, cell: Cell, mark: int) -> Button:
    return Button(cell_labels()[mark], str(PuzzlePress(attempt.day, attempt.step, cell)), TONES[mark])
