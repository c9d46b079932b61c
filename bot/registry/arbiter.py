"""Whether a side's time is over: decided here alone, for every request and for the sweeps."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot import deadlines
from bot.game.clock import OUTAGE_SHARE, PACES, Pace
from bot.game.games import Game, Human, UserId
from bot.game.playing import out_of_time

OUTAGE = timedelta(minutes=5)  # after a longer pause between two sweeps every clock has a quarter of its pace


@dataclass(frozen=True)
class Times:
    """The clock of a process and how long things take in it; only tests change them.

    Shapes: timer counts seconds, for caches; request is the longest time of a request, with its wait for the channel;
    probing and sweeping are the pauses between two trial writes and between two sweeps.
    """

    clock: Callable[[], datetime]
    timer: Callable[[], float] = time.monotonic
    request: timedelta = deadlines.REQUEST
    on_its_way: timedelta = deadlines.MOVE_ON_ITS_WAY
    outage: timedelta = OUTAGE
    paces: Mapping[Pace, timedelta] = field(default_factory=lambda: PACES)
    probing: timedelta = timedelta(seconds=30)
    sweeping: timedelta = timedelta(seconds=30)  # with on_its_way: under the minute by which an end may be late


class Arbiter:
    """Decides whether the side to move has run out of time.

    The player whose clock runs is judged by the instant of the press or command, by Discord's clock: a move made in
    time counts, however long it took to arrive. For all others, and for the sweep, the game is over once no such move
    can arrive any more. After an outage, no clock runs out until the sweep has corrected the clocks.
    """

    def __init__(
        self,
        clock: Callable[[], datetime],
        *,
        on_its_way: timedelta = deadlines.MOVE_ON_ITS_WAY,
        outage: timedelta = OUTAGE,
    ) -> None:
        self.clock = clock
        self.on_its_way = on_its_way
        self.outage = outage
        self._swept: datetime | None = None

    def note_sweep(self, at: datetime) -> None:
        """Note that the clocks are correct, as of an instant."""
        self._swept = at

    def judged(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return the game as it stands: ended, if the side to move has run out of time.

        Shapes: by is the requester, and sent the instant of the request.
        """
        if game.clock is None or game.result:
            return game
        now = self.clock()
        if self._swept is None or now - self._swept > min(
            self.outage, max(game.clock.pace, self.outage) / OUTAGE_SHARE
        ):
            return game
        at = now - self.on_its_way if sent is None or by is None or game.turn != Human(by) else sent
        return out_of_time(game, now) if game.clock.is_over(at) else game
