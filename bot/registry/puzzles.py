"""The daily puzzle: each user's progress, and the channels where servers post it."""

from collections.abc import Callable
from datetime import datetime

from bot.database.errors import Stale
from bot.database.store import Store
from bot.game.errors import PuzzleOver, PuzzleShared
from bot.game.games import ChannelId, GuildId, UserId
from bot.game.puzzles import Attempt, Day, PuzzleChannel, PuzzlePost, Tap, day_of, edits_due, streak
from bot.registry.coach import Coach
from engine import Cell


class Puzzles:
    """Lets users solve the daily puzzle against the coach's defense."""

    def __init__(self, store: Store, coach: Coach, *, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._coach = coach
        self._clock = clock

    @property
    def today(self) -> Day:
        """The current day in UTC."""
        return day_of(self._clock())

    async def show(self, user: UserId) -> Tap:
        """Return a user's attempt at today's puzzle. The first call starts the user's clock."""
        return await self._shown(await self._attempt(user, self.today))

    async def check(self, user: UserId, day: Day) -> Attempt:
        """Return a user's attempt at a day's puzzle if they may mark a cell now.

        Raises PuzzleOver.
        """
        if day != self.today:
            raise PuzzleOver
        attempt = await self._attempt(user, day)
        if attempt.solved:
            raise PuzzleOver
        return attempt

    async def tap(self, user: UserId, day: Day, step: int, cell: Cell, guild: GuildId | None = None) -> Tap:
        """Mark a cell for X and let O reply. A tap on an outdated step changes nothing.

        Shapes: guild is the server in which the user taps, None in direct messages.

        Raises PuzzleOver, OffBoard, PuzzleCellTaken, CoachBusy.
        """
        before = await self.check(user, day)
        if before.step != step:
            return await self._shown(before)
        before.check_cell(cell)
        answer = None
        if before.completes(cell):
            after = before.solved_by(cell, self._clock(), guild)
        else:
            answer = await self._coach.answer(before.board, cell, before.moves)
            after = before.answered(cell, answer)
        try:
            await self._store.save_attempt(before, after)
        except Stale:
            return await self.show(user)
        return Tap(after, cell, answer, await self._streak(after))

    async def share(self, user: UserId, day: Day) -> Tap:
        """Save that a user has shared a solved puzzle, and return their attempt.

        Raises PuzzleShared.
        """
        attempt = await self._store.share_attempt(user, day, self._clock())
        if attempt is None:
            raise PuzzleShared
        return await self._shown(attempt)

    async def _attempt(self, user: UserId, day: Day) -> Attempt:
        return (await self._store.attempt(user, day, self._clock())).migrated

    async def _shown(self, attempt: Attempt) -> Tap:
        return Tap(attempt, streak=await self._streak(attempt))

    async def _streak(self, attempt: Attempt) -> int:
        return streak(await self._store.solved_days(attempt.user), self.today) if attempt.solved else 0

    # -- posts in channels

    async def post_in(self, guild: GuildId, channel: ChannelId | None) -> None:
        """Post the daily puzzle in a channel from tomorrow on; the caller has posted today's. None stops it."""
        await self._store.post_puzzles(guild, channel, self.today)

    async def due(self) -> list[PuzzleChannel]:
        """Return the channels in which today's puzzle is still to be posted."""
        return await self._store.due_puzzle_channels(self.today)

    async def claim(self, guild: GuildId) -> bool:
        """Claim the post of today's puzzle in a server; return False if another process has claimed it."""
        return await self._store.claim_puzzle(guild, self.today)

    async def note_failed(self, guild: GuildId, *, has_failed: bool) -> None:
        """Save whether the last post in a server failed."""
        await self._store.note_puzzle_failed(guild, has_failed=has_failed)

    async def note_posted(self, post: PuzzlePost) -> None:
        """Save the message of a post."""
        await self._store.note_puzzle_posted(post, edits_due(self._clock()))

    @property
    def edits_due(self) -> int:
        """How many updates of its solver count each of today's posts should have had by now."""
        return edits_due(self._clock())

    async def due_edits(self) -> list[PuzzlePost]:
        """Return those of today's posts whose solver count is due for an update."""
        return await self._store.due_puzzle_edits(self.today, self.edits_due)

    async def claim_edit(self, post: PuzzlePost) -> int | None:
        """Claim the update of a post; return how many users in its server have solved it, None if already claimed."""
        return await self._store.claim_puzzle_edit(post, self.edits_due)
