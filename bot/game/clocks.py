"""The clock of a game: the time for a move, and its deadline. Pure values; callers pass in the current time.

Only the clock of the side to move runs. A move gives the other side the full pace for its move. An undo restores the
time that each side had left. The clock stops when the game ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

FIRST_MOVES = 2  # the first move of each side, for which it has twice the time
SHORTEST_REMINDED = timedelta(hours=1)  # the shortest pace with reminders


class Pace(StrEnum):
    """The time for a move."""

    FIVE_MINUTES = "5 minutes"
    HOUR = "1 hour"
    DAY = "1 day"
    THREE_DAYS = "3 days"

    @property
    def time(self) -> timedelta:
        """The pace as a duration."""
        return PACES[self]

    @classmethod
    def of(cls, time: timedelta) -> "Pace":
        """Return the pace of a duration."""
        return next(pace for pace in cls if pace.time == time)


OUTAGE_SHARE = 5  # a pause of the bot longer than a fifth of a clock's pace is an outage for that clock
PACES: Mapping[Pace, timedelta] = {
    Pace.FIVE_MINUTES: timedelta(minutes=5),
    Pace.HOUR: timedelta(hours=1),
    Pace.DAY: timedelta(days=1),
    Pace.THREE_DAYS: timedelta(days=3),
}


def allotted(pace: timedelta, moves: int) -> timedelta:
    """Return the time for the next move after a number of moves."""
    return 2 * pace if moves < FIRST_MOVES else pace


@dataclass(frozen=True)
class Clock:
    """The clock of a game with a pace.

    deadline is that of the side to move; None for the computer, which has no time limit. left is the time that
    the other side had left after its move. reminded is the number of moves at the last reminder.
    """

    pace: timedelta
    deadline: datetime | None = None
    left: timedelta | None = None
    reminded: int | None = None

    def after_move(self, moves: int, now: datetime, *, runs: bool) -> "Clock":
        """Return the clock at the start of a game, or after a move.

        moves is the number of moves so far. runs: whether a human is to move.
        """
        left = self.left if self.deadline is None else max(self.deadline - now, timedelta(0))
        return replace(self, deadline=now + allotted(self.pace, moves) if runs else None, left=left)

    def after_undo(self, moves: int, stopped: datetime, now: datetime) -> "Clock":
        """Return the clock after an undo of a number of moves. stopped is when the game ended, or now if it is live."""
        running = None if self.deadline is None else max(self.deadline - stopped, timedelta(0))
        own_time, other_time = (self.left, running) if moves % 2 else (running, self.left)
        return replace(self, deadline=None if own_time is None else now + own_time, left=other_time)

    def has_run_out(self, at: datetime) -> bool:
        """Return whether the side to move has run out of time."""
        return self.deadline is not None and at >= self.deadline

    def remind_at(self, moves: int) -> datetime | None:
        """Return when to remind the side to move: once, after three quarters of its time; None if never."""
        is_reminded = self.reminded is not None and moves <= self.reminded
        if self.deadline is None or self.pace < SHORTEST_REMINDED or is_reminded:
            return None
        return self.deadline - allotted(self.pace, moves) / 4
