"""Decides whether a player has run out of time, for every request and every sweep."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot import deadlines
from bot.game.clocks import OUTAGE_SHARE
from bot.game.games import Game, Human, UserId
from bot.game.playing import out_of_time

# A longer pause between two sweeps is an outage for all clocks. For a short pace, a shorter pause is one.
OUTAGE = timedelta(minutes=5)


@dataclass(frozen=True)
class Times:
    """The clock and the time limits of a process; only tests change them.

    Shapes: timer counts seconds, for caches. request is the time limit of a request, including its wait for the
    channel. on_its_way is how long a move made in time may take to arrive. sweeping is the pause between two sweeps.
    """

    clock: Callable[[], datetime]
    timer: Callable[[], float] = time.monotonic
    request: timedelta = deadlines.REQUEST
    on_its_way: timedelta = deadlines.MOVE_ON_ITS_WAY
    outage: timedelta = OUTAGE
    sweeping: timedelta = timedelta(seconds=30)  # a timeout is late by at most this plus on_its_way: under a minute


class Arbiter:
    """Decides when a player has run out of time.

    A move counts if it was made in time by Discord's clock, even if it arrives later. For everyone but the player to
    move, and for the sweep, the game ends when no such move can still arrive. After an outage, no clock runs out until
    a sweep has corrected the clocks.
    """

    def __init__(self, times: Times) -> None:
        self.times, self.clock = times, times.clock
        self.swept: datetime | None = None  # when a sweep last corrected the clocks

    def adjudicated(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return the game, ended by timeout if the side to move has run out of time.

        During an outage, no game ends; after it, ClockStore.sweep extends the clocks.

        Shapes: by is the requester; sent is the time at which they sent the request.
        """
        if game.clock is None or game.result:
            return game
        now = self.clock()
        if self.needs_sweep(game.clock.pace, now):
            return game
        at = now - self.times.on_its_way if sent is None or by is None or game.turn != Human(by) else sent
        return out_of_time(game, now) if game.clock.has_run_out(at) else game

    def needs_sweep(self, pace: timedelta, now: datetime) -> bool:
        """Return whether a sweep may still have to extend the clocks of games with a pace, after an outage."""
        outage = min(self.times.outage, max(pace, self.times.outage) / OUTAGE_SHARE)
        return self.swept is None or now - self.swept > outage
