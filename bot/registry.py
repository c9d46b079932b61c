"""The per-channel registry: the only door to the games.

Every request locks its channel, loads, checks, changes, saves and returns a finished value. A refusal raises a
GameError before anything changes. Nothing here talks to Discord.
"""

from asyncio import Lock, timeout
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from weakref import WeakValueDictionary

from bot import games, opponents
from bot.challenges import Challenge, ChallengeId, ChallengeState, Offer
from bot.errors import (
    BadOpponent,
    ChallengeOver,
    ChannelBusy,
    GameOver,
    NoGame,
    NotYourChallenge,
    OldBoard,
    TooManyGames,
    UndoAlreadyAsked,
    UndoNotYours,
    Why,
)
from bot.games import ChannelId, Computer, Game, Human, Level, MessageId, Opening, UndoRequest, UserId
from bot.requests import Change, Event, Offered, Target, Wish
from bot.storage import ChannelTaken, Stale, Store
from engine import Cell
from engine.players import Choice

ANSWER_WITHIN = timedelta(seconds=2.5)  # of the 3 s that Discord waits: interactions/receiving-and-responding.mdx


class GameRegistry:
    """Knows whose game is on in which channel, and lets one request at a time change it.

    Shapes: one lock a channel, kept while somebody holds or awaits it. Cost: one load and one save a request.
    """

    def __init__(self, store: Store, *, now: Callable[[], datetime], random: Random) -> None:
        self._store = store
        self._now = now
        self._random = random
        self._locks: WeakValueDictionary[ChannelId, Lock] = WeakValueDictionary()

    # -- opening

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

    # -- playing

    async def mark(self, target: Target, user: UserId, cell: Cell) -> Change:
        """Mark a cell for a person, and let the computer reply if it is the opponent.

        Raises
        ------
        NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, OffBoard, CellTaken
        """
        async with self._held(target.channel):
            before = await self._current(target, playing=user)
            games.check_turn(before, user)
            after = games.marked(before, cell, self._now())
            choice = None
            if isinstance(after.turn, Computer) and not after.result:
                choice = opponents.choose(after.board, after.turn.level, self._random)
                after = games.marked(after, choice.cell, self._now())
            return await self._save(before, after, Event.MARKED, user, choice)

    async def check_turn(self, target: Target, user: UserId) -> Game:
        """Return the game if a person may mark a cell of it now, else refuse as mark would."""
        game = await self._current(target)
        games.check_turn(game, user)
        return game

    async def undo(self, target: Target, user: UserId) -> Change:
        """Take moves back, or ask the opponent where their consent is needed.

        Raises
        ------
        NoGame, OldBoard, NotYourGame, GameOver, NothingToUndo, UndoAlreadyAsked, ChannelBusy
        """
        async with self._held(target.channel):
            before = await self._current(target)
            undo = games.undo_for(before, user)
            if undo.consent is None:
                after = games.taken_back(before, undo.plies, self._now())
                return await self._save(before, after, Event.TAKEN_BACK, user)
            if before.request:
                raise UndoAlreadyAsked(before)
            after = replace(before, request=UndoRequest(len(before.plies), user))
            return await self._save(before, after, Event.UNDO_ASKED, user)

    async def answer_undo(self, target: Target, user: UserId, *, allow: bool) -> Change:
        """Answer the opponent's request: both plies go, or the game goes on as it stands.

        Raises
        ------
        NoGame, OldBoard, NotYourGame, UndoNotYours, ChannelBusy
        """
        async with self._held(target.channel):
            before = await self._current(target)
            if not before.request:
                raise OldBoard(before)
            before.side(user)
            if before.request.by == user:
                raise UndoNotYours(before)
            if not allow:
                return await self._save(before, replace(before, request=None), Event.UNDO_REFUSED, user)
            after = games.taken_back(before, games.undo_for(before, before.request.by).plies, self._now())
            return await self._save(before, after, Event.UNDO_ALLOWED, user)

    async def resign(self, target: Target, user: UserId) -> Change:
        """Give up; the other player has won."""
        async with self._held(target.channel):
            before = await self._current(target)
            return await self._save(before, games.resigned(before, user, self._now()), Event.RESIGNED, user)

    async def call_draw(self, target: Target, user: UserId) -> Change:
        """End a game that nobody can win any more as a draw."""
        async with self._held(target.channel):
            before = await self._current(target)
            return await self._save(before, games.drawn(before, user, self._now()), Event.DRAW_CALLED, user)

    async def stop(self, target: Target, user: UserId, *, moderates: bool) -> Change:
        """End a game without a result.

        Raises
        ------
        NoGame, GameOver, NotYetYours
        """
        async with self._held(target.channel):
            before = await self._current(target)
            after = games.stopped(before, user, self._now(), moderates=moderates)
            return await self._save(before, after, Event.STOPPED, user)

    # -- looking

    async def show(self, target: Target, user: UserId) -> Change:
        """Return the channel's current game: the live one, else the last.

        Raises
        ------
        NoGame
        """
        game = await self._current(target)
        return Change(game, game, Event.SHOWN, user)

    async def shown(self, game: Game, message: MessageId) -> None:
        """Remember that a message shows a game's board now."""
        await self._store.show_game(game.id, message)

    async def request_shown(self, game: Game, message: MessageId) -> None:
        """Remember that a message asks the opponent about an undo."""
        await self._store.show_request(game.id, len(game.plies), message)

    async def challenge_shown(self, challenge: Challenge, message: MessageId) -> None:
        """Remember that a message shows a challenge."""
        await self._store.show_challenge(challenge.id, message)

    async def close(self) -> None:
        """Let go of the store; nobody may hold a lock any more."""
        await self._store.close()

    # -- within

    @asynccontextmanager
    async def _held(self, channel: ChannelId) -> AsyncGenerator[None]:
        lock = self._locks.get(channel)
        if lock is None:
            lock = self._locks[channel] = Lock()
        async with timeout(ANSWER_WITHIN.total_seconds()), lock:
            yield

    async def _current(self, target: Target, playing: UserId | None = None) -> Game:
        latest = await self._store.latest_game(target.channel)
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
        return Change(game, game, Event.STARTED, by)

    async def _save(self, before: Game, after: Game, event: Event, by: UserId, choice: Choice | None = None) -> Change:
        try:
            saved = await self._store.save(before, after)
        except ChannelTaken as taken:
            raise await self._busy(before.place.channel) from taken
        except Stale as stale:
            current = await self._store.latest_game(before.place.channel) or before
            raise (GameOver if current.result else OldBoard)(current) from stale
        return Change(before, saved, event, by, choice)

    async def _busy(self, channel: ChannelId) -> ChannelBusy | NoGame:
        live = await self._store.live_game(channel)
        return ChannelBusy(live) if live else NoGame()
