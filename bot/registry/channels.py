"""The channels: a lock for each, loading and saving of their games, and a cache of recent games.

A channel has at most one live game between people, and one of each of its members against the computer.
"""

import logging
from asyncio import Lock, timeout
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

from bot import deadlines
from bot.database.errors import ChannelTaken, Repeated, Stale, StoreFailed, TooMany
from bot.game import games
from bot.game.challenges import Challenge, ChallengeState, Offer
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
from bot.game.games import ChannelId, Cooldown, Game, GameId, InteractionId, MessageId, Opening, UserId
from bot.game.requests import Begun, Event, NewChallenge, Target, Update
from bot.registry.arbiter import Arbiter

if TYPE_CHECKING:  # the coach's worker needs no SQLAlchemy
    from bot.database.store import Store

log = logging.getLogger(__name__)

CACHED_GAMES = 20_000  # a game takes about 1.5 kB, and its plies
CACHED_PLIES = 200_000  # of all games together; a ply takes about 120 bytes
LONG = 500  # plies: a longer game is cached after its end, too, since loading it takes so long
UNSAVED_BOARDS = 10_000


class GameCache:
    """The live or long games that were active most recently, as this process saved or loaded them."""

    def __init__(self, games: int = CACHED_GAMES, plies: int = CACHED_PLIES) -> None:
        self._most_games = games
        self._most_plies = plies
        self._plies = 0
        self._games: OrderedDict[GameId, Game] = OrderedDict()

    def get(self, game: GameId) -> Game | None:
        """Return a game, if it is cached."""
        return self._games.get(game)

    def keep(self, game: Game) -> None:
        """Cache a live or long game; evict those that were active longest ago while the cache is full."""
        self.drop(game.id)
        if game.result is None or len(game.plies) >= LONG:
            self._games[game.id] = game
            self._plies += len(game.plies)
            while len(self._games) > self._most_games or self._plies > self._most_plies:
                _, oldest = self._games.popitem(last=False)
                self._plies -= len(oldest.plies)

    def drop(self, game: GameId) -> None:
        """Remove a game."""
        if cached := self._games.pop(game, None):
            self._plies -= len(cached.plies)

    def clear(self) -> None:
        """Remove every game."""
        self._games.clear()
        self._plies = 0


class UnsavedBoards:
    """The newest messages that show games, until they are saved with the next move.

    The number of games is limited. A lost entry costs a stale link: the next board leaves that message's buttons alone.
    """

    def __init__(self, limit: int = UNSAVED_BOARDS) -> None:
        self._limit = limit
        self._boards: OrderedDict[GameId, MessageId] = OrderedDict()

    def note(self, game: GameId, message: MessageId) -> None:
        """Note that a message shows a game, unless a newer one does."""
        self._boards[game] = max(message, self._boards.pop(game, message))
        if len(self._boards) > self._limit:
            self._boards.popitem(last=False)

    def newest(self, game: GameId, saved: MessageId | None) -> MessageId | None:
        """Return the newest message that shows a game: the saved one or a newer one."""
        noted = self._boards.get(game)
        return saved if noted is None or noted <= (saved or 0) else noted

    def on(self, game: Game) -> Game:
        """Return the game with its newest message."""
        newest = self.newest(game.id, game.message)
        return game if newest == game.message else game.noted(message=newest)

    def saved(self, game: Game) -> None:
        """Forget a message that was saved with its game."""
        if self.on(game) is game:
            self._boards.pop(game.id, None)

    def take_all(self) -> Mapping[GameId, MessageId]:
        """Return every message, and forget them."""
        boards, self._boards = self._boards, OrderedDict()
        return boards


T = TypeVar("T")

COOLDOWN = Cooldown(games.NEW_GAMES, games.NEW_GAMES_WITHIN)


