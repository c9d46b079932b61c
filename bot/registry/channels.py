"""The channels: a lock for each, loading and saving of their games, and a cache of recent games.

A channel has at most one live game between people, and one of each of its members against the computer.
"""

import logging
from asyncio import Lock, timeout
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from cachetools import FIFOCache, LRUCache

from bot.database.errors import ChannelTaken, Damaged, Repeated, Stale, StoreFailed
from bot.game import errors
from bot.game.games import ChannelId, Game, GameId, InteractionId, MessageId, UserId
from bot.game.outages import Shards
from bot.game.requests import Event, Target, Update
from bot.registry.arbiter import Arbiter
from bot.registry.computers import INSTANT

if TYPE_CHECKING:  # keeps SQLAlchemy out of the coach's worker
    from bot.database.games import GameStore, Latest

log = logging.getLogger(__name__)

GAME_CACHE = 50 * 2**20  # bytes
GAME_SIZE, PLY_SIZE = 1500, 120  # bytes, about
LOG_AGAIN = timedelta(days=1)  # how often a damaged game is logged
LONG_GAME = 500  # plies; games this long are slow to load, so they stay cached after they end
UNSAVED_BOARDS = 10_000
NOTED_ACTS = 10_000


class GameCache(FIFOCache[GameId, Game]):
    """The live or long games that were active most recently, as this process saved or loaded them."""

    @staticmethod
    def getsizeof(value: Game) -> int:
        """Return the approximate size of a game in bytes."""
        return GAME_SIZE + PLY_SIZE * len(value.plies)

    def keep(self, game: Game) -> None:
        """Cache a game if it is live or long, else remove it."""
        if game.result and len(game.plies) < LONG_GAME:
            self.pop(game.id, None)
            return
        self[game.id] = game


class UnsavedBoards(FIFOCache[GameId, MessageId]):
    """The newest message of each game, until it is saved with the next move.

    If an entry is evicted, the next board doesn't remove the buttons of that message.
    """

    def note(self, game: GameId, message: MessageId) -> None:
        """Remember that a message shows a game, unless a newer message does."""
        self[game] = max(message, self.get(game, message))

    def newest(self, game: GameId, saved: MessageId | None) -> MessageId | None:
        """Return the newest message that shows a game: the saved message or a newer one."""
        noted = self.get(game)
        return saved if noted is None or noted <= (saved or 0) else noted

    def with_newest(self, game: Game) -> Game:
        """Return the game with its newest message."""
        newest = self.newest(game.id, game.message)
        return game if newest == game.message else game.with_changes(message=newest)

    def drop_saved(self, game: Game) -> None:
        """Forget a message that was saved with its game."""
        if self.with_newest(game) is game:
            self.pop(game.id, None)


T = TypeVar("T")


