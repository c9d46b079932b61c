"""Moves, undo, the end of a game, and reading games.

Every request that changes a game locks the channel, loads, checks, changes, saves and returns an immutable value. A
refusal raises a GameError before anything changes; a request that arrives again raises Repeated. Nothing here talks to
Discord.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bot.database.games import GameStore
from bot.database.lobby import LobbyStore
from bot.game import playing
from bot.game.errors import (
    GameElsewhere,
    GameError,
    GameOver,
    NoSuchGame,
    OldBoard,
    UndoAlreadyAsked,
    UndoDeclined,
    UndoNotYours,
)
from bot.game.games import ChannelId, Game, GameId, Player, UndoRequest, UserId, has_next_game
from bot.game.lobby import CHALLENGE_LASTS
from bot.game.playing import taken_back, undo_for
from bot.game.requests import ActiveGame, ActiveGames, Event, Target, Update, check_may_write
from bot.registry.channels import Channels
from bot.registry.computers import Computers
from engine import Cell, Mark, Rules

log = logging.getLogger(__name__)


class Games:
    """Reads and changes the current game of every channel, one request at a time.

    Cost: one load, unless the game is cached, and one save per request.
    """

    def __init__(
        self,
        channels: Channels,
        store: GameStore,
        lobby: LobbyStore,
        computers: Computers,
        *,
        now: Callable[[], datetime],
    ) -> None:
        self._channels = channels
        self._store, self._lobby = store, lobby
        self._computers = computers
        self._now = now
        self._thinking: set[tuple[GameId, int]] = set()  # the game and its revision

    # -- playing

    async def mark(self, target: Target, cell: Cell) -> Update:
        """Mark a cell for a user. An easy or classic computer replies in the same step.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, MovedLast, MissingPermission,
        OffBoard, CellTaken.
        """
        return await self._move(target, Event.PLAYED, lambda game: playing.marked(game, cell, self._now(), target.user))

    async def swap(self, target: Target) -> Update:
        """Take X as the second player instead of marking a cell. The computer replies as in mark.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, NoSwap.
        """
        return await self._move(target, Event.SWAPPED, lambda game: playing.swapped(game, self._now()))

    async def _move(self, target: Target, event: Event, play: Callable[[Game], Game]) -> Update:
        async def move(before: Game) -> Update:
            playing.check_turn(before, target.user, self._now())
            check_may_write(before, target)
            after, choice = play(before), None
            if after.awaits_computer:
                choice = self._computers.instant_choice(after.turn, after.board, can_swap=after.can_swap)
                after = playing.replied(after, choice, self._now()) if choice else after
            return (await self._save(target, before, after, event))._replace(choice=choice)

        return await self._channels.run(target, move, is_move=True)

    async def reply(self, game: Game) -> Update | None:
        """Let the computer think about a position, and save its move.

        Return None if it isn't the computer's turn, if it is already thinking about this position, or if the game
        changed meanwhile. The channel is locked only for the save, so players can undo, resign and view the board.

        Raises WaitedTooLong.
        """
        computer, position = game.computer, (game.id, game.revision)
        if computer is None or not game.awaits_computer or position in self._thinking:
            return None
        self._thinking.add(position)
        try:
            choice = await self._computers.searched_choice(computer.level, game.board, has_swap=game.awaits_swap)
            async with self._channels.held(game.place.channel):
                before = await self._channels.load(game.id)
                if before is None or (before.plies, before.moves, before.result) != (game.plies, game.moves, None):
                    return None
                after = playing.replied(before, choice, self._now())
                saved = await self._channels.save(before, after, before.interaction)
                return Update(before, saved, Event.PLAYED, game.humans[0], choice)
        except (OldBoard, GameOver):  # another process was faster
            return None
        finally:
            self._thinking.discard(position)

    async def undo(self, target: Target) -> Update:
        """Take moves back, or ask for the opponent's consent.

        Raises NoGame, OldBoard, NotYourGame, GameOver, PlayerDeleted, NothingToUndo, NotYourMove, UndoAlreadyAsked,
        ChannelBusy.
        """
        async with self._channels.held(target.channel) as arrived:
            before = await self._channels.current(target, arrived)
            undo = undo_for(before, target.user)
            if undo.consent is None:
                after = taken_back(before, undo.moves, self._now())
                return await self._save(target, before, after, Event.TAKEN_BACK)
            if before.undo_request:
                raise UndoAlreadyAsked(before, target.user)
            if before.undo_declined == before.moves:
                raise UndoDeclined(before)
            after = before.with_changes(undo_request=UndoRequest(before.moves, target.user))
            return await self._save(target, before, after, Event.UNDO_ASKED)

    async def offer_draw(self, target: Target) -> Update:
        """Offer a draw to the opponent, or accept the opponent's own offer.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NoDrawOffer, DrawOfferedLately, UndoAlreadyAsked.
        """
        async with self._channels.held(target.channel) as arrived:
            before = await self._channels.current(target, arrived)
            playing.check_running(before, target.user)
            request = before.undo_request
            if request and request.is_draw and request.by != target.user:
                after = playing.draw_agreed(before, target.user, self._now())
                return await self._save(target, before, after, Event.DRAW_AGREED)
            if request:
                raise UndoAlreadyAsked(before, target.user)
            after = playing.draw_offered(before, target.user)
            return await self._save(target, before, after, Event.DRAW_OFFERED)

    async def answer(self, target: Target, *, allow: bool, draw: bool = False) -> Update:
        """Answer a request for an undo or a draw, as the opponent.

        Raises NoGame, OldBoard, NotYourGame, GameOver, UndoNotYours, PlayerDeleted, ChannelBusy.
        """
        async with self._channels.held(target.channel) as arrived:
            before = await self._channels.current(target, arrived)
            request = before.undo_request
            if request is None or request.is_draw is not draw:
                raise OldBoard(before)
            playing.check_player(before, target.user)
            if request.by == target.user:
                raise UndoNotYours(before)
            if not allow:
                declined = before.undo_declined if draw else before.moves
                after = before.with_changes(undo_request=None, undo_declined=declined)
                return await self._save(target, before, after, Event.PLAYED)
            if draw:
                after = playing.draw_agreed(before, target.user, self._now())
                return await self._save(target, before, after, Event.DRAW_AGREED)
            after = taken_back(before, undo_for(before, request.by).moves, self._now())
            return await self._save(target, before, after, Event.UNDO_ALLOWED)

    async def resign(self, target: Target) -> Update:
        """Resign: the other player wins. Raises NoGame, OldBoard, NotYourGame, GameOver, NoResignation."""
        return await self._end(target, lambda game: playing.resigned(game, target.user, self._now()))

    async def call_draw(self, target: Target) -> Update:
        """End a game as a draw; allowed once neither side can complete a line.

        Raises NoGame, OldBoard, NotYourGame, GameOver, MissingPermission, StillWinnable.
        """

        def drawn(game: Game) -> Game:
            check_may_write(game, target)
            return playing.drawn(game, target.user, self._now())

        return await self._end(target, drawn)

    def stop_refusal(self, game: Game, user: UserId, *, moderates: bool, others_may: bool = True) -> GameError | None:
        """Return the refusal that stop would raise for a user; None if they may stop the game."""
        try:
            playing.stopped(game, user, self._now(), moderates=moderates, others_may=others_may)
        except GameError as refusal:
            return refusal
        return None

    async def stop(self, target: Target, *, moderates: bool, others_may: bool = True) -> Update:
        """End a game without a result.

        others_may: whether the server lets members who don't play end a game without recent moves.

        Raises NoGame, OldBoard, GameOver, NotYetYours, MustBePlayedOut.
        """

        def stopped(game: Game) -> Game:
            return playing.stopped(game, target.user, self._now(), moderates=moderates, others_may=others_may)

        return await self._end(target, stopped)

    # -- reading

    async def view(self, target: Target) -> Update:
        """Return the current state of the target's game. A press makes it the user's current game.

        Raises NoGame, WhichGame, OldBoard, Repeated.
        """
        game = await self._channels.view(target)
        if target.game:
            self._channels.note_act(game, target.user)
        return Update(game, game, Event.SHOWN, target.user)

    async def set_picture(self, target: Target, *, picture: bool) -> Update:
        """Return the channel's current game with or without its picture; save that choice if a player asks.

        Raises NoGame, OldBoard.
        """
        async with self._channels.held(target.channel):
            game = await self._channels.current(target)
            if game.picture is not picture:
                plays = target.user in game.humans
                game = await self._channels.note_picture(game, picture) if plays else game.with_changes(picture=picture)
        return Update(game, game, Event.SHOWN, target.user)

    async def active_games(self, user: UserId) -> ActiveGames:
        """Return a user's games in all channels, and the challenges that await the user's answer."""
        now = self._now()
        games = await self._store.active_games(user)
        if late := [game for game in games if game.deadline is not None and game.deadline <= now]:
            for game in late:
                if not self._channels.is_held(game.place.channel):  # else the request that holds it ends the game
                    await self._channels.try_held(game.id, game.place.channel, self._channels.load_adjudicated)
            games = await self._store.active_games(user)
        updated = (replace(game, message=self._channels.unsaved_boards.newest(game.id, game.message)) for game in games)
        challenges = await self._lobby.challenges_to(user, now - CHALLENGE_LASTS)
        listed = (game for game in updated if game.awaits_user or not game.is_over)
        return ActiveGames(tuple(sorted(listed, key=_urgency)), tuple(challenges))

    async def elsewhere(self, target: Target) -> GameElsewhere | None:
        """Return where a user's live games in other channels of the server are; None if there are none."""
        here, games = target.place, (await self.active_games(target.user)).games
        live = [game for game in games if not game.is_over and game.place.guild == here.guild and game.place != here]
        return GameElsewhere(live[0].place, live[0].message, len(live) > 1) if live else None

    async def unplayed_in_thread(self, target: Target, rules: Rules, opponent: Player) -> GameElsewhere | None:
        """Return where a user's game in a thread of the channel awaits their first move; None if there is none."""
        for game in (await self.active_games(target.user)).games:
            is_meant = (game.place.parent, game.rules, game.opponent) == (target.channel, rules, opponent)
            if is_meant and game.plies <= (game.side is Mark.O):
                return GameElsewhere(game.place, game.message, has_more=False)
        return None

    async def past_game(self, target: Target) -> Game:
        """Return a game of this channel by its id, even if it isn't the newest; without an id, as view does.

        Raises NoGame, NoSuchGame.
        """
        if target.game is None:
            return await self._channels.view(target)
        stored = await self._store.past_game(target.game)
        if stored is None or stored.place.channel != target.channel:
            raise NoSuchGame
        if stored.result:
            return stored
        async with self._channels.held(target.channel):
            return await self._channels.load_adjudicated(target.game) or stored

    async def channel_deleted(self, channel: ChannelId) -> list[Update]:
        """End the live games of a deleted thread or channel, and close its undo requests and challenges.

        Raises WaitedTooLong, StoreFailed, Damaged.
        """
        ended: list[Update] = []
        async with self._channels.held(channel):
            await self._lobby.close_questions(channel)
            while games := await self._store.live_in(channel):
                for live in games:
                    try:
                        after = await self._channels.save(live, playing.deleted(live, self._now()), live.interaction)
                    except (GameOver, OldBoard):  # another process was faster: look again
                        log.info(
                            "trying again to end game %d of the deleted channel %d, because it has just changed",
                            live.id,
                            channel,
                        )
                    else:
                        log.info("game %d ended because channel %d was deleted", live.id, channel)
                        ended.append(Update(live, after, Event.PLAYED, live.humans[0]))
        return ended

    async def unfinished_series(self, channel: ChannelId) -> Game | None:
        """Return the last game of a channel if it has ended but its series hasn't. Raises StoreFailed, Damaged."""
        last = await self._channels.latest_for(channel, None)
        return last if last and has_next_game(last) else None

    # -- private

    async def _end(self, target: Target, finish: Callable[[Game], Game]) -> Update:
        async def end(before: Game) -> Update:
            return await self._save(target, before, finish(before), Event.PLAYED)

        return await self._channels.run(target, end)

    async def _save(self, target: Target, before: Game, after: Game, event: Event) -> Update:
        saved = await self._channels.save(before, after, target.interaction)
        self._channels.note_act(saved, target.user)
        return Update(before, saved, event, target.user)


def _urgency(game: ActiveGame) -> tuple[bool, datetime, datetime]:
    """Sort games that await the user first, then by deadline."""
    return not game.awaits_user, game.deadline or datetime.max.replace(tzinfo=UTC), game.touched
