"""What people prefer, remembered for a while, and whom they have blocked."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from bot.game.choices import DEFAULT_PREFERENCES, MOST_BLOCKED, Changes, Preferences
from bot.game.errors.people import CannotBlock, NotBlocked, TooManyBlocked, Unblockable
from bot.game.games import Game, Human, Player, UserId
from bot.registry.choices.remembered import Remembered, soon
from bot.registry.store import Store

REMEMBERED = 20_000  # people; each takes about 200 bytes


class Question:
    """What people prefer, asked of the database: remembered once it is answered, unless they changed it meanwhile."""

    def __init__(self, known: Remembered[UserId, Preferences], users: Collection[UserId]) -> None:
        self._known = known
        self._were = {user: known.get(user) for user in users}

    def answered(self, found: Mapping[UserId, Preferences]) -> None:
        """Remember the answer: what they prefer, as far as they have chosen anything."""
        for user, was in self._were.items():
            self._known.renew(user, found.get(user, DEFAULT_PREFERENCES), was)


class People:
    """Knows what people prefer.

    It is remembered, so that a move needs no query for it. What somebody changes counts at once in this process, and in
    others as soon as they ask the database anew. clock counts seconds.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float], remembered: int = REMEMBERED) -> None:
        self._store = store
        self._known: Remembered[UserId, Preferences] = Remembered(clock, remembered)

    async def preferences(self, user: UserId) -> Preferences:
        """Return what somebody prefers, as the database has it.

        Raises
        ------
        StoreFailed
        """
        asked = self.question([user])
        found = await self._store.preferences([user])
        asked.answered(found)
        return found.get(user, DEFAULT_PREFERENCES)

    async def prefer(self, user: UserId, changes: Changes) -> Preferences:
        """Save what somebody prefers from now on, and return all that they prefer.

        Raises
        ------
        StoreFailed
        """
        saved = await self._store.prefer(user, changes)
        self._known.note(user, saved)
        return saved

    async def of_players(self, game: Game) -> tuple[Preferences, Preferences]:
        """Return what the players of a game prefer, X first; the computer prefers nothing.

        A board can be shown without it: what the database doesn't tell soon is as it was, or as if nobody had chosen.
        """
        if unknown := [user for user in game.humans if not self._known.is_fresh(user)]:
            await self._load(unknown)
        return self._of(game.x), self._of(game.o)

    def question(self, users: Collection[UserId]) -> Question:
        """Return a question that the database is about to be asked, to be told its answer."""
        return Question(self._known, users)

    async def block(self, user: UserId, blocked: UserId, at: datetime, *, is_bot: bool = False) -> None:
        """Block somebody: from now on neither of the two can challenge the other, nor accept or join.

        Raises
        ------
        CannotBlock, TooManyBlocked, StoreFailed
        """
        if blocked == user:
            raise CannotBlock(Unblockable.SELF)
        if is_bot:
            raise CannotBlock(Unblockable.BOT)
        if not await self._store.block(user, blocked, at, MOST_BLOCKED):
            raise TooManyBlocked

    async def unblock(self, user: UserId, blocked: UserId) -> None:
        """Take a block back.

        Raises
        ------
        NotBlocked, StoreFailed
        """
        if not await self._store.unblock(user, blocked):
            raise NotBlocked(blocked)

    async def blocked_by(self, user: UserId) -> list[UserId]:
        """Return whom somebody has blocked, newest first."""
        return await self._store.blocked_by(user)

    def forget(self, user: UserId) -> None:
        """Drop what is remembered of somebody."""
        self._known.drop(user)

    # -- within

    async def _load(self, users: Sequence[UserId]) -> None:
        asked = self.question(users)
        found = await soon(self._store.preferences(users), "a board is shown without the preferences of its players")
        if found is not None:
            asked.answered(found)

    def _of(self, player: Player) -> Preferences:
        return (self._known.get(player.id) if isinstance(player, Human) else None) or DEFAULT_PREFERENCES
