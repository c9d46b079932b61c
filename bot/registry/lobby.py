"""New games, challenges and their answers, and rematches: one request at a time in a channel, as in the registry."""

from dataclasses import replace
from datetime import timedelta
from random import Random

from bot.database.errors import ChannelTaken, Stale, TooMany
from bot.database.lobby import LobbyStore
from bot.deadlines import Times
from bot.game import errors, playing
from bot.game.clocks import PACES
from bot.game.games import (
    COOLDOWN,
    DELETED_USER,
    ChannelId,
    Computer,
    Human,
    InteractionId,
    Level,
    NewGame,
    Place,
    UserId,
    known_value,
)
from bot.game.lobby import (
    CHALLENGE_LASTS,
    Challenge,
    ChallengeAction,
    ChallengeId,
    ChallengeState,
    Offer,
    rematch_offer,
)
from bot.game.requests import (
    Event,
    GameRequest,
    GameToEnd,
    NewChallenge,
    StartedGame,
    Target,
    Update,
    check_answer,
    check_terms,
)
from bot.registry.channels import Channels, refuse_repeated
from bot.registry.computers import Computers
from bot.registry.preferences import Choices
from engine import Board, Mark

RECENTLY_EXPIRED = timedelta(hours=1)  # older messages have scrolled away and keep their buttons


