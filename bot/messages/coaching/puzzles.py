"""The puzzle of a day: its board, what came of a tap, and the line to share. Pure."""

from datetime import timedelta

from bot.game.puzzles import Attempt, Day, PuzzleChannel, Tap, end_of, puzzle_of
from bot.messages import forms, scrolling, texts
from bot.messages.components import Button, Form, Tone
from bot.messages.custom_ids import PuzzlePress, puzzle_custom_id
from bot.messages.message import LABELS, TONES, Draft
from engine import Board, Cell
from engine.text import draw

TRIES = 20  # squares in the line to share
FORM_TITLE = "Your move in the puzzle"
POSTED = "The daily puzzle is posted here from now on, at midnight UTC. `/ttt puzzle post:off` ends that."
NOT_POSTED = "The daily puzzle is no longer posted in this server."


def board(tap: Tap) -> Draft:
    """Return the puzzle as somebody has it before them."""
    attempt = tap.attempt
    position = attempt.board
    content = f"{_header(attempt.day)}\n{_block(position)}\n{_status(tap)}"
    return Draft(content, () if attempt.solved else _buttons(attempt, position))


def post(day: Day) -> Draft:
    """Return the puzzle of a day for everybody in a channel."""
    puzzle = puzzle_of(day)
    content = (
        f"{_header(day)}\n{_block(puzzle.board)}\nX to move and win in {puzzle.moves}. One first move alone does it."
    )
    return Draft(content, ((Button("Solve it", puzzle_custom_id(PuzzlePress(day, 0)), Tone.X),),))


def form(attempt: Attempt) -> Form:
    """Return the form to name a cell of a board that has too many for buttons."""
    press = PuzzlePress(attempt.day, attempt.step, is_form=True)
    return Form(FORM_TITLE, puzzle_custom_id(press), forms.cell_fields(attempt.board))


def cannot_post(where: PuzzleChannel) -> str:
    """Return what moderators are told where the puzzle could not be posted."""
    return (
        f"Today's puzzle could not be posted in <#{where.channel}>: I need the **View Channel** and **Send Messages** "
        "permissions there."
    )


def _header(day: Day) -> str:
    return f"**Puzzle #{day + 1}** · {texts.size(puzzle_of(day).rules)}"


def _block(position: Board) -> str:
    return f"```\n{draw(position, style=scrolling.layout(position.rules).style)}\n```"


def _status(tap: Tap) -> str:
    attempt, answer = tap.attempt, tap.answer
    if attempt.solved:
        return _solved(tap)
    how = "tap a cell" if _has_cells(attempt.board) else "tap **Move**"
    if tap.cell and answer and not answer.moves:
        let_go, reply = texts.cell(tap.cell), texts.cell(answer.reply)
        return f"{let_go} lets O escape with {reply}. Try again: you are X, and {how}."
    if attempt.cells:
        reply = texts.cell(attempt.cells[-1])
        if attempt.moves == 1:
            return f"O took {reply}. 1 move is left: {how}."
        return f"O took {reply}. {attempt.moves} moves are left: {how}."
    return f"You are X: win in {attempt.moves}. One first move alone does it, so think, then {how}."


def _solved(tap: Tap) -> str:
    attempt = tap.attempt
    return (
        f"Solved! To share, without giving it away:\n```\n{share(attempt, tap.streak)}\n```\n"
        f"The next puzzle comes {texts.moment(end_of(attempt.day))}."
    )


def share(attempt: Attempt, streak: int) -> str:
    """Return the line to share: a square for each try, the time, and the streak; it gives nothing away."""
    assert attempt.solved, "only a solved puzzle is shared"
    squares = "🟥" * min(attempt.failed, TRIES) + "🟩"
    days = "1 day" if streak == 1 else f"{streak} days"
    return (
        f"ttt puzzle #{attempt.day + 1} · X wins in {puzzle_of(attempt.day).moves} · {squares} · "
        f"{_time(attempt.solved - attempt.begun)} · streak {days}"
    )


def _time(took: timedelta) -> str:
    minutes, seconds = divmod(int(took.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _has_cells(position: Board) -> bool:
    return max(position.rules.m, position.rules.n) <= texts.ROWS


def _buttons(attempt: Attempt, position: Board) -> tuple[tuple[Button, ...], ...]:
    if not _has_cells(position):
        press = PuzzlePress(attempt.day, attempt.step, is_form=True)
        return ((Button("Move", puzzle_custom_id(press), Tone.X),),)
    return tuple(
        tuple(_cell(attempt, Cell(row, col), mark) for col, mark in enumerate(position.row(row)))
        for row in range(position.rules.m)
    )


def _cell(attempt: Attempt, cell: Cell, mark: int) -> Button:
    return Button(LABELS[mark], puzzle_custom_id(PuzzlePress(attempt.day, attempt.step, cell)), TONES[mark])