class Channels:
    """The locks of the channels, and the only way to the cache of their games.

    A lock exists while a request holds or awaits it. The cache is a measured exception to the rule that no game is kept
    in memory (benchmarks/load.py): without it each move would start with a query, a third of its processor time.
    Another process may have changed a cached game since, so the cache may let a request through but never refuse one.
    """

    def __init__(self, store: "Store", arbiter: Arbiter, *, request: timedelta = deadlines.REQUEST) -> None:
        self.when_timed_out: Callable[[Update], None] = lambda _update: None  # called with each game that ended on time
        self._store = store
        self._arbiter = arbiter
        self._deadline = request.total_seconds()
        self._cache = GameCache()
        self._boards = UnsavedBoards()
        self._locks: WeakValueDictionary[ChannelId, Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def held(self, channel: ChannelId) -> AsyncGenerator[datetime]:
        """Hold a channel's lock for one request, the wait included, until the deadline; yield the request's arrival.

        Raises
        ------
        WaitedTooLong
            Other requests held the lock until the deadline. Nothing was changed.
        StoreFailed
            The request got the lock but did not finish in time. It may have been saved.
        """
        came = self._arbiter.clock()
        lock = self._locks.setdefault(channel, Lock())
        is_held = False
        try:
            async with timeout(self._deadline), lock:
                is_held = True
                yield came
        except TimeoutError as late:
            if is_held:
                raise StoreFailed(f"a request in channel {channel} took too long", unchanged=False) from late
            raise WaitedTooLong from late

    def is_held(self, channel: ChannelId) -> bool:
        """Return whether a request holds a channel's lock."""
        return (lock := self._locks.get(channel)) is not None and lock.locked()

    async def current(self, target: Target, by: UserId, came: datetime | None = None, *, moves: bool = False) -> Game:
        """Load the game that a request is about, and end it if its time is over. The channel has to be held.

        Without a button, that is the requester's live game against the computer, else the channel's live game, else the
        last one.

        Shapes: by is the requester, came the request's arrival; moves: a finished game counts as current only for its
        players.

        Raises
        ------
        NoGame, OldBoard
            The channel has no such game, or it has changed since the button was drawn.
        Repeated
            The request was the last one to change the game.
        """
        latest = await self.latest(target, by)
        latest = latest and await self._judged(latest, by, came and came - target.age)
        return _meant(latest, target, by if moves else None)

    async def seen(self, target: Target, by: UserId) -> Game:
        """Load the game that a request looks at, as current does; hold the channel only to end the game on time."""
        latest = await self.latest(target, by)
        if latest is not None and self._arbiter.judged(latest) is not latest:
            async with self.held(target.channel):
                return await self.current(target, by)
        return _meant(latest, target, None)

    async def latest(self, target: Target, by: UserId | None = None) -> Game | None:
        """Return the game that a request is about, or the one that followed it, as the database has it.

        Shapes: by is the requester; None looks only at the games between people.
        """
        pressed = None
        if target.game is not None:
            pressed = self._cache.get(target.game) or await self._load(target.game)
        if pressed and pressed.place.channel == target.channel:
            return await self._following(pressed)
        return await self._at(await self._store.latest_for(target.channel, by))

    async def live(self, channel: ChannelId, solo: UserId | None) -> Game | None:
        """Return the live game between people, or of a player against the computer, with its newest message.

        The game ends if its time is over: the channel has to be held.
        """
        live = await self._at(await self._store.latest(channel, solo))
        live = live and await self._judged(live)
        return None if live is None or live.result else live

    async def on_time(self, game: GameId) -> Game | None:
        """Return a game from the database, and end it if its time is over: the channel has to be held."""
        loaded = await self.load(game)
        return loaded and await self._judged(loaded)

    async def load(self, game: GameId) -> Game | None:
        """Return a game from the database, with its newest message."""
        loaded = await self._store.game(game)
        return loaded and self._boards.on(loaded)

    async def attempt(
        self, target: Target, action: Callable[[Game], Awaitable[T]], by: UserId, came: datetime, *, moves: bool = False
    ) -> T:
        """Run an action on the cached game; if there is none or the action refuses it, on the game in the database.

        Raises
        ------
        GameError
            As current raises, or the action refuses the game in the database.
        """
        cached = None if target.game is None else self._cache.get(target.game)
        if cached and cached.place.channel == target.channel:
            try:
                if self._arbiter.judged(cached, by, came - target.age) is cached:
                    return await action(_meant(self._boards.on(cached), target, by))
            except GameError:
                pass  # another process may have changed it
        return await action(await self.current(target, by, came, moves=moves))

    async def open(
        self, opening: Opening, by: UserId, challenge: Challenge | None = None, ended: Update | None = None
    ) -> Begun:
        """Save a new game, which a user starts or accepts, and the end of the game that it replaces.

        Raises TooManyGames, ChannelBusy, ChallengeOver, HasBlocked, NobodyThere, Repeated, NoGame (its series has gone
        on).
        """
        try:
            return await self._open(opening, by, challenge, ended)
        except NoGame:  # the game that was in the way has ended just now
            return await self._open(opening, by, challenge, None)

    async def _open(self, opening: Opening, by: UserId, challenge: Challenge | None, ended: Update | None) -> Begun:
        if ended:
            self._cache.drop(ended.game.id)
        of, cooldown = (challenge.id, None) if challenge else (None, COOLDOWN)
        try:
            begun = await self._store.open_game(opening, by, of, cooldown, ended)
        except TooMany as many:
            if ended:
                raise TooManyGames from many
            busy = await self._busy(opening.place.channel, opening.solo, opening.interaction)
            raise (busy if isinstance(busy, ChannelBusy) else TooManyGames()) from many
        except ChannelTaken as taken:
            raise await self._busy(opening.place.channel, opening.solo, opening.interaction) from taken
        except Stale as stale:
            current = challenge and (await self._store.challenge(challenge.id) or challenge)
            if current is None or (ended and current.state is ChallengeState.OPEN):
                raise await self._busy(opening.place.channel, opening.solo, opening.interaction) from stale
            raise ChallengeOver(current) from stale
        self._cache.keep(begun.game)
        return begun

    async def offer(self, offer: Offer, ended: Update | None = None) -> NewChallenge:
        """Save a new challenge, and the end of the game that it replaces.

        Raises TooManyGames, ChannelBusy, HasBlocked, NobodyThere, Repeated.
        """
        if ended:
            self._cache.drop(ended.game.id)
        try:
            return await self._store.offer(offer, COOLDOWN, ended)
        except TooMany as many:
            raise TooManyGames from many
        except Stale as stale:
            busy = await self._busy(offer.place.channel, None, offer.interaction)
            if isinstance(busy, ChannelBusy):
                raise busy from stale
        return await self.offer(offer)  # the game has ended just now

    async def save(self, before: Game, after: Game, interaction: InteractionId | None) -> Game:
        """Save a game that an interaction changed, and return it as saved.

        Raises
        ------
        ChannelBusy, GameOver, OldBoard
            The game would reopen beside another live one, or has changed since `before` was loaded.
        Repeated
            Another process carried out the same interaction.
        """
        self._cache.drop(before.id)  # until the database says whether it was saved
        try:
            saved = await self._store.save(before, after, interaction)
        except ChannelTaken as taken:
            raise await self._busy(before.place.channel, before.solo, interaction) from taken
        except Stale as stale:
            current = await self._following(before) or before
            if interaction != before.interaction:  # a hint or a reminder leaves it as it was
                refuse_repeated(current, interaction)
            raise (GameOver if current.result else OldBoard)(current) from stale
        self._boards.saved(saved)
        self._cache.keep(saved)
        return saved

    def newest_board(self, game: GameId, saved: MessageId | None) -> MessageId | None:
        """Return the newest message that shows a game; the saved one may be older."""
        return self._boards.newest(game, saved)

    async def note_board(self, game: Game, message: MessageId) -> None:
        """Note the newest message that shows a game; it is saved with the next move of a user.

        A crash before that loses it. A message is saved at once where no such move may follow: before the computer's
        move, which may come after a restart, and at the end of a game.
        """
        if game.result is None:
            self._boards.note(game.id, message)
        if game.result or game.awaits_computer:
            await self._store.note_boards({game.id: message})
        cached = self._cache.get(game.id)
        if cached and cached.result:
            self._cache.keep(cached.noted(message=max(message, cached.message or message)))

    async def note_request(self, game: Game, message: MessageId) -> None:
        """Save the message that asks the opponent for consent to an undo."""
        await self._store.note_request(game.id, game.moves, message)
        self._cache.drop(game.id)

    async def note_picture(self, game: Game, picture: bool) -> Game:  # noqa: FBT001 - read with the name
        """Save whether the boards of a game have a picture. The revision stays: an expert's move remains valid."""
        self._cache.drop(game.id)
        await self._store.note_picture(game.id, picture)
        noted = game.noted(picture=picture)
        self._cache.keep(noted)
        return noted

    async def close(self) -> None:
        """Save the newest messages of all games, as far as the database allows."""
        try:
            await self._store.note_boards(self._boards.take_all())
        except StoreFailed as failed:
            log.warning("could not save which messages show the games: %s", failed)

    def forget(self) -> None:
        """Drop every cached game, after games of many channels have changed at once."""
        self._cache.clear()

    async def _judged(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return a game as it stands; if its time is over, end it, save it and report it."""
        ended = self._arbiter.judged(game, by, sent)
        if ended is game:
            return game
        try:
            saved = await self.save(game, ended, game.interaction)
        except (GameOver, OldBoard):  # another process was quicker
            return await self.load(game.id) or game
        self.when_timed_out(Update(game, saved, Event.PLAYED, (ended.result and ended.result.by) or game.humans[0]))
        return saved

    async def _load(self, game: GameId) -> Game | None:
        if loaded := await self._store.game(game):
            self._cache.keep(loaded)
        return loaded

    async def _following(self, game: Game) -> Game | None:
        """Return the live or newest game between people, or of the same player against the computer."""
        return await self._at(await self._store.latest(game.place.channel, game.solo))

    async def _at(self, known: tuple[GameId, int] | None) -> Game | None:
        """Return a game with its newest message; from the database, unless its cached revision is the known one."""
        if known is None:
            return None
        game, revision = known
        current = self._cache.get(game)
        if current is None or current.revision != revision:
            current = await self._load(game)
        return current and self._boards.on(current)

    async def _busy(
        self, channel: ChannelId, solo: UserId | None, interaction: InteractionId | None
    ) -> ChannelBusy | NoGame:
        live = await self.live(channel, solo)
        if live is None:
            return NoGame()
        refuse_repeated(live, interaction)
        return ChannelBusy(live)


def refuse_repeated(game: Game, interaction: InteractionId | None) -> None:
    """Raise Repeated if the game was last changed by this interaction."""
    if interaction is not None and game.interaction == interaction:
        raise Repeated


def _meant(latest: Game | None, target: Target, playing: UserId | None) -> Game:
    """Return the channel's latest game if the request is about it."""
    if latest is None:
        raise NoGame
    refuse_repeated(latest, target.interaction)
    if target.game is None:
        if playing is not None and latest.result and playing not in latest.humans:
            raise NoGame
        return latest
    if latest.id != target.game or latest.moves != target.ply:
        raise OldBoard(latest)
    return latest
