"""The puzzle of a day, and what somebody did with it: pure values and rules."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import NewType

from bot.game.errors import OffBoard, PuzzleCellTaken
from bot.game.games import ChannelId, GuildId, UserId
from engine import Board, Cell, IllegalMove, Mark
from engine.coach import puzzles
from engine.coach.findings import Answer
from engine.coach.puzzles import Puzzle

Day = NewType("Day", int)
FIRST_DAY = date(2025, 12, 29)  # a Monday: puzzles are harder from day to day until Sunday


def day_of(instant: datetime) -> Day:
    """Return the day of an instant, in UTC, as days are numbered here."""
    return Day((instant.astimezone(UTC).date() - FIRST_DAY).days)


def end_of(day: Day) -> datetime:
    """Return when a day is over."""
    return datetime(FIRST_DAY.year, FIRST_DAY.month, FIRST_DAY.day, tzinfo=UTC) + timedelta(days=day + 1)


def puzzle_of(day: Day) -> Puzzle:
    """Return the puzzle of a day, the same for everybody."""
    return puzzles.of_day(day)


@dataclass(frozen=True)
class Attempt:
    """What somebody did with the puzzle of a day: cells are those of the present try, X's and O's in turn.

    step counts what was done, so that two taps at once can't both count. failed counts the tries that let O escape.
    """

    user: UserId
    day: Day
    begun: datetime
    step: int = 0
    failed: int = 0
    cells: tuple[Cell, ...] = ()
    solved: datetime | None = None

    @property
    def board(self) -> Board:
        """The position."""
        puzzle = puzzle_of(self.day)
        return Board.replay(puzzle.rules, (*puzzle.marks, *self.cells))

    @property
    def fitting(self) -> "Attempt":
        """The attempt, begun anew where its cells are of another puzzle, the one of this day before an update."""
        if len(self.cells) < 2 * puzzle_of(self.day).moves:
            with suppress(IllegalMove):
                _ = self.board
                return self
        return replace(self, cells=())

    @property
    def moves(self) -> int:
        """How many moves X has left."""
        return puzzle_of(self.day).moves - len(self.cells) // 2

    def check_cell(self, cell: Cell) -> None:
        """Refuse a cell that can't be marked.

        Raises OffBoard, PuzzleCellTaken.
        """
        board = self.board
        if not (0 <= cell.row < board.rules.m and 0 <= cell.col < board.rules.n):
            raise OffBoard(board.rules, cell)
        if board[cell]:
            raise PuzzleCellTaken(cell)

    def completes(self, cell: Cell) -> bool:
        """Return whether a cell completes X's line."""
        return cell in self.board.winning_moves(Mark.X)

    def solved_by(self, cell: Cell, now: datetime) -> "Attempt":
        """Return the attempt after the cell that completes the line."""
        return replace(self, step=self.step + 1, cells=(*self.cells, cell), solved=now)

    def answered(self, cell: Cell, answer: Answer) -> "Attempt":
        """Return the attempt after a cell and O's reply; where O escapes it begins anew."""
        if answer.moves:
            return replace(self, step=self.step + 1, cells=(*self.cells, cell, answer.reply))
        return replace(self, step=self.step + 1, failed=self.failed + 1, cells=())


@dataclass(frozen=True)
class Tap:
    """What came of a tap: the attempt, the cell that was marked, None where nothing was, and O's reply to it."""

    attempt: Attempt
    cell: Cell | None = None
    answer: Answer | None = None
    streak: int = 0


class Post(StrEnum):
    """Whether a server's puzzles are posted in the channel where that is said."""

    HERE = "here"
    OFF = "off"


@dataclass(frozen=True)
class PuzzleChannel:
    """Where a server has the puzzles posted, and whether that has failed when it was last tried."""

    guild: GuildId
    channel: ChannelId
    has_failed: bool = False


def counting_since(solved: list[Day], today: Day) -> Day:
    """Return from which day on somebody's attempts count for their streak, or may still be played on.

    Shapes: solved as below.
    """
    days = streak(solved, today)
    return Day(min(solved[0] - days + 1, today - 1)) if days else Day(today - 1)


def streak(solved: list[Day], today: Day) -> int:
    """Return on how many days in a row somebody has solved the puzzle, until today or yesterday.

    Shapes: solved has the days, the newest first.
    """
    if not solved or solved[0] < today - 1:
        return 0
    return next((number for number, day in enumerate(solved) if day != solved[0] - number), len(solved))
