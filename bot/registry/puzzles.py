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
        """The day, in UTC."""
        return day_of(self._clock())

    async def show(self, user: UserId) -> Tap:
        """Return a user's attempt at today's puzzle; the clock starts with the first look."""
        return await self._shown(await self._attempt(user, self.today))

    async def check(self, user: UserId, day: Day) -> Attempt:
        """Return a user's attempt if they may mark a cell now.

        Raises PuzzleOver.
        """
        if day != self.today:
            raise PuzzleOver
        attempt = await self._attempt(user, day)
        if attempt.solved:
            raise PuzzleOver
        return attempt

    async def tap(self, user: UserId, day: Day, step: int, cell: Cell, guild: GuildId | None = None) -> Tap:
        """Mark a cell for X and let O reply; a tap on an outdated step changes nothing.

        guild is the server in which the user taps.

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
        """Note that a user shares a solved puzzle, once, and return it.

        Raises PuzzleShared.
        """
        attempt = await self._store.share_attempt(user, day, self._clock())
        if attempt is None:
            raise PuzzleShared
        return await self._shown(attempt)

    async def purge_some(self, after: UserId) -> UserId | None:
        """Delete some users' attempts that no longer count; return the user to continue after, None at the end."""
        return await self._store.purge_attempts(after, self.today)

    async def _attempt(self, user: UserId, day: Day) -> Attempt:
        return (await self._store.attempt(user, day, self._clock())).fitting

    async def _shown(self, attempt: Attempt) -> Tap:
        return Tap(attempt, streak=await self._streak(attempt))

    async def _streak(self, attempt: Attempt) -> int:
        return streak(await self._store.solved_days(attempt.user), self.today) if attempt.solved else 0

    # -- where it is posted

    async def channel(self, guild: GuildId) -> PuzzleChannel | None:
        """Return the channel in which a server wants the daily puzzle, None if none."""
        return await self._store.puzzle_channel(guild)

    async def post_in(self, guild: GuildId, channel: ChannelId) -> None:
        """Post the daily puzzle in a channel from tomorrow on; today's is there already."""
        await self._store.post_puzzles(guild, channel, self.today)

    async def post_nowhere(self, guild: GuildId) -> None:
        """Stop posting the daily puzzle in a server."""
        await self._store.post_puzzles(guild, None, self.today)

    async def due(self) -> list[PuzzleChannel]:
        """Return the channels in which today's puzzle has not been posted."""
        return await self._store.due_puzzle_channels(self.today)

    async def claim(self, guild: GuildId) -> bool:
        """Note that today's puzzle is posted in a server; return False if another process posts it."""
        return await self._store.claim_puzzle(guild, self.today)

    async def note_posted(self, post: PuzzlePost) -> None:
        """Note the message that posts today's puzzle."""
        await self._store.note_puzzle_posted(post, edits_due(self._clock()))

    @property
    def edits_due(self) -> int:
        """How many times each post of today should have said how many users have solved the puzzle."""
        return edits_due(self._clock())

    async def due_edits(self) -> list[PuzzlePost]:
        """Return the posts of today that should say how many users have solved the puzzle."""
        return await self._store.due_puzzle_edits(self.today, self.edits_due)

    async def claim_edit(self, post: PuzzlePost) -> int | None:
        """Return how many users have solved a puzzle in its server; None if another process edits its post."""
        return await self._store.claim_puzzle_edit(post, self.edits_due)

    async def note_failed(self, guild: GuildId) -> None:
        """Note that today's puzzle could not be posted."""
        await self._store.note_puzzle_failed(guild, has_failed=True)

    async def note_told(self, guild: GuildId) -> None:
        """Note that a manager of the server was told that the puzzle could not be posted."""
        await self._store.note_puzzle_failed(guild, has_failed=False)
