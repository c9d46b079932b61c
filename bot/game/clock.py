"""The clock of a game: the time for a move and its deadline, as pure values; the callers pass in the time of day.

Only the clock of the side to move runs. A move gives the other side the whole pace; an undo leaves each side the time
that it had left. The clock of a game that has ended stands still.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

FIRST_MOVES = 2  # plies that have twice the time: the first of each side
REMINDING = timedelta(hours=1)  # the shortest pace with reminders


class Pace(StrEnum):
    """The time that a side has for a move."""

    FIVE_MINUTES = "5 minutes"
    HOUR = "1 hour"
    DAY = "1 day"
    THREE_DAYS = "3 days"


OUTAGE_SHARE = 5  # a pause of the bot is an outage for the clocks of whose pace it takes a fifth
PACES: Mapping[Pace, timedelta] = {
    Pace.FIVE_MINUTES: timedelta(minutes=5),
    Pace.HOUR: timedelta(hours=1),
    Pace.DAY: timedelta(days=1),
    Pace.THREE_DAYS: timedelta(days=3),
}


def granted(pace: timedelta, ply: int) -> timedelta:
    """Return the time for a ply, counted from 0."""
    return 2 * pace if ply < FIRST_MOVES else pace


@dataclass(frozen=True)
class Clock:
    """The clock of a game with a pace.

    Shapes: deadline is that of the side to move, None for the computer, which has no clock. left is the time that the
    other side had left; reminded is the newest ply at which the side to move was reminded.
    """

    pace: timedelta
    deadline: datetime | None = None
    left: timedelta | None = None
    reminded: int | None = None

    def moved(self, ply: int, now: datetime, *, runs: bool) -> "Clock":
        """Return the clock after a move, or at the start, with the game at a ply.

        Shapes: runs: whether the side to move is a human.
        """
        left = self.left if self.deadline is None else max(self.deadline - now, timedelta(0))
        return replace(self, deadline=now + granted(self.pace, ply) if runs else None, left=left)

    def taken_back(self, plies: int, stood: datetime, now: datetime) -> "Clock":
        """Return the clock after an undo of some plies.

        Shapes: stood is when the clock stopped: now, unless the game had ended before.
        """
        stands = None if self.deadline is None else max(self.deadline - stood, timedelta(0))
        runs, other = (self.left, stands) if plies % 2 else (stands, self.left)
        return replace(self, deadline=None if runs is None else now + runs, left=other)

    def is_over(self, at: datetime) -> bool:
        """Return whether the side to move has run out of time."""
        return self.deadline is not None and at >= self.deadline

    def remind_at(self, ply: int) -> datetime | None:
        """Return when to remind the side to move at a ply: once, after three quarters of its time."""
        if self.deadline is None or self.pace < REMINDING or (self.reminded is not None and ply <= self.reminded):
            return None
        return self.deadline - granted(self.pace, ply) / 4
