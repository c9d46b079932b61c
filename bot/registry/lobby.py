"""How games are opened: new ones, challenges and their answers, rematches.

Every request locks its channel, loads, checks, changes, saves and returns a finished value. A refusal raises a
GameError before anything changes.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.game.challenges import Challenge, ChallengeAction, ChallengeId, ChallengeState, Offer
from bot.game.errors import (
    BadOpponent,
    ChallengeOver,
    ChannelBusy,
    NoSuchChallenge,
    NotYourChallenge,
    PlayerDeleted,
    Why,
)
from bot.game.games import DELETED_USER, Computer, Human, Level, MessageId, Opening, UserId
from bot.game.requests import Event, NewChallenge, Target, Update, Wish
from bot.registry.channels import Channels, refuse_repeated
from bot.registry.store import Stale, Store


class Lobby:
    """Opens the games of every channel: against the computer at once, between people by a challenge."""

    def __init__(self, channels: Channels, store: Store, *, clock: Callable[[], datetime]) -> None:
        self._channels = channels
        self._store = store
        self._clock = clock

    async def new(self, wish: Wish) -> Update | NewChallenge:
        """Start a game against the computer, or make a challenge.

        Raises
        ------
        BadOpponent, TooManyGames, ChannelBusy, Repeated
        """
        if wish.opponent == wish.author:
            raise BadOpponent(Why.SELF)
        if wish.opponent is not None and wish.level is not None:
            raise BadOpponent(Why.AI_TOO)
        async with self._channels.held(wish.place.channel):
            now, asked = self._clock(), wish.interaction
            if wish.level is not None:
                opening = Opening(wish.place, wish.rules, Human(wish.author), Computer(wish.level), now, asked)
                return await self._open(opening, wish.author)
            if live := await self._channels.live(wish.place.channel):
                raise ChannelBusy(live)
            offer = Offer(wish.place, wish.rules, wish.author, wish.opponent, now, interaction=asked)
            return await self._channels.offer(offer)

    async def accept(self, target: Target, challenge: ChallengeId, user: UserId) -> Update:
        """Start the game of a challenge, as the challenged person or, when it is open, as anyone but its author.

        Raises
        ------
        NotYourChallenge, ChallengeOver, ChannelBusy, Repeated
        """
        async with self._channels.held(target.channel):
            found = await self._open_challenge(target, challenge)
            if user == found.offer.author or found.offer.opponent not in (None, user):
                raise NotYourChallenge(found, ChallengeAction.ACCEPT, user)
            opening = found.accepted_by(Human(user), self._clock(), target.interaction)
            return await self._open(opening, user, found)

    async def play_computer(self, target: Target, challenge: ChallengeId, user: UserId) -> Update:
        """Turn its author's open challenge into a game against the classic computer."""
        async with self._channels.held(target.channel):
            found = await self._open_challenge(target, challenge)
            if user != found.offer.author or found.offer.opponent is not None:
                raise NotYourChallenge(found, ChallengeAction.COMPUTER, user)
            opening = found.accepted_by(Computer(Level.CLASSIC), self._clock(), target.interaction)
            return await self._open(opening, user, found)

    async def decline(self, target: Target, challenge: ChallengeId, user: UserId) -> Challenge:
        """Decline a challenge, as the challenged person."""
        return await self._close_challenge(target, challenge, user, ChallengeState.DECLINED)

    async def cancel(self, target: Target, challenge: ChallengeId, user: UserId) -> Challenge:
        """Take a challenge back, as its author."""
        return await self._close_challenge(target, challenge, user, ChallengeState.CANCELLED)

    async def rematch(self, target: Target, user: UserId) -> Update | NewChallenge:
        """Play the same again: at once against the computer, else by a challenge that swaps who is Player 1."""
        async with self._channels.held(target.channel):
            game = await self._channels.current(target)
            side = game.side(user)
            if not game.result:
                raise ChannelBusy(game)
            other = game.player(side.other)
            if isinstance(other, Computer):
                opening = Opening(game.place, game.rules, game.x, other, self._clock(), target.interaction)
                return await self._open(opening, user)
            if other.id == DELETED_USER:
                raise PlayerDeleted(game)
            return await self._channels.offer(
                Offer(game.place, game.rules, user, other.id, self._clock(), side.other, target.interaction)
            )

    async def challenge_sent(self, challenge: Challenge, message: MessageId) -> None:
        """Remember that a message shows a challenge."""
        await self._store.note_challenge(challenge.id, message)

    # -- within

    async def _open_challenge(self, target: Target, challenge: ChallengeId) -> Challenge:
        found = await self._store.challenge(challenge)
        if found is None or found.offer.place.channel != target.channel:
            raise NoSuchChallenge
        found = found.seen_at(self._clock())
        if found.state is not ChallengeState.OPEN:
            if begun := await self._channels.live(target.channel):
                refuse_repeated(begun, target.interaction)
            raise ChallengeOver(found)
        return found

    async def _close_challenge(
        self, target: Target, challenge: ChallengeId, user: UserId, state: ChallengeState
    ) -> Challenge:
        async with self._channels.held(target.channel):
            found = await self._open_challenge(target, challenge)
            cancels = state is ChallengeState.CANCELLED
            if user != (found.offer.author if cancels else found.offer.opponent):
                raise NotYourChallenge(found, ChallengeAction.CANCEL if cancels else ChallengeAction.DECLINE, user)
            try:
                await self._store.close_challenge(challenge, state)
            except Stale as stale:
                raise ChallengeOver(await self._store.challenge(challenge) or found) from stale
            return replace(found, state=state)

    async def _open(self, opening: Opening, by: UserId, challenge: Challenge | None = None) -> Update:
        author = challenge.offer.author if challenge else by
        game = await self._channels.open(opening, author, challenge)
        return Update(game, game, Event.STARTED, by)
