"""The channels: a lock for each, how their games are loaded and saved, and a cache of those saved last."""

from asyncio import Lock, timeout
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TypeVar
from weakref import WeakValueDictionary

from bot import deadlines
from bot.game import games
from bot.game.challenges import Challenge, Offer
from bot.game.errors import (
    ChallengeOver,
    ChannelBusy,
    GameError,
    GameOver,
    NoGame,
    OldBoard,
    TooManyGames,
    WaitedTooLong,
)
from bot.game.games import ChannelId, Game, MessageId, Opening, UserId
from bot.game.requests import NewChallenge, Target
from bot.registry.store import ChannelTaken, Cooldown, Stale, Store, StoreFailed, TooMany

T = TypeVar("T")

CACHED_GAMES = 1000
CACHED_PLIES = 256  # a longer game is not cached: its board alone may take a megabyte
COOLDOWN = Cooldown(games.NEW_GAMES, games.NEW_GAMES_WITHIN)


class Channels:
    """The locks of the channels, and the only door to the cache of their games.

    A lock is kept while somebody holds or awaits it. The cache is a measured exception to keeping no game in memory,
    see benchmarks/load.py: without it each move would begin with a query, a third of what a move costs the processor.
    Another process may have changed a cached game since, so the cache may let a request through but never refuse one.
    """

    def __init__(self, store: Store, *, request: timedelta = deadlines.REQUEST, cached: int = CACHED_GAMES) -> None:
        self._store = store
        self._deadline = request.total_seconds()
        self._cache = GameCache(cached)
        self._locks: WeakValueDictionary[ChannelId, Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def held(self, channel: ChannelId) -> AsyncGenerator[None]:
        """Hold a channel's lock for one request, waiting included, until the deadline.

        Raises
        ------
        WaitedTooLong
            Other requests held the lock until the deadline. Nothing was changed.
        StoreFailed
            The request had the lock and did not finish in time. It may have been saved.
        """
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = Lock()
        is_held = False
        try:
            async with timeout(self._deadline), lock:
                is_held = True
                yield
        except TimeoutError as late:
            if is_held:
                raise StoreFailed(f"a request in channel {channel} took too long", unchanged=False) from late
            raise WaitedTooLong from late

    async def current(self, target: Target, playing: UserId | None = None) -> Game:
        """Load the game that a request is about.

        Shapes: playing is who wants to move; once a game is over, it is no game of theirs unless they played in it.

        Raises
        ------
        NoGame, OldBoard
            The channel has no such game, or it has changed since the button was drawn.
        """
        return _meant(await self._store.latest_game(target.channel), target, playing)

    async def attempt(self, target: Target, action: Callable[[Game], Awaitable[T]], playing: UserId | None = None) -> T:
        """Run an action on the cached game; if there is none, or it is refused, on the game in the database.

        Raises
        ------
        GameError
            As current, or as the action refuses what the database has.
        """
        if cached := self._cache.get(target.channel):
            try:
                return await action(_meant(cached, target, playing))
            except GameError:  # perhaps because of what another process has changed
                self._cache.drop(target.channel)
        return await action(await self.current(target, playing))

    async def open(self, opening: Opening, by: UserId, challenge: Challenge | None = None) -> Game:
        """Save a new game, opened by a person or by the acceptance of a challenge.

        Raises
        ------
        TooManyGames, ChannelBusy, ChallengeOver
        """
        self._cache.drop(opening.place.channel)
        try:
            if challenge:
                game = await self._store.open_game(opening, by, challenge.id)
            else:
                game = await self._store.open_game(opening, by, cooldown=COOLDOWN)
        except TooMany as many:
            raise TooManyGames from many
        except ChannelTaken as taken:
            raise await self._busy(opening.place.channel) from taken
        except Stale as stale:
            assert challenge is not None
            raise ChallengeOver(await self._store.challenge(challenge.id) or challenge) from stale
        self._cache.keep(game)
        return game

    async def offer(self, offer: Offer) -> NewChallenge:
        """Save a new challenge.

        Raises
        ------
        TooManyGames
        """
        try:
            return await self._store.offer(offer, COOLDOWN)
        except TooMany as many:
            raise TooManyGames from many

    async def save(self, before: Game, after: Game) -> Game:
        """Save a changed game and return it as saved.

        Raises
        ------
        ChannelBusy, GameOver, OldBoard
            The game is reopened where another is on, or somebody else has changed it since before was loaded.
        """
        self._cache.drop(before.place.channel)  # until it is known whether it was saved
        try:
            saved = await self._store.save(before, after)
        except ChannelTaken as taken:
            raise await self._busy(before.place.channel) from taken
        except Stale as stale:
            current = await self._store.latest_game(before.place.channel) or before
            raise (GameOver if current.result else OldBoard)(current) from stale
        self._cache.keep(saved)
        return saved

    async def note_board(self, game: Game, message: MessageId) -> None:
        """Save the newest message that shows a game's board."""
        await self._store.note_board(game.id, message)
        self._cache.note_board(game, message)

    async def note_request(self, game: Game, message: MessageId) -> None:
        """Save the message that asks the opponent about an undo."""
        await self._store.note_request(game.id, len(game.plies), message)
        self._cache.drop(game.place.channel)

    def forget(self) -> None:
        """Drop every cached game, after games of many channels were changed at once."""
        self._cache.clear()

    async def _busy(self, channel: ChannelId) -> ChannelBusy | NoGame:
        live = await self._store.live_game(channel)
        return ChannelBusy(live) if live else NoGame()


class GameCache:
    """The games of the channels that were active last, as this process saved them."""

    def __init__(self, limit: int = CACHED_GAMES) -> None:
        self._limit = limit
        self._games: OrderedDict[ChannelId, Game] = OrderedDict()

    def get(self, channel: ChannelId) -> Game | None:
        """Return a channel's game, if it is cached."""
        return self._games.get(channel)

    def keep(self, game: Game) -> None:
        """Cache a live game, in place of the one that was saved longest ago if there are too many."""
        self.drop(game.place.channel)
        if game.result is None and len(game.plies) <= CACHED_PLIES:
            self._games[game.place.channel] = game
            if len(self._games) > self._limit:
                self._games.popitem(last=False)

    def note_board(self, game: Game, message: MessageId) -> None:
        """Note that a newer message shows a game, which may have gone on meanwhile."""
        cached = self._games.get(game.place.channel)
        if cached and cached.id == game.id and (cached.message or 0) < message:
            self._games[game.place.channel] = cached.noted(message=message)

    def drop(self, channel: ChannelId) -> None:
        """Remove a channel's game."""
        self._games.pop(channel, None)

    def clear(self) -> None:
        """Remove every game."""
        self._games.clear()


def _meant(latest: Game | None, target: Target, playing: UserId | None) -> Game:
    """Return a channel's latest game if it is the one that a request is about."""
    if latest is None:
        raise NoGame
    if target.game is None:
        if playing is not None and latest.result and playing not in latest.humans:
            raise NoGame
        return latest
    if latest.id != target.game or len(latest.plies) != target.ply:
        raise OldBoard(latest)
    return latest