class Channels:
    """Locks channels, and loads, caches and saves their games.

    A lock exists only while a request holds or awaits it. Without the cache, each move would begin with a query, which
    takes a third of its processor time (benchmarks/load.py). Another process may have changed a cached game, so the
    cached game may accept a request but never refuse one. on_timeout is called for each game that ends by timeout.
    """

    def __init__(
        self, store: "GameStore", arbiter: Arbiter, on_timeout: Callable[[Update], object] = lambda _update: None
    ) -> None:
        self.now = arbiter.now
        self._store = store
        self._arbiter = arbiter
        self._on_timeout = on_timeout
        self._deadline = arbiter.times.request.total_seconds()
        self.cache = GameCache(GAME_CACHE)
        self.unsaved_boards = UnsavedBoards(UNSAVED_BOARDS)
        self._acted_in: LRUCache[tuple[ChannelId, UserId], GameId] = LRUCache(NOTED_ACTS)
        self._locks: WeakValueDictionary[ChannelId, Lock] = WeakValueDictionary()
        self._logged: dict[GameId, datetime] = {}  # when a damaged game was last logged

    @property
    def playable(self) -> Shards:
        """Where people can play now."""
        return self._arbiter.outages.playable

    @asynccontextmanager
    async def held(self, channel: ChannelId) -> AsyncGenerator[datetime]:
        """Hold a channel's lock for one request, within its deadline, and yield the request's time of arrival.

        Raises WaitedTooLong; StoreFailed (the request held the lock but took too long, and may have been saved).
        """
        arrived = self._arbiter.now()
        lock = self._locks.setdefault(channel, Lock())
        is_held = False
        try:
            async with timeout(self._deadline), lock:
                is_held = True
                yield arrived
        except TimeoutError as late:
            if is_held:
                raise StoreFailed(f"a request in channel {channel} took too long", unchanged=False) from late
            raise errors.WaitedTooLong from late

    async def try_held(self, game: GameId, channel: ChannelId, action: Callable[[GameId], Awaitable[T]]) -> T | None:
        """Run an action on a game while its channel is held; return None if other requests or damage prevent it."""
        try:
            async with self.held(channel):
                return await action(game)
        except errors.WaitedTooLong:
            log.info("skipped game %d because channel %d was locked for too long", game, channel)
        except Damaged as damaged:
            now = self._arbiter.now()
            if now - self._logged.get(game, now - LOG_AGAIN) >= LOG_AGAIN:
                self._logged[game] = now
                log.warning("game %d can't be read, so it can't end by timeout: %s", game, damaged)
        return None

    def is_held(self, channel: ChannelId) -> bool:
        """Return whether a request holds a channel's lock."""
        return (lock := self._locks.get(channel)) is not None and lock.locked()

    async def current(self, target: Target, arrived: datetime | None = None, *, is_move: bool = False) -> Game:
        """Load the game that a request targets, and end it if a player ran out of time. The channel must be held.

        Without a button, it targets the requester's own live game (if there are two, the one in which they acted last),
        else the live game between people, else the last game.

        arrived is the time of arrival. is_move: a finished game is a target only for its players.

        Raises NoGame, WhichGame, OldBoard, Repeated.
        """
        latest = await self.latest(target)
        latest = latest and await self._adjudicate(latest, target.user, arrived and arrived - target.age)
        return _check_target(latest, target, is_move=is_move)

    async def view(self, target: Target) -> Game:
        """Load the game that a request targets, as current does, but hold the channel only to end a game by timeout."""
        latest = await self.latest(target)
        if latest is not None and self._arbiter.adjudicated(latest) is not latest:
            async with self.held(target.channel):
                return await self.current(target)
        return _check_target(latest, target)

    async def latest(self, target: Target) -> Game | None:
        """Return the game that a request targets, up to date, or the newer game that has replaced it."""
        pressed = None if target.game is None else self.cache.get(target.game) or await self.load(target.game)
        if pressed and pressed.place.channel == target.channel:
            return await self._load_newest(pressed.place.channel, pressed.solo)
        return await self.latest_for(target.channel, target.user)

    async def latest_for(self, channel: ChannelId, user: UserId | None) -> Game | None:
        """Return the game of a channel that concerns a user most, as GameStore.latest_for does.

        If the user has two live games and it isn't known in which they acted last, only a later change of the solo game
        proves it, because nobody else changes that one. A level that searches does, a while after the user.

        Raises WhichGame.
        """
        acted_in = self._acted_in.get((channel, user)) if user else None
        latest = await self._store.latest_for(channel, user, acted_in)
        game = await self._load_if_changed(latest)
        if game and latest and latest.other and latest.id != acted_in:
            is_proven = game.solo is not None and game.computer is not None and game.computer.level in INSTANT
            if not is_proven and (other := await self.load(latest.other)):
                raise errors.WhichGame((game, other))
        return game

    def note_act(self, game: Game, user: UserId) -> None:
        """Remember that a player acted in a game, so that the player's next command in its channel goes to it."""
        if game.has_player(user):
            self._acted_in[game.place.channel, user] = game.id

    def _cached(self, target: Target) -> Game | None:
        """Return the game that a request targets, if that is known without a query."""
        acted_in = target.game or self._acted_in.get((target.channel, target.user))
        game = self.cache.get(acted_in) if acted_in else None
        is_known = game and game.place.channel == target.channel and (target.game or game.result is None)
        return game if is_known else None

    async def live(self, channel: ChannelId, solo: UserId | None) -> Game | None:
        """Return the live game between people, or of a player against the computer, with its newest message.

        The channel must be held, because this ends the game if a player ran out of time.
        """
        latest = await self._store.latest(channel, solo)
        game = await self._load_if_changed(latest) if latest and latest.is_live else None
        game = game and await self._adjudicate(game)
        return None if game is None or game.result else game

    async def load(self, game: GameId) -> Game | None:
        """Load a game from the database, with its newest message."""
        loaded = await self._store.game(game)
        if loaded:
            self.cache.keep(loaded)
        return loaded and self.unsaved_boards.with_newest(loaded)

    async def load_adjudicated(self, game: GameId) -> Game | None:
        """Load a game from the database, and end it if a player ran out of time. The channel must be held."""
        loaded = await self.load(game)
        return loaded and await self._adjudicate(loaded)

    async def run(self, target: Target, action: Callable[[Game], Awaitable[T]], *, is_move: bool = False) -> T:
        """Hold the channel, and run an action on the cached game or, if that is refused, on the game in the database.

        Raises GameError, as current does, or as the action does for the game in the database.
        """
        async with self.held(target.channel) as arrived:
            if cached := self._cached(target):
                try:
                    if self._arbiter.adjudicated(cached, target.user, arrived - target.age) is cached:
                        return await action(_check_target(self.unsaved_boards.with_newest(cached), target))
                except errors.GameError:
                    pass  # another process may have changed it
            return await action(await self.current(target, arrived, is_move=is_move))

    async def why_taken(
        self, channel: ChannelId, solo: UserId | None, interaction: InteractionId | None
    ) -> errors.ChannelBusy | errors.NoGame:
        """Return the refusal of a game in a channel that was just taken; NoGame if it is free again."""
        live = await self.live(channel, solo)
        if live is None:
            return errors.NoGame()
        refuse_repeated(live, interaction)
        return errors.ChannelBusy(live)

    async def save(self, before: Game, after: Game, interaction: InteractionId | None) -> Game:
        """Save a game that an interaction changed, and return it as saved.

        Raises ChannelBusy (an undo would reopen the game beside another live one), GameOver, OldBoard, Repeated.
        """
        self.cache.pop(before.id, None)  # until the database says whether it was saved
        try:
            saved = await self._store.save(before, after, interaction)
        except ChannelTaken as taken:
            raise await self.why_taken(before.place.channel, before.solo, interaction) from taken
        except Stale as stale:
            current = await self._load_newest(before.place.channel, before.solo) or before
            if interaction != before.interaction:  # a hint or a reminder doesn't change it
                refuse_repeated(current, interaction)
            raise (errors.GameOver if current.result else errors.OldBoard)(current) from stale
        self.unsaved_boards.drop_saved(saved)
        self.cache.keep(saved)
        return saved

    async def note_board(self, game: Game, message: MessageId) -> None:
        """Remember the newest message that shows a game, and save it with the next move of a user.

        A crash before that loses it. If no user moves next, the message is saved at once: before a computer's move,
        which may come after a restart, and at the end of a game.
        """
        if game.result is None:
            self.unsaved_boards.note(game.id, message)
        if game.result or game.awaits_computer:
            await self._store.note_boards({game.id: message})
        cached = self.cache.get(game.id)
        if cached and cached.result:
            self.cache.keep(cached.with_changes(message=max(message, cached.message or message)))

    async def note_request(self, game: Game, message: MessageId) -> None:
        """Save which message asks the opponent for consent to an undo."""
        await self._store.note_request(game.id, game.moves, message)
        self.cache.pop(game.id, None)

    async def note_picture(self, game: Game, picture: bool) -> Game:  # noqa: FBT001 - read with the name
        """Save whether the boards of a game have a picture. The revision stays: an expert's move remains valid."""
        self.cache.pop(game.id, None)
        await self._store.note_picture(game.id, picture)
        noted = game.with_changes(picture=picture)
        self.cache.keep(noted)
        return noted

    async def close(self) -> None:
        """Save the newest messages of all games, best effort."""
        try:
            await self._store.note_boards(dict(self.unsaved_boards))
        except StoreFailed as failed:
            log.warning("could not save which messages show the games: %s", failed)

    async def _adjudicate(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return the game; if a player ran out of time, end it, save it and report it."""
        ended = self._arbiter.adjudicated(game, by, sent)
        if ended is game:
            return game
        try:
            saved = await self.save(game, ended, game.interaction)
        except (errors.GameOver, errors.OldBoard):  # another process was faster
            return await self.load(game.id) or game
        self._on_timeout(Update(game, saved, Event.PLAYED, (ended.result and ended.result.by) or game.humans[0]))
        return saved

    async def _load_newest(self, channel: ChannelId, solo: UserId | None) -> Game | None:
        """Return the live or newest game between people, or of a player against the computer."""
        return await self._load_if_changed(await self._store.latest(channel, solo))

    async def _load_if_changed(self, latest: "Latest | None") -> Game | None:
        """Return a game with its newest message, from the cache if its latest revision is cached."""
        if latest is None:
            return None
        cached = self.cache.get(latest.id)
        if cached is None or cached.revision != latest.revision:
            return await self.load(latest.id)
        return self.unsaved_boards.with_newest(cached)


def refuse_repeated(game: Game, interaction: InteractionId | None) -> None:
    """Raise Repeated if this interaction made the game's last change."""
    if interaction is not None and game.interaction == interaction:
        raise Repeated


def _check_target(latest: Game | None, target: Target, *, is_move: bool = False) -> Game:
    """Return the channel's latest game if it is the request's target."""
    if latest is None:
        raise errors.NoGame
    refuse_repeated(latest, target.interaction)
    if target.game is None:
        if is_move and latest.result and not latest.has_player(target.user):
            raise errors.NoGame
        return latest
    if latest.id != target.game or target.moves not in (None, latest.moves):
        raise errors.OldBoard(latest)
    return latest
