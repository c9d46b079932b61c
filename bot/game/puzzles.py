"""The daily puzzle and a user's attempt at it: pure values and rules."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, NewType

from bot.game.errors import OffBoard, PuzzleCellTaken
from bot.game.games import ChannelId, GuildId, MessageId, Place, UserId
from engine import Board, Cell, IllegalMove, Mark
from engine.coach.findings import Answer
from engine.coach.puzzles import GRADES
from engine.coach.puzzles import of_day as puzzle_of

Day = NewType("Day", int)
FIRST_DAY = date(2025, 12, 29)  # a Monday; puzzles get harder from Monday to Sunday


def day_of(instant: datetime) -> Day:
    """Return the number of an instant's day in UTC, counted from FIRST_DAY."""
    return Day((instant.astimezone(UTC).date() - FIRST_DAY).days)


def end_of(day: Day) -> datetime:
    """Return when a day ends."""
    return datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC) + timedelta(days=day + 1)


def grade_of(day: Day) -> int:
    """Return the difficulty of a day's puzzle, from 1 on Mondays to GRADES on Sundays."""
    return day % GRADES + 1


def check_empty(board: Board, cell: Cell) -> None:
    """Refuse a cell that isn't empty. Raises OffBoard, PuzzleCellTaken."""
    if not (0 <= cell.row < board.rules.m and 0 <= cell.col < board.rules.n):
        raise OffBoard(board.rules, cell)
    if board[cell]:
        raise PuzzleCellTaken(cell)


@dataclass(frozen=True)
class Attempt:
    """A user's attempt at the puzzle of a day. cells are the moves of the current try, X's and O's in turn.

    step counts the taps, so that only one of two simultaneous taps counts. failed counts the tries in which O escaped.
    guild is the server in which the puzzle was solved, None for a direct message.
    """

    user: UserId
    day: Day
    begun: datetime
    step: int = 0
    failed: int = 0
    cells: tuple[Cell, ...] = ()
    solved: datetime | None = None
    guild: GuildId | None = None

    @cached_property
    def board(self) -> Board:
        """The position. Don't change it."""
        puzzle = puzzle_of(self.day)
        return Board.replay(puzzle.rules, (*puzzle.marks, *self.cells))

    @property
    def migrated(self) -> "Attempt":
        """The attempt; restarted if an upgrade of the bot has changed the day's puzzle."""
        if len(self.cells) < 2 * puzzle_of(self.day).moves:
            with suppress(IllegalMove):
                _ = self.board
                return self
        return replace(self, cells=())

    @property
    def is_late(self) -> bool:
        """Whether the puzzle was solved after its day."""
        return self.solved is not None and day_of(self.solved) > self.day

    @property
    def moves(self) -> int:
        """The number of moves that X has left."""
        return puzzle_of(self.day).moves - len(self.cells) // 2

    def completes(self, cell: Cell) -> bool:
        """Return whether marking a cell completes X's line."""
        return cell in self.board.winning_moves(Mark.X)

    def solved_by(self, cell: Cell, now: datetime, guild: GuildId | None) -> "Attempt":
        """Return the attempt after the tap that completes X's line."""
        return replace(self, step=self.step + 1, cells=(*self.cells, cell), solved=now, guild=guild)

    def answered(self, cell: Cell, answer: Answer) -> "Attempt":
        """Return the attempt after a tap and O's reply. If O escapes, neither mark stays."""
        if answer.moves:
            return replace(self, step=self.step + 1, cells=(*self.cells, cell, answer.reply))
        return replace(self, step=self.step + 1, failed=self.failed + 1)


@dataclass(frozen=True)
class Tap:
    """The result of a tap: the attempt, the marked cell, if any, O's reply, and the user's streak.

    grade is the difficulty that the user has chosen for further puzzles, 0 for any.
    """

    attempt: Attempt
    cell: Cell | None = None
    answer: Answer | None = None
    streak: int = 0
    grade: int = 0


class Solvers(NamedTuple):
    """How many users solved a puzzle in a server, and the fastest of those who shared it, with their times."""

    number: int = 0
    fastest: tuple[tuple[UserId, timedelta], ...] = ()


@dataclass
class PuzzlePost:
    """The message that posts the puzzle of a day in a server.

    has_picture: the message has the picture, so its text has no board. is_due: users have solved or shared the puzzle
    since the last edit, if any, which was at edited.
    """

    place: Place
    message: MessageId
    day: Day
    has_picture: bool
    is_due: bool = False
    edited: datetime | None = None


class Post(StrEnum):
    """Whether to post the daily puzzle in the channel of the command."""

    HERE = "here"
    OFF = "off"


@dataclass(frozen=True)
class PuzzleChannel:
    """The channel in which a server wants the daily puzzle, and whether the last post failed."""

    guild: GuildId
    channel: ChannelId
    has_failed: bool = False


def next_past(solved: Collection[Day], before: Day, grade: int) -> Day | None:
    """Return the latest day before another whose puzzle isn't solved, of a grade (0: of any), None if there is none."""
    days = (Day(day) for day in range(before - 1, -1, -1) if grade in {0, grade_of(Day(day))})
    return next((day for day in days if day not in solved), None)


def streak(solved: list[Day], today: Day) -> int:
    """Return how many days in a row a user has solved the puzzle, up to today or yesterday.

    solved are the days whose puzzles the user has solved on the same day, newest first.
    """
    if not solved or solved[0] < today - 1:
        return 0
    return next((number for number, day in enumerate(solved) if day != solved[0] - number), len(solved))
