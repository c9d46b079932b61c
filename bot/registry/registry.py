"""Moves, undo, ends and looks at the games.

Every request locks its channel, loads, checks, changes, saves and returns a finished value. A refusal raises a
GameError before anything changes. Nothing here talks to Discord.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.database.store import Store
from bot.game import playing
from bot.game.errors import GameError, GameOver, NoSuchGame, OldBoard, UndoAlreadyAsked, UndoNotYours
from bot.game.games import (
    ChannelId,
    Game,
    GameId,
    InteractionId,
    MessageId,
    Place,
    UndoRequest,
    UserId,
    goes_on,
)
from bot.game.playing import taken_back, undo_for
from bot.game.ratings import GameSummary
from bot.game.requests import Event, Target, Update
from bot.registry.channels import Channels
from bot.registry.computers import Computers
from engine import Cell

log = logging.getLogger(__name__)


class GameRegistry:
    """Knows the current game of every channel, and lets one request at a time change it.

    Cost: one load, unless the game is cached, and one save a request.
    """

    def __init__(
        self,
        channels: Channels,
        store: Store,
        computers: Computers,
        *,
        clock: Callable[[], datetime],
    ) -> None:
        self._channels = channels
        self._store = store
        self._computers = computers
        self._clock = clock
        self._thinking: set[tuple[GameId, int]] = set()  # the game and its revision

    # -- playing

    async def mark(self, target: Target, user: UserId, cell: Cell) -> Update:
        """Mark a cell for a user; a computer other than the expert replies at once.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, OffBoard, CellTaken.
        """
        async with self._channels.held(target.channel) as came:
            mark = partial(self._mark, user=user, cell=cell, interaction=target.interaction)
            return await self._channels.attempt(target, mark, user, came, moves=True)

    async def _mark(self, before: Game, user: UserId, cell: Cell, interaction: InteractionId | None) -> Update:
        playing.check_turn(before, user)
        after = playing.marked(before, cell, self._clock())
        return await self._answered(before, after, Event.PLAYED, user, interaction)

    async def swap(self, target: Target, user: UserId) -> Update:
        """Take X as the second player instead of marking a cell; the computer replies as to a mark.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, NoSwap.
        """
        async with self._channels.held(target.channel) as came:
            swap = partial(self._swap, user=user, interaction=target.interaction)
            return await self._channels.attempt(target, swap, user, came, moves=True)

    async def _swap(self, before: Game, user: UserId, interaction: InteractionId | None) -> Update:
        playing.check_turn(before, user)
        return await self._answered(before, playing.swapped(before, self._clock()), Event.SWAPPED, user, interaction)

    async def _answered(
        self, before: Game, after: Game, event: Event, user: UserId, interaction: InteractionId | None
    ) -> Update:
        """Save a user's move, together with the reply of an instant computer."""
        turn, board = after.turn, after.board
        choice = None if after.result else self._computers.at_once(turn, board, can_swap=after.can_swap)
        if choice:
            after = playing.replied(after, choice, self._clock())
        return Update(before, await self._channels.save(before, after, interaction), event, user, choice)

    async def reply(self, game: Game) -> Update | None:
        """Let an expert think about a position, and save its move; None if the position has changed or has an expert.

        The channel is locked only to save: its players may undo, resign and look meanwhile.

        Raises
        ------
        WaitedTooLong
            The channel was locked for too long to save the move.
        """
        position = (game.id, game.revision)
        if not game.awaits_computer or position in self._thinking:
            return None
        self._thinking.add(position)
        try:
            choice = await self._computers.expert(game.board, has_swap=game.awaits_swap)
            async with self._channels.held(game.place.channel):
                before = await self._channels.load(game.id)
                if before is None or before.revision != game.revision:
                    return None
                after = playing.replied(before, choice, self._clock())
                saved = await self._channels.save(before, after, before.interaction)
                return Update(before, saved, Event.PLAYED, game.humans[0], choice)
        except (OldBoard, GameOver):  # another process was quicker
            return None
        finally:
            self._thinking.discard(position)

    async def awaiting_computer(self) -> list[Game]:
        """Return the live games in which it is the computer's turn."""
        return await self._store.awaiting_computer()

    @property
    def asking(self) -> int:
        """The number of positions that the experts have to answer."""
        return self._computers.asking

    async def live_games(self) -> int:
        """Return the number of live games."""
        return await self._store.live_games()

    async def check_turn(self, target: Target, user: UserId) -> Game:
        """Return the game if a user may mark a cell of it now, else refuse as mark would."""
        game = await self._channels.seen(target, user)
        playing.check_turn(game, user)
        return game

    async def check_running(self, target: Target, user: UserId) -> Game:
        """Return the game if it is live and a user plays in it, else refuse as resign would."""
        game = await self._channels.seen(target, user)
        playing.check_running(game, user)
        return game

    async def undo(self, target: Target, user: UserId) -> Update:
        """Take moves back, or ask for the opponent's consent.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NothingToUndo, UndoAlreadyAsked, ChannelBusy.
        """
        async with self._channels.held(target.channel) as came:
            before = await self._channels.current(target, user, came)
            undo = undo_for(before, user)
            if undo.consent is None:
                after = taken_back(before, undo.moves, self._clock())
                return await self._save(target, before, after, Event.TAKEN_BACK, user)
            if before.request:
                raise UndoAlreadyAsked(before)
            after = before.noted(request=UndoRequest(before.moves, user))
            return await self._save(target, before, after, Event.UNDO_ASKED, user)

    async def answer_undo(self, target: Target, user: UserId, *, allow: bool) -> Update:
        """Answer an undo request, as the opponent: take both plies back, or let the game go on.

        Raises NoGame, OldBoard, NotYourGame, UndoNotYours, ChannelBusy.
        """
        async with self._channels.held(target.channel) as came:
            before = await self._channels.current(target, user, came)
            if not before.request:
                raise OldBoard(before)
            before.side(user)
            if before.request.by == user:
                raise UndoNotYours(before)
            if not allow:
                after = before.noted(request=None)
                return await self._save(target, before, after, Event.PLAYED, user)
            after = taken_back(before, undo_for(before, before.request.by).moves, self._clock())
            return await self._save(target, before, after, Event.UNDO_ALLOWED, user)

    async def resign(self, target: Target, user: UserId) -> Update:
        """Resign; the other player has won."""
        return await self._end(target, user, lambda game: playing.resigned(game, user, self._clock()))

    async def call_draw(self, target: Target, user: UserId) -> Update:
        """End a game as a draw, once no line is possible for either side."""
        return await self._end(target, user, lambda game: playing.drawn(game, user, self._clock()))

    def why_not_stop(self, game: Game, user: UserId, *, moderates: bool) -> GameError | None:
        """Return the refusal that stop would raise for a user, None if they may stop the game."""
        try:
            playing.stopped(game, user, self._clock(), moderates=moderates)
        except GameError as refusal:
            return refusal
        return None

    async def stop(self, target: Target, user: UserId, *, moderates: bool, others_may: bool = True) -> Update:
        """End a game without a result.

        Shapes: others_may: whether the server lets any member end a game without recent moves.

        Raises NoGame, GameOver, NotYetYours, MustBePlayedOut.
        """

        def stopped(game: Game) -> Game:
            return playing.stopped(game, user, self._clock(), moderates=moderates, others_may=others_may)

        return await self._end(target, user, stopped)

    # -- looking

    async def look(self, target: Target, user: UserId) -> Update:
        """Return the channel's current game: the live one, else the last.

        Raises NoGame.
        """
        game = await self._channels.seen(target, user)
        return Update(game, game, Event.SHOWN, user)

    async def show(self, target: Target, user: UserId, *, picture: bool) -> Update:
        """Return the channel's current game, its picture switched on or off; if a player asks, for later boards too.

        Raises NoGame.
        """
        async with self._channels.held(target.channel):
            game = await self._channels.current(target, user)
            if game.picture is not picture:
                plays = user in game.humans
                game = await self._channels.note_picture(game, picture) if plays else game.noted(picture=picture)
        return Update(game, game, Event.SHOWN, user)

    async def past(self, place: Place, user: UserId, game: GameId | None = None) -> Game:
        """Return a game of this channel by its id, None for the one that is current for the user.

        Raises
        ------
        NoGame, NoSuchGame
            The channel never had a game, or not this one.
        """
        if game is None:
            return await self._channels.seen(Target(place.channel), user)
        found = await self._store.past_game(game)
        if found is None or found.place != place:
            raise NoSuchGame
        if found.result:
            return found
        async with self._channels.held(place.channel):
            return await self._channels.on_time(game) or found

    async def recent(self, channel: ChannelId, limit: int) -> list[GameSummary]:
        """Return the channel's newest games, newest first."""
        return await self._store.recent_games(channel, limit)

    async def now(self, game: Game) -> Game | None:
        """Return a game as it is now; None if it is gone."""
        return await self._channels.load(game.id)

    async def board_sent(self, game: Game, message: MessageId) -> None:
        """Note that a message shows a game's board now."""
        await self._channels.note_board(game, message)

    async def request_sent(self, game: Game, message: MessageId) -> None:
        """Note that a message asks the opponent for consent to an undo."""
        await self._channels.note_request(game, message)

    async def channel_deleted(self, channel: ChannelId) -> list[Update]:
        """End the live games of a deleted thread or channel, or the series that was between two games.

        Raises WaitedTooLong, StoreFailed, Damaged.
        """
        ended: list[Update] = []
        async with self._channels.held(channel):
            while games := await self._store.live_in(channel):
                for live in games:
                    try:
                        after = await self._channels.save(live, playing.deleted(live, self._clock()), live.interaction)
                    except (GameOver, OldBoard):  # another process was quicker: look again
                        log.info("game %d changed while channel %d was deleted", live.id, channel)
                    else:
                        log.info("game %d ended, as channel %d was deleted", live.id, channel)
                        ended.append(Update(live, after, Event.PLAYED, live.humans[0]))
            last = None if ended else await self._channels.latest(Target(channel))
            return [Update(last, last, Event.PLAYED, last.humans[0])] if last and goes_on(last) else ended

    # -- within

    async def _end(self, target: Target, user: UserId, ended: Callable[[Game], Game]) -> Update:
        async def end(before: Game) -> Update:
            return await self._save(target, before, ended(before), Event.PLAYED, user)

        async with self._channels.held(target.channel) as came:
            return await self._channels.attempt(target, end, user, came)

    async def _save(self, target: Target, before: Game, after: Game, event: Event, by: UserId) -> Update:
        return Update(before, await self._channels.save(before, after, target.interaction), event, by)
