"""The daily puzzle: each user's progress, and the channels where servers post it."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from bot.database.errors import Stale
from bot.game.errors.coaching import PuzzleOver
from bot.game.games import ChannelId, GuildId, UserId
from bot.game.puzzles import Attempt, Day, PuzzleChannel, Tap, day_of, streak
from bot.registry.coach import Coach
from engine import Cell


class PuzzleStore(Protocol):
    """What puzzles need of a database, as the registry's Store promises it. Any call may raise StoreFailed."""

    async def attempt(self, user: UserId, day: Day, now: datetime) -> Attempt:
        """Return what somebody did with the puzzle of a day, from now on if nothing yet."""
        ...

    async def save_attempt(self, before: Attempt, after: Attempt) -> None:
        """Save the next step of an attempt; Stale if somebody else has saved one since before was loaded."""
        ...

    async def solved_days(self, user: UserId) -> list[Day]:
        """Return the days whose puzzles somebody has solved, the newest first."""
        ...

    async def purge_attempts(self, after: UserId, today: Day) -> UserId | None:
        """Delete the attempts that count no more, of the next people by their ids.

        Return after whom to continue; None at the end.
        """
        ...

    async def puzzle_channel(self, guild: GuildId) -> PuzzleChannel | None:
        """Return where a server has the puzzles posted, if anywhere."""
        ...

    async def post_puzzles(self, guild: GuildId, channel: ChannelId | None, day: Day) -> None:
        """Have a server's puzzles posted in a channel, where that of a day is already, or no more."""
        ...

    async def due_puzzle_channels(self, day: Day) -> list[PuzzleChannel]:
        """Return where the puzzle of a day has not been posted."""
        ...

    async def claim_puzzle(self, guild: GuildId, day: Day) -> bool:
        """Note that the puzzle of a day is posted; return False if somebody else does it."""
        ...

    async def note_puzzle_failed(self, guild: GuildId, *, has_failed: bool) -> None:
        """Note that a puzzle could not be posted, or that whoever manages the server knows it."""
        ...


class Puzzles:
    """Lets people solve the puzzle of a day against the coach's defence."""

    def __init__(self, store: PuzzleStore, coach: Coach, *, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._coach = coach
        self._clock = clock

    @property
    def today(self) -> Day:
        """The day, in UTC."""
        return day_of(self._clock())

    async def show(self, user: UserId) -> Tap:
        """Return how far somebody has come with today's puzzle; their time runs from the first look."""
        return await self._shown(await self._attempt(user, self.today))

    async def check(self, user: UserId, day: Day) -> Attempt:
        """Return the attempt of somebody who may mark a cell now.

        Raises PuzzleOver.
        """
        if day != self.today:
            raise PuzzleOver
        attempt = await self._attempt(user, day)
        if attempt.solved:
            raise PuzzleOver
        return attempt

    async def tap(self, user: UserId, day: Day, step: int, cell: Cell) -> Tap:
        """Mark a cell for X and let O reply; nothing happens where the attempt is beyond that step.

        Raises PuzzleOver, OffBoard, PuzzleCellTaken, CoachBusy.
        """
        before = await self.check(user, day)
        if before.step != step:
            return await self._shown(before)
        before.check_cell(cell)
        answer = None
        if before.completes(cell):
            after = before.solved_by(cell, self._clock())
        else:
            answer = await self._coach.answer(before.board, cell, before.moves)
            after = before.answered(cell, answer)
        try:
            await self._store.save_attempt(before, after)
        except Stale:
            return await self.show(user)
        return Tap(after, cell, answer, await self._streak(after))

    async def purge_some(self, after: UserId) -> UserId | None:
        """Delete the attempts of some people that count no more, and return after whom to continue; None at the end."""
        return await self._store.purge_attempts(after, self.today)

    async def _attempt(self, user: UserId, day: Day) -> Attempt:
        return (await self._store.attempt(user, day, self._clock())).fitting

    async def _shown(self, attempt: Attempt) -> Tap:
        return Tap(attempt, streak=await self._streak(attempt))

    async def _streak(self, attempt: Attempt) -> int:
        return streak(await self._store.solved_days(attempt.user), self.today) if attempt.solved else 0

    # -- where it is posted

    async def channel(self, guild: GuildId) -> PuzzleChannel | None:
        """Return where a server has the puzzles posted, if anywhere."""
        return await self._store.puzzle_channel(guild)

    async def post_in(self, guild: GuildId, channel: ChannelId) -> None:
        """Have the puzzles posted in a channel, where today's is already."""
        await self._store.post_puzzles(guild, channel, self.today)

    async def post_nowhere(self, guild: GuildId) -> None:
        """Have no more puzzles posted in a server."""
        await self._store.post_puzzles(guild, None, self.today)

    async def due(self) -> list[PuzzleChannel]:
        """Return where today's puzzle has not been posted."""
        return await self._store.due_puzzle_channels(self.today)

    async def claim(self, guild: GuildId) -> bool:
        """Note that today's puzzle is posted in a server; return False if somebody else does it."""
        return await self._store.claim_puzzle(guild, self.today)

    async def note_failed(self, guild: GuildId) -> None:
        """Note that today's puzzle could not be posted."""
        await self._store.note_puzzle_failed(guild, has_failed=True)

    async def note_told(self, guild: GuildId) -> None:
        """Note that somebody who manages a server knows that today's puzzle could not be posted."""
        await self._store.note_puzzle_failed(guild, has_failed=False)
