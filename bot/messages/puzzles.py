"""Messages of the daily puzzle."""

from dataclasses import replace
from datetime import timedelta

from bot.game.coach import Trial
from bot.game.errors import Permission
from bot.game.puzzles import GRADES, Attempt, Day, PuzzleChannel, Solvers, Tap, end_of, grade_of, puzzle_of
from bot.messages import forms, scrolling, texts
from bot.messages.boards import TONES, cell_labels
from bot.messages.custom_ids import Earlier, PuzzlePress, RetryPress
from bot.messages.drafts import Button, Draft, Form, Menu, Pictured, Tone
from bot.messages.refusals import permission
from bot.messages.styles import ROWS
from bot.messages.translator import Translator
from engine import Board, Cell
from engine.text import draw

TRIES = 20  # squares in the line to share
NOBODY = Solvers()


def board(tr: Translator, tap: Tap) -> Draft:
    """Return the puzzle with a user's attempt."""
    attempt = tap.attempt
    position = attempt.board
    press = PuzzlePress(attempt.day, attempt.step, grade=tap.grade)
    rows = (_solved_buttons(tr, attempt, press),) if attempt.solved else _buttons(tr, position, press)
    draft = _draft(tr, _header(tr, attempt.day), position, _status(tr, tap), rows)
    return draft._replace(menus=(_grades(tr, press),)) if attempt.solved else draft