class Lobby:
    """Starts games: against the computer at once, between people by a challenge."""

    def __init__(
        self,
        channels: Channels,
        store: LobbyStore,
        computers: Computers,
        choices: Choices,
        random: Random,
        times: Times,
    ) -> None:
        self._channels = channels
        self._store = store
        self._computers = computers
        self._people, self._servers = choices
        self._random = random
        self._now = times.now

    async def new(self, request: GameRequest) -> Update | NewChallenge:
        """Start a game against the computer, or make a challenge, after ending the requester's own game if asked to.

        Raises BadOpponent, ComputerNotPlaying, TooManyGames, ChannelBusy, HasBlocked, NobodyThere, Repeated;
        NotYourGame, MustBePlayedOut (the game to end).
        """
        terms, author = request.terms, request.author
        check_terms(terms, author)
        async with self._channels.held(request.place.channel):
            solo = None if terms.level is None else author
            ended = await self._ended((request.place.channel, solo), request.end, author, request.interaction)
            now, pace = self._now(), None if terms.pace is None else PACES[terms.pace]
            offer = request.offer(now, pace)
            if terms.level is not None:
                opening = offer.accepted_by(Computer(terms.level), now, request.interaction, self._toss())
                return await self._open(opening, author, ended=ended)
            needs_channel = not ended and not terms.thread
            if needs_channel and (live := await self._channels.live(request.place.channel, None)):
                raise errors.ChannelBusy(live)
            return await self._offer(offer, ended)

    async def check_new(self, request: GameRequest) -> None:
        """Refuse a game against the computer as `new` would in a free channel. Raises BadOpponent, TooManyGames."""
        check_terms(request.terms, request.author)
        try:
            await self._store.check_start(request.author, self._now(), COOLDOWN)
        except TooMany as many:
            raise errors.TooManyGames from many

    async def expire(self) -> list[Challenge]:
        """Close the challenges that have expired, and return those that expired within RECENTLY_EXPIRED."""
        now = self._now()
        expired = await self._store.expire_challenges(self._channels.playable, now - CHALLENGE_LASTS)
        return [challenge for challenge in expired if challenge.expires > now - RECENTLY_EXPIRED]

    async def check_answer(
        self, target: Target, challenge: ChallengeId, user: UserId, action: ChallengeAction
    ) -> Challenge:
        """Return a challenge if a user could start its game now in a free channel; else refuse as accept would.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, HasBlocked, NobodyThere, Repeated.
        """
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            check_answer(current, user, action)
            if action is not ChallengeAction.COMPUTER:
                await self._store.check_start(user, self._now(), other=current.offer.author)
            return current

    async def accept(
        self,
        target: Target,
        challenge: ChallengeId,
        user: UserId,
        action: ChallengeAction = ChallengeAction.ACCEPT,
        end: GameToEnd | None = None,
        thread: Place | None = None,
    ) -> Update:
        """Start the game of a challenge: its author's game with the user, or with the classic computer instead.

        thread is where the game is played; None for the channel of the challenge.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, ChannelBusy, HasBlocked, NobodyThere, Repeated;
        NotYourGame, MustBePlayedOut (the game to end).
        """
        is_solo = action is ChallengeAction.COMPUTER
        player = Computer(Level.CLASSIC) if is_solo else Human(user)
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            check_answer(current, user, action)
            opening = current.offer.accepted_by(player, self._now(), target.interaction, self._toss(), thread)
            ended = await self._ended((target.channel, user if is_solo else None), end, user, target.interaction)
            return await self._open(opening, user, current, ended)

    async def close(self, target: Target, challenge: ChallengeId, user: UserId, action: ChallengeAction) -> Challenge:
        """Decline a challenge as the challenged user, or cancel it as its author.

        Raises NoSuchChallenge, NotYourChallenge, ChallengeOver, Repeated.
        """
        cancels = action is ChallengeAction.CANCEL
        state = ChallengeState.CANCELLED if cancels else ChallengeState.DECLINED
        async with self._channels.held(target.channel):
            current = await self._open_challenge(target, challenge)
            if user != (current.offer.author if cancels else current.offer.opponent):
                raise errors.NotYourChallenge(current, action, user)
            try:
                await self._store.close_challenge(challenge, state)
            except Stale as stale:
                raise errors.ChallengeOver(await self._store.challenge(challenge) or current) from stale
            return replace(current, state=state)

    async def rematch(
        self, target: Target, user: UserId, *, swaps_sides: bool = False, locale: str | None = None
    ) -> Update | NewChallenge:
        """Play again: at once against the computer, else by a challenge. Against a person, the other side moves first.

        swaps_sides: the other side moves first against the computer, too. locale is the server's language; None
        keeps the language of the game.

        Raises NoGame, OldBoard, NotYourGame, ChannelBusy, PlayerDeleted, HasBlocked, NobodyThere, TooManyGames,
        Repeated.
        """
        async with self._channels.held(target.channel) as arrived:
            game = await self._channels.current(target, user, arrived)
            playing.check_player(game, user)
            other = game.player(game.side(user).other)
            if not game.result:
                raise errors.ChannelBusy(game)
            if other.id == DELETED_USER:
                raise errors.PlayerDeleted(game)
            now, swaps = self._now(), swaps_sides or isinstance(other, Human)
            offer = rematch_offer(game, user, now, target.interaction, swaps_sides=swaps)
            offer = replace(offer, format=replace(offer.format, locale=locale or game.locale))
            if isinstance(other, Computer):
                return await self._open(offer.accepted_by(other, now, target.interaction), user)
            return await self._offer(offer)

    async def next_game(self, target: Target, user: UserId) -> Update:
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
            try:
                return await self._open(playing.next_game(last, user, self._now(), target.interaction), user)
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
            raise errors.ChallengeOver(current)
        return current

    async def _ended(
        self,
        slot: tuple[ChannelId, UserId | None],
        end: GameToEnd | None,
        by: UserId,
        interaction: InteractionId | None,
    ) -> Update | None:
        """Return the end of a user's game, to be saved with the new one; None if it has ended already.

        slot is the channel, and the player if the new game is against the computer.
        """
        live = await self._channels.live(*slot) if end else None
        if end is None or live is None:
            return None
        refuse_repeated(live, interaction)
        if live.id != end.game:
            raise errors.ChannelBusy(live)
        playing.check_player(live, by)
        after = playing.stopped(live, by, self._now(), moderates=end.moderates)
        return Update(live, after.with_changes(revision=live.revision + 1, interaction=interaction), Event.PLAYED, by)

    async def _open(
        self, opening: NewGame, by: UserId, challenge: Challenge | None = None, ended: Update | None = None
    ) -> Update:
        author = challenge.offer.author if challenge else by
        choice = None
        if isinstance(opening.x, Computer):  # else no board is needed yet
            choice = self._computers.instant_choice(opening.x, Board(opening.format.rules))
        if choice:
            opening = replace(opening, plies=(choice.cell,))
        if opening.previous is None and not await self._is_rated(opening):
            opening = replace(opening, opened_unrated=True)
        renew = self._people.cache.renewal(opening.humans)
        try:
            game, preferences, is_first = await self._save_new(opening, author, challenge, ended)
        except errors.NoGame:  # the game in the way has just ended
            ended = None
            game, preferences, is_first = await self._save_new(opening, author, challenge)
        renew(preferences)
        return Update(game, game, Event.STARTED, by, choice, ended, is_first)

    async def _is_rated(self, opening: NewGame) -> bool:
        """Return whether a new game is rated: not if X has a known win and the other player can't take X."""
        if not (await self._servers.cached_settings(opening.place.guild)).rates_games:
            return False
        can_count = opening.place.guild is not None and opening.is_between_people and not opening.format.swap
        value = known_value(opening.format.rules) if can_count else None
        return value is None or value.winner is not Mark.X

    async def _save_new(
        self, opening: NewGame, by: UserId, challenge: Challenge | None = None, ended: Update | None = None
    ) -> StartedGame:
        """Save a new game that a user starts or accepts, and the end of the game that it replaces.

        Raises TooManyGames, ChannelBusy, ChallengeOver, HasBlocked, NobodyThere, Repeated, NoGame (the game in the way
        has just ended, or the next game of the series has already been played).
        """
        challenge_id, cooldown = (challenge.id, None) if challenge else (None, COOLDOWN)
        try:
            begun = await self._store.open_game(opening, by, challenge_id, cooldown, ended)
        except TooMany as many:
            if ended:
                raise errors.TooManyGames from many
            busy = await self._channels.why_taken(opening.place.channel, opening.solo, opening.interaction)
            raise (busy if isinstance(busy, errors.ChannelBusy) else errors.TooManyGames()) from many
        except ChannelTaken as taken:
            raise await self._channels.why_taken(opening.place.channel, opening.solo, opening.interaction) from taken
        except Stale as stale:
            current = challenge and (await self._store.challenge(challenge.id) or challenge)
            if current is None or (ended and current.state is ChallengeState.OPEN):
                raise await self._channels.why_taken(
                    opening.place.channel, opening.solo, opening.interaction
                ) from stale
            raise errors.ChallengeOver(current) from stale
        self._channels.cache.keep(begun.game)
        return begun

    async def _offer(self, offer: Offer, ended: Update | None = None) -> NewChallenge:
        """Save a new challenge, and the end of the game that it replaces.

        Raises TooManyGames, ChannelBusy, HasBlocked, NobodyThere, Repeated.
        """
        try:
            return await self._store.offer(offer, COOLDOWN, ended)
        except TooMany as many:
            raise errors.TooManyGames from many
        except Stale as stale:
            busy = await self._channels.why_taken(offer.place.channel, None, offer.interaction)
            if isinstance(busy, errors.ChannelBusy):
                raise busy from stale
        return await self._offer(offer)  # the game has just ended

    def _toss(self) -> Mark:
        """Toss a coin for the author's side."""
        return self._random.choice((Mark.X, Mark.O))
