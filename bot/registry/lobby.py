"""How games are opened: new ones, challenges and their answers, rematches.

Every request locks its channel, loads, checks, changes, saves and returns a finished value. A refusal raises a
GameError before anything changes.
"""

from asyncio import Lock, timeout
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.game import games
from bot.game.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.errors import (
    BadOpponent,
    ChallengeOver,
    ChannelBusy,
    NoGame,
    NotYourChallenge,
    OldBoard,
    TooManyGames,
    Why,
)
from bot.game.games import ChannelId, Computer, Game, Human, Level, MessageId, Opening, UserId
from bot.game.requests import Change, Event, Offered, Target, Wish
from bot.registry.channels import Recent
from bot.registry.store import ChannelTaken, Stale, Store, StoreFailed

ANSWER_WITHIN = timedelta(seconds=2.5)  # of the 3 s that Discord waits: interactions/receiving-and-responding.mdx


class Lobby:
    """Opens the games of every channel: against the computer at once, between people by a challenge."""

    def __init__(self, store: Store, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._recent = Recent()
        self._locks: WeakValueDictionary[ChannelId, Lock] = WeakValueDictionary()

    async def new(self, wish: Wish) -> Change | Offered:
        """Start a game against the computer, or make a challenge.

        Raises
        ------
        BadOpponent, TooManyGames, ChannelBusy
        """
        if wish.opponent == wish.author:
            raise BadOpponent(Why.SELF)
        if wish.opponent is not None and wish.level is not None:
            raise BadOpponent(Why.AI_TOO)
        async with self._held(wish.place.channel):
            await self._check_cooldown(wish.author)
            if live := await self._store.live_game(wish.place.channel):
                raise ChannelBusy(live)
            if wish.level is None:
                return await self._store.offer(Offer(wish.place, wish.rules, wish.author, wish.opponent, self._now()))
            opening = Opening(wish.place, wish.rules, Human(wish.author), Computer(wish.level), self._now())
            return await self._open(opening, wish.author)

    async def accept(self, channel: ChannelId, challenge: ChallengeId, user: UserId) -> Change:
        """Start the game of a challenge, as the challenged person or, when it is open, as anyone but its author.

        Raises
        ------
        NotYourChallenge, ChallengeOver, ChannelBusy
        """
        async with self._held(channel):
            found = await self._open_challenge(channel, challenge)
            if user == found.offer.author or found.offer.opponent not in (None, user):
                raise NotYourChallenge(found)
            opening = found.accepted_by(Human(user), self._now())
            return await self._open(opening, user, found)

    async def play_computer(self, channel: ChannelId, challenge: ChallengeId, user: UserId) -> Change:
        """Turn its author's open challenge into a game against the classic computer."""
        async with self._held(channel):
            found = await self._open_challenge(channel, challenge)
            if user != found.offer.author or found.offer.opponent is not None:
                raise NotYourChallenge(found)
            opening = found.accepted_by(Computer(Level.CLASSIC), self._now())
            return await self._open(opening, user, found)

    async def decline(self, channel: ChannelId, challenge: ChallengeId, user: UserId) -> Challenge:
        """Decline a challenge, as the challenged person."""
        return await self._close_challenge(channel, challenge, user, ChallengeState.DECLINED)

    async def cancel(self, channel: ChannelId, challenge: ChallengeId, user: UserId) -> Challenge:
        """Take a challenge back, as its author."""
        return await self._close_challenge(channel, challenge, user, ChallengeState.CANCELLED)

    async def rematch(self, target: Target, user: UserId) -> Change | Offered:
        """Play the same again: at once against the computer, else by a challenge that swaps who is Player 1."""
        async with self._held(target.channel):
            game = await self._current(target)
            side = game.side(user)
            await self._check_cooldown(user)
            if not game.result:
                raise ChannelBusy(game)
            other = game.player(side.other)
            if isinstance(other, Computer):
                return await self._open(Opening(game.place, game.rules, game.x, other, self._now()), user)
            return await self._store.offer(
                Offer(game.place, game.rules, user, other.id, self._now(), author_side=side.other)
            )

    async def challenge_sent(self, challenge: Challenge, message: MessageId) -> None:
        """Remember that a message shows a challenge."""
        await self._store.note_challenge(challenge.id, message)

    # -- within

    @asynccontextmanager
    async def _held(self, channel: ChannelId) -> AsyncGenerator[None]:
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = Lock()
        try:
            async with timeout(ANSWER_WITHIN.total_seconds()), lock:
                yield
        except TimeoutError as late:
            raise StoreFailed(f"channel {channel} was busy too long", unchanged=False) from late

    async def _current(self, target: Target) -> Game:
        return self._meant(await self._store.latest_game(target.channel), target)

    def _meant(self, latest: Game | None, target: Target, playing: UserId | None = None) -> Game:
        if target.game is None:
            if latest is None or (playing is not None and latest.result and playing not in latest.humans):
                raise NoGame
            return latest
        if latest is None:
            raise NoGame
        if latest.id != target.game or len(latest.plies) != target.ply:
            raise OldBoard(latest)
        return latest

    async def _check_cooldown(self, user: UserId) -> None:
        if await self._store.opened_since(user, self._now() - games.NEW_GAMES_WITHIN) >= games.NEW_GAMES:
            raise TooManyGames

    async def _open_challenge(self, channel: ChannelId, challenge: ChallengeId) -> Challenge:
        found = await self._store.challenge(challenge)
        if found is None or found.offer.place.channel != channel:
            raise NoGame
        found = found.seen_at(self._now())
        if found.state is not ChallengeState.OPEN:
            raise ChallengeOver(found)
        return found

    async def _close_challenge(
        self, channel: ChannelId, challenge: ChallengeId, user: UserId, state: ChallengeState
    ) -> Challenge:
        async with self._held(channel):
            found = await self._open_challenge(channel, challenge)
            may = found.offer.author if state is ChallengeState.CANCELLED else found.offer.opponent
            if user != may:
                raise NotYourChallenge(found)
            try:
                await self._store.close_challenge(challenge, state)
            except Stale as stale:
                raise ChallengeOver(await self._store.challenge(challenge) or found) from stale
            return replace(found, state=state)

    async def _open(self, opening: Opening, by: UserId, challenge: Challenge | None = None) -> Change:
        author = challenge.offer.author if challenge else by
        try:
            game = await self._store.open_game(opening, author, challenge.id if challenge else None)
        except ChannelTaken as taken:
            raise await self._busy(opening.place.channel) from taken
        except Stale as stale:
            assert challenge is not None
            raise ChallengeOver(await self._store.challenge(challenge.id) or challenge) from stale
        self._recent.keep(game)
        return Change(game, game, Event.STARTED, by)

    async def _busy(self, channel: ChannelId) -> ChannelBusy | NoGame:
        live = await self._store.live_game(channel)
        return ChannelBusy(live) if live else NoGame()