def retry(tr: Translator, trial: Trial) -> Draft:
    """Return another try at a ply of a finished game, as a puzzle for the reader."""
    tried = trial.retry
    # Translators: Heading of another try at a move of a finished game, without a period.
    name = tr.gettext("**Move {move}** of game #{game}", move=(tried.number + 1) // 2, game=tried.game.id)
    header = f"{name} · {texts.size(tr, tried.game.rules)}"
    rows = () if trial.is_solved else _buttons(tr, tried.board, RetryPress.of(tried))
    return _draft(tr, header, tried.board, _retry_status(tr, trial), rows)


# Translators: Below the board of another try at a move of a finished game. {mark} is the reader's side, {other} the
# computer's, X or O.
def _retry_status(tr: Translator, trial: Trial) -> str:
    tried, mark = trial.retry, trial.retry.side.name
    if trial.cell:
        return _holding(tr, trial, trial.cell) if not tried.moves else _winning(tr, trial, trial.cell)
    if not tried.moves:
        return tr.gettext("You're {mark}: find a move that holds the draw.", mark=mark)
    return tr.ngettext(
        "You're {mark}: win in {number} move.", "You're {mark}: win in {number} moves.", tried.moves, mark=mark
    )


# Translators: As above: the reader, who has to win, took {cell}, and {other} took {reply}.
def _winning(tr: Translator, trial: Trial, cell: Cell) -> str:
    mark, other, answer = trial.retry.side.name, trial.retry.side.other.name, trial.answer
    if answer is None:
        return tr.gettext("Solved! {mark} wins.", mark=mark)
    if not answer.moves:
        return _escapes(tr, other, answer.reply)
    return tr.joined(
        _took(tr, other, answer.reply), tr.ngettext("{number} move left.", "{number} moves left.", trial.retry.left)
    )


# Translators: As above: the reader, who has to keep a draw, took {cell}. "I" is the bot.
def _holding(tr: Translator, trial: Trial, cell: Cell) -> str:
    if trial.is_solved:
        return tr.gettext("Right! {cell} holds the draw.", cell=texts.cell(cell))
    if trial.proven is None:
        return tr.gettext("I can't prove that {cell} holds the draw. Try another cell.", cell=texts.cell(cell))
    loses = tr.gettext("Not quite: {cell} loses.", cell=texts.cell(cell))
    return tr.joined(loses, tr.gettext("Try again."))


def post(tr: Translator, day: Day, solvers: Solvers = NOBODY, before: Solvers = NOBODY) -> Draft:
    """Return the public message with the puzzle of a day. solvers are the server's, before those of the day before."""
    puzzle = puzzle_of(day)
    task = tr.ngettext("X to move and win in {number} move.", "X to move and win in {number} moves.", puzzle.moves)
    only = tr.gettext("Only one first move works.")
    lines = [tr.joined(task, only)]
    if solvers.number:
        fastest = zip("🥇🥈🥉", solvers.fastest, strict=False)
        medals = (f"{medal} {texts.user(tr, user)} {_time(time)}" for medal, (user, time) in fastest)
        lines.append(tr.joined(_solved_here(tr, solvers.number), *medals))
    if before.number:
        lines.append(f"{_name(tr, Day(day - 1))} · {_solved_here(tr, before.number)}")
    return _draft(tr, _header(tr, day), puzzle.board, "\n".join(lines), _solve_button(tr, day))


def _solved_here(tr: Translator, solvers: int) -> str:
    # Translators: Below today's puzzle, or after the number of yesterday's. "here" is the server.
    return tr.ngettext("{number} person here solved it.", "{number} people here solved it.", solvers)


def _draft(tr: Translator, header: str, position: Board, text: str, rows: tuple[tuple[Button, ...], ...]) -> Draft:
    """Return a message with a puzzle as a picture or, if that can't be drawn, as text."""
    content = f"{header}\n{_block(position)}\n{text}"
    return Draft(content, rows, pictured=Pictured(position, tr.locale), beside_picture=f"{header}\n{text}")


def shared(tr: Translator, tap: Tap) -> Draft:
    """Return the public message in which a user shares a solved puzzle."""
    user = tap.attempt.user
    content = f"{texts.user(tr, user)} · {share(tr, tap.attempt, tap.streak)}"
    return Draft(content, _solve_button(tr, tap.attempt.day), pings=(user,))


def form(tr: Translator, position: Board, pressed: PuzzlePress | RetryPress) -> Form:
    """Return the form for a cell of a board with too many cells for buttons, for one step of a puzzle."""
    return Form(tr.pgettext("button", "Move"), str(pressed), forms.cell_fields(tr, position))


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
    return f"{_name(tr, day)} · {_stars(grade_of(day))} · {texts.size(tr, puzzle_of(day).rules)}"


def _block(position: Board) -> str:
    return f"```\n{draw(position, style=scrolling.layout(position.rules).style)}\n```"


# Translators: Below the board of a puzzle: the reader, who is X, took {cell}, and O replied.
def _status(tr: Translator, tap: Tap) -> str:
    attempt, answer = tap.attempt, tap.answer
    if attempt.solved:
        return _solved(tr, tap)
    if tap.cell and answer and not answer.moves:
        return _escapes(tr, "O", answer.reply)
    if attempt.cells:
        return tr.joined(_took(tr, "O", attempt.cells[-1]), _left(tr, attempt))
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


# Translators: Below the board of a puzzle. {mark} is the computer's side, X or O. After {reply}, the user can't win in
# time.
def _escapes(tr: Translator, mark: str, reply: Cell) -> str:
    return tr.gettext("Not quite: {mark} escapes with {reply}. Try again.", mark=mark, reply=texts.cell(reply))


# Translators: Below the board of a puzzle: the user found the right move. {mark} is the computer's side, X or O.
def _took(tr: Translator, mark: str, reply: Cell) -> str:
    return tr.gettext("Right! {mark} took {cell}.", mark=mark, cell=texts.cell(reply))


# Translators: Below the board of a puzzle that is solved.
def _solved(tr: Translator, tap: Tap) -> str:
    attempt = tap.attempt
    assert attempt.solved
    if attempt.is_late:
        return tr.gettext("Solved!")
    time = _time(attempt.solved - attempt.begun)
    # Translators: {time} is how long it took, like 1:05; {squares} are red and green squares, one for each try.
    solved = tr.gettext("Solved in {time} {squares}.", time=time, squares=_squares(attempt))
    # Translators: {when} is like "in 16 hours".
    next_one = tr.gettext("Next puzzle {when}.", when=texts.moment(end_of(attempt.day)))
    return "\n".join(filter(None, (tr.joined(solved, next_one), _streak(tr, tap.streak))))


def _squares(attempt: Attempt) -> str:
    return "🟥" * min(attempt.failed, TRIES) + "🟩"


def _streak(tr: Translator, days: int) -> str:
    """Return on how many days in a row a user has solved the puzzle, without a period; an empty string if on one."""
    streak = tr.ngettext("{number}-day streak", "{number}-day streak", days)
    return f"🔥 {streak}" if days > 1 else ""


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


def _solved_buttons(tr: Translator, attempt: Attempt, press: PuzzlePress) -> tuple[Button, ...]:
    # Translators: Button below a solved puzzle, at most 20 characters: shows the line with the squares to everybody.
    share = Button(tr.pgettext("button", "Share"), str(replace(press, is_share=True)), Tone.X)
    # Translators: Button below a solved puzzle, at most 20 characters: opens the puzzle of an earlier day.
    another = Button(tr.pgettext("button", "Another one"), str(replace(press, opens=Earlier.MORE)))
    return (another,) if attempt.is_late else (share, another)


def _grades(tr: Translator, press: PuzzlePress) -> Menu:
    """Return the menu that opens an earlier puzzle of a difficulty."""
    # Translators: Placeholder and first option of a menu below a solved puzzle: earlier puzzles, by difficulty.
    label, any_grade = tr.gettext("Another one, by difficulty"), tr.gettext("Any difficulty")
    names = {"0": any_grade} | {str(grade): _stars(grade) for grade in range(1, GRADES + 1)}
    return Menu.of(label, str(replace(press, opens=Earlier.GRADE)), names, str(press.grade))


def _stars(grade: int) -> str:
    return "★" * grade + "☆" * (GRADES - grade)


def _buttons(tr: Translator, position: Board, press: PuzzlePress | RetryPress) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons of a puzzle's cells, or on a larger board, of the form. press shows the puzzle as it is."""
    if not _has_cells(position):
        return ((Button(tr.pgettext("button", "Move"), str(replace(press, is_form=True)), Tone.X),),)
    labels = cell_labels()
    return tuple(
        tuple(
            Button(labels[mark], str(replace(press, cell=Cell(row, col))), TONES[mark])
            for col, mark in enumerate(position.row(row))
        )
        for row in range(position.rules.m)
    )
