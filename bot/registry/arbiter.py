"""Decides whether a player has run out of time, for every request and every sweep."""

from datetime import datetime, timedelta

from bot.deadlines import Times
from bot.game.clocks import OUTAGE_SHARE
from bot.game.games import Game, Human, UserId
from bot.game.outages import Outages, Shards
from bot.game.playing import out_of_time


class Arbiter:
    """Decides when a player has run out of time.

    A move counts if it was made in time, even if it arrives up to FIRST_ANSWER later. For everyone but the player to
    move, and for the sweep, the game ends when no such move can still arrive. After an outage, no clock runs out until
    a sweep has corrected the clocks.
    """

    def __init__(self, times: Times, shards: Shards | None = None) -> None:
        self.times, self.now, self.outages = times, times.now, Outages(shards)
        self.swept: datetime | None = None  # when a sweep last corrected the clocks

    def adjudicated(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return the game, ended by timeout if the side to move has run out of time.

        During an outage, no game ends; after it, ClockStore.sweep extends the clocks.

        by is the requester; sent is the time at which they sent the request.
        """
        if game.clock is None or game.result or not self.outages.are_playable(game.place.guild):
            return game
        now = self.now()
        if self.needs_sweep(game.clock.pace, now):
            return game
        at = now - self.times.on_its_way if sent is None or by is None or game.turn != Human(by) else sent
        return out_of_time(game, now) if game.clock.has_run_out(at) else game

    def needs_sweep(self, pace: timedelta, now: datetime) -> bool:
        """Return whether a sweep may still have to extend the clocks of games with a pace, after an outage."""
        outage = min(self.times.outage, max(pace, self.times.outage) / OUTAGE_SHARE)
        return self.swept is None or now - self.swept > outage
