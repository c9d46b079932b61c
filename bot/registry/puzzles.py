"""The daily puzzles: each user's progress."""

from collections.abc import Callable
from datetime import datetime

from bot.database.errors import Stale
from bot.database.puzzles import PuzzleStore
from bot.game.errors import NoPuzzleLeft, PuzzleOver, PuzzleShared
from bot.game.games import GuildId, UserId
from bot.game.puzzles import Attempt, Day, Tap, check_empty, day_of, next_past, streak
from bot.registry.coach import Coach
from engine import Cell


class Puzzles:
    """Lets users solve the daily puzzle against the coach's defense."""

    def __init__(self, store: PuzzleStore, coach: Coach, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._coach = coach
        self.now = now

    @property
    def today(self) -> Day:
        """The current day in UTC."""
        return day_of(self.now())

    async def show(self, user: UserId) -> Tap:
        """Return a user's attempt at today's puzzle. The first call starts the user's clock."""
        return await self._shown(await self._attempt(user, self.today))

    async def another(self, user: UserId, before: Day, grade: int) -> Tap:
        """Return a user's attempt at the latest unsolved puzzle before a day, of a grade (0: of any).

        Raises NoPuzzleLeft.
        """
        day = next_past(await self._store.solved_days(user), min(before, self.today), grade)
        if day is None:
            raise NoPuzzleLeft
        return Tap(await self._attempt(user, day), grade=grade)

    async def check(self, user: UserId, day: Day) -> Attempt:
        """Return a user's attempt at today's or a past puzzle if they may mark a cell now. Raises PuzzleOver."""
        if day > self.today:
            raise PuzzleOver
        attempt = await self._attempt(user, day)
        if attempt.solved:
            raise PuzzleOver
        return attempt

    async def tap(self, user: UserId, day: Day, step: int, cell: Cell, guild: GuildId | None = None) -> Tap:
        """Mark a cell for X and let O reply. A tap on an outdated step changes nothing.

        guild is the server in which the user taps, None in direct messages.

        Raises PuzzleOver, OffBoard, PuzzleCellTaken, CoachBusy.
        """
        now = self.now()
        before = await self.check(user, day)
        if before.step != step:
            return await self._shown(before)
        check_empty(before.board, cell)
        answer = None
        if before.completes(cell):
            after = before.solved_by(cell, now, guild if day == day_of(now) else None)
        else:
            answer = await self._coach.answer(before.board, cell, before.moves)
            after = before.answered(cell, answer)
        try:
            await self._store.save_attempt(before, after)
        except Stale:
            return await self._shown(await self._attempt(user, day))
        return Tap(after, cell, answer, await self._streak(after))

    async def share(self, user: UserId, day: Day, guild: GuildId | None = None) -> Tap:
        """Save that a user has shared a solved puzzle in a server, and return their attempt. Raises PuzzleShared."""
        attempt = await self._store.share_attempt(user, day, self.now(), guild) if day == self.today else None
        if attempt is None:
            raise PuzzleShared
        return await self._shown(attempt)

    async def _attempt(self, user: UserId, day: Day) -> Attempt:
        return (await self._store.attempt(user, day, self.now())).migrated

    async def _shown(self, attempt: Attempt) -> Tap:
        return Tap(attempt, streak=await self._streak(attempt))

    async def _streak(self, attempt: Attempt) -> int:
        if not attempt.solved or attempt.is_late:
            return 0
        solved = await self._store.solved_days(attempt.user)
        return streak([day for day, at in solved.items() if day_of(at) == day], self.today)
