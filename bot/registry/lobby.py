"""New games, challenges and their answers, and rematches: one request at a time in a channel, as in the registry."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from bot.database.errors import ChannelTaken, Stale, TooMany
from bot.database.lobby import LobbyStore
from bot.game import errors, playing
from bot.game.games import COOLDOWN, DELETED_USER, EVERYONE, Computer, Game, Human, Level, Place, UserId, known_value
from bot.game.lobby import (
    CHALLENGE_LASTS,
    Challenge,
    ChallengeAction,
    ChallengeId,
    ChallengeState,
    Offer,
    Terms,
    rematch_offer,
    seats,
)
from bot.game.requests import Event, NewChallenge, Target, Update, check_answer, check_terms
from bot.registry.channels import Channels, refuse_repeated
from bot.registry.computers import Computers
from bot.registry.preferences import People, Servers
from engine import Mark

RECENTLY_EXPIRED = timedelta(hours=1)  # older messages have scrolled away and keep their buttons


class Lobby:
    """Starts games: against the computer at once, between people by a challenge."""

    def __init__(
        self,
        channels: Channels,
        store: LobbyStore,
        computers: Computers,
        people: People,
        servers: Servers,
        random: Random,
    ) -> None:
        self._channels = channels
        self._now = channels.now
        self._store = store
        self._computers = computers
        self._people = people
        self._servers = servers
        self._random = random

    async def new(self, target: Target, terms: Terms) -> Update | NewChallenge:
        """Start a game against the computer, or make a challenge, after ending the target's game if it has one.

        Raises BadOpponent, ComputerNotPlaying, TooManyGames, ChannelBusy, HasBlocked, NobodyThere, Repeated;
        NotYourGame, MustBePlayedOut (the game to end).
        """
        check_terms(terms, target.user)
        async with self._channels.held(target.channel):
            is_solo = terms.level is not None and not terms.together
            ended = await self._ended(target, target.user if is_solo else None)
            now, side = self._now(), terms.first.author_side
            if terms.level is not None:
                author = Human(EVERYONE if terms.together else target.user)
                x, o = seats(author, Computer(terms.level), side or self._toss())
                game = Game.new(target.place, terms.format, x, o, now, target.interaction)
                return await self._open(Update(game, game, Event.STARTED, target.user, ended=ended))
            needs_channel = not ended and not terms.thread
            if needs_channel and (live := await self._channels.live(target.channel, None)):
                refuse_repeated(live, target.interaction)
                raise errors.ChannelBusy(live)
            parties = target.user, terms.opponent
            offer = Offer(target.place, terms.format, *parties, now, side, target.interaction, terms.thread)
            return await self._offer(offer, ended)

    async def check_new(self, target: Target, terms: Terms) -> None:
        """Refuse a game against the computer as `new` would in a free channel. Raises BadOpponent, TooManyGames."""
        check_terms(terms, target.user)
        try:
            await self._store.check_start(target.user, self._now(), COOLDOWN)
        except TooMany as many:
            raise errors.TooManyGames from many

    async def expire(self) -> list[Challenge]:
        """Close the challenges that have expired, and return those that expired within RECENTLY_EXPIRED."""
        now = self._now()
        expired = await self._store.expire_challenges(self._channels.playable, now - CHALLENGE_LASTS)
        return [challenge for challenge in expired if challenge.expires > now - RECENTLY_EXPIRED]

    async def check_answer(self, target: Target, challenge: ChallengeId, action: ChallengeAction) -> Challenge:
        """Return a challenge if a user could start its game now in a free channel; else refuse as accept would.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, HasBlocked, NobodyThere, Repeated.
        """
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            check_answer(current, target.user, action)
            if action is not ChallengeAction.COMPUTER:
                await self._store.check_start(target.user, self._now(), other=current.offer.author)
            return current

    async def accept(
        self,
        target: Target,
        challenge: ChallengeId,
        action: ChallengeAction = ChallengeAction.ACCEPT,
        thread: Place | None = None,
    ) -> Update:
        """Start the game of a challenge: its author's game with the user, or with the classic computer instead.

        If the target has a game, end it first.

        thread is where the game is played; None for the channel of the challenge.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, ChannelBusy, HasBlocked, NobodyThere, Repeated;
        NotYourGame, MustBePlayedOut (the game to end).
        """
        user, is_solo = target.user, action is ChallengeAction.COMPUTER
        player = Computer(Level.CLASSIC) if is_solo else Human(user)
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            check_answer(current, user, action)
            game = current.offer.accepted_by(player, self._now(), target.interaction, self._toss(), thread)
            ended = await self._ended(target, user if is_solo else None)
            return await self._open(Update(game, game, Event.STARTED, user, ended=ended), current)

    async def close(self, target: Target, challenge: ChallengeId, action: ChallengeAction) -> Challenge:
        """Decline a challenge as the challenged user, or cancel it as its author.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, Repeated.
        """
        cancels = action is ChallengeAction.CANCEL
        state = ChallengeState.CANCELLED if cancels else ChallengeState.DECLINED
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            if target.user != (current.offer.author if cancels else current.offer.opponent):
                raise errors.NotYourChallenge(current, action, target.user)
            try:
                await self._store.close_challenge(challenge, state)
            except Stale as stale:
                raise errors.ChallengeOver(await self._store.challenge(challenge) or current) from stale
            return replace(current, state=state)

    async def rematch(
        self, target: Target, *, swaps_sides: bool = False, locale: str | None = None
    ) -> Update | NewChallenge:
        """Play again: at once against the computer, else by a challenge. Against a person, the other side moves first.

        swaps_sides: the other side moves first against the computer, too. locale is the server's language; None
        keeps the language of the game.

        Raises NoGame, OldBoard, NotYourGame, ChannelBusy, PlayerDeleted, HasBlocked, NobodyThere, TooManyGames,
        Repeated.
        """
        async with self._channels.held(target.channel) as arrived:
            last = await self._channels.current(target, arrived)
            playing.check_player(last, target.user)
            other = last.player(last.side(target.user).other)
            if not last.result:
                raise errors.ChannelBusy(last)
            if other.id == DELETED_USER:
                raise errors.PlayerDeleted(last)
            now, swaps = self._now(), swaps_sides or isinstance(other, Human)
            offer = rematch_offer(last, target.user, now, target.interaction, swaps_sides=swaps)
            offer = replace(offer, format=replace(offer.format, locale=locale or last.locale))
            if isinstance(other, Human):
                return await self._offer(offer)
            game = offer.accepted_by(other, now, target.interaction)
            return await self._open(Update(game, game, Event.STARTED, target.user))

    async def next_game(self, target: Target) -> Update:
        """Start the next game of a series, as either of its players; the other player moves first.

        Raises NoGame, OldBoard, NotYourGame, PlayerDeleted, ChannelBusy, HasBlocked, NobodyThere, TooManyGames,
        Repeated.
        """
        async with self._channels.held(target.channel):
            last = await self._channels.load(target.game) if target.game else None
            if last is None or last.place.channel != target.channel:
                raise errors.NoGame
            if live := await self._channels.live(target.channel, last.solo):
                refuse_repeated(live, target.interaction)
                is_newer = live.series is not None and live.series.previous == last.id
                raise errors.OldBoard(live) if is_newer or live.id == last.id else errors.ChannelBusy(live)
            if last.moves != target.moves:
                raise errors.OldBoard(last)
            game = playing.next_game(last, target.user, self._now(), target.interaction)
            try:
                return await self._open(Update(game, game, Event.STARTED, target.user), previous=last)
            except errors.NoGame:  # the next game has been played, so the button is outdated
                raise errors.OldBoard(await self._channels.latest(target) or last) from None

    # -- private

    async def _open_challenge(self, target: Target, challenge: ChallengeId) -> Challenge:
        current = await self._store.challenge(challenge)
        if current is None or current.offer.place.channel != target.channel:
            raise errors.NoSuchChallenge
        current = current.as_of(self._now())
        if current.state is not ChallengeState.OPEN:
            for channel in current.channels:
                for solo in (None, current.offer.author):
                    if live := await self._channels.live(channel, solo):
                        refuse_repeated(live, target.interaction)
            newer = None
            if current.state is ChallengeState.REPLACED:
                newer = await self._store.open_challenge(target.channel, current.offer.author)
            raise errors.ChallengeOver(current, newer)
        return current

    async def _ended(self, target: Target, solo: UserId | None) -> Update | None:
        """Return the end of the target's game, to be saved with the new one; None if it has ended already.

        solo is the player of a new game against the computer; None between people.
        """
        live = await self._channels.live(target.channel, solo) if target.game else None
        if live is None:
            return None
        refuse_repeated(live, target.interaction)
        if live.id != target.game:
            raise errors.ChannelBusy(live)
        playing.check_player(live, target.user)
        after = playing.stopped(live, target.user, self._now(), moderates=False)
        after = after.with_changes(revision=live.revision + 1, interaction=target.interaction)
        return Update(live, after, Event.PLAYED, target.user)

    async def _open(self, opening: Update, challenge: Challenge | None = None, previous: Game | None = None) -> Update:
        """Save a new game, with the challenge that is accepted and the end of another game, if any.

        The computer's first move is made at once, unless the expert has to think. previous is the last game of a
        series.

        Raises TooManyGames, ChannelBusy, ChallengeOver, HasBlocked, NobodyThere, Repeated, NoGame (the next game of the
        series has already been played).
        """
        game, choice = opening.game, None
        if isinstance(game.x, Computer) and (choice := self._computers.instant_choice(game.x, game.board)):
            game = playing.replied(game, choice, game.touched)
        if previous is None and not await self._is_rated(game):
            game = replace(game, opened_unrated=True)
        opening = opening._replace(game=game, choice=choice)
        renew = self._people.cache.renewal(game.humans)
        while True:
            try:
                opened, preferences = await self._store.open_game(
                    opening, challenge, previous, None if challenge else COOLDOWN
                )
                break
            except (TooMany, ChannelTaken, Stale) as error:
                refusal = await self._why_not_opened(opening, challenge, error)
                if previous or not isinstance(refusal, errors.NoGame):
                    raise refusal from error
                opening = opening._replace(ended=None)  # the game in the way has just ended
        self._channels.cache.keep(opened.game)
        self._channels.note_act(opened.game, opened.by)
        renew(preferences)
        return opened

    async def _why_not_opened(self, opening: Update, challenge: Challenge | None, error: Exception) -> errors.GameError:
        """Return why the database refused a new game; NoGame if the channel is free again."""
        if isinstance(error, TooMany) and opening.ended:
            return errors.TooManyGames()
        if isinstance(error, Stale) and challenge:
            current = await self._store.challenge(challenge.id) or challenge
            if not opening.ended or current.state is not ChallengeState.OPEN:
                return errors.ChallengeOver(current)
        game = opening.game
        busy = await self._channels.why_taken(game.place.channel, game.solo, game.interaction)
        return errors.TooManyGames() if isinstance(error, TooMany) and isinstance(busy, errors.NoGame) else busy

    async def _is_rated(self, game: Game) -> bool:
        """Return whether a new game is rated: not if X has a known win and the other player can't take X."""
        if not (await self._servers.cached_settings(game.place.guild)).rates_games:
            return False
        can_count = game.place.guild is not None and game.computer is None and not game.format.swap
        value = known_value(game.rules) if can_count else None
        return value is None or value.winner is not Mark.X

    async def _offer(self, offer: Offer, ended: Update | None = None) -> Update | NewChallenge:
        """Save a new challenge, and the end of the game that it replaces; or accept the opponent's own on equal terms.

        Raises AlreadyOffered, TooManyGames, ChannelBusy, HasBlocked, NobodyThere, Repeated.
        """
        try:
            return await self._store.offer(offer, COOLDOWN, ended)
        except errors.AlreadyOffered as already:
            if already.challenge.offer.author == offer.author or offer.thread:  # Discord has to open the thread first
                raise
            return await self._meet(already.challenge, offer, ended) or await self._offer(offer, ended)
        except TooMany as many:
            raise errors.TooManyGames from many
        except Stale as stale:
            busy = await self._channels.why_taken(offer.place.channel, None, offer.interaction)
            if isinstance(busy, errors.ChannelBusy):
                raise busy from stale
        return await self._offer(offer)  # the game has just ended

    async def _meet(self, current: Challenge, offer: Offer, ended: Update | None) -> Update | None:
        """Accept the opponent's challenge instead of offering the same; return None if it has just been closed."""
        game = current.offer.accepted_by(Human(offer.author), offer.at, offer.interaction, self._toss())
        try:
            opened = await self._open(Update(game, game, Event.STARTED, offer.author, ended=ended), current)
        except errors.ChallengeOver:
            return None
        return opened._replace(closed=(replace(current, state=ChallengeState.ACCEPTED), *opened.closed))

    def _toss(self) -> Mark:
        """Toss a coin for the author's side."""
        return self._random.choice((Mark.X, Mark.O))
