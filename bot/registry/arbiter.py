"""Whose time is over: decided in this one place, for every touch of a game and for the sweeps."""

from collections.abc import Callable
from datetime import datetime, timedelta

from bot import deadlines
from bot.game.games import Game, Human, UserId
from bot.game.playing import out_of_time

OUTAGE = timedelta(minutes=5)  # after a longer pause between two sweeps every clock has a quarter of its pace


class Arbiter:
    """Decides whether the side to move has run out of time.

    The player whose clock runs is judged by the instant at which they acted, by Discord's clock: a move that was made
    in time counts, however long its way here took. Everybody else, and the sweep, finds the game over only when no such
    move can arrive any more. After an outage nobody is judged until the sweep has looked after the clocks.
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
        """Note that the clocks are right, as of an instant."""
        self._swept = at

    def judged(self, game: Game, by: UserId | None = None, sent: datetime | None = None) -> Game:
        """Return the game as it stands: ended, if the side to move has run out of time.

        Shapes: by is who touches it, and sent when they did.
        """
        if game.clock is None or game.result:
            return game
        now = self.clock()
        if self._swept is None or now - self._swept > self.outage:
            return game
        at = now - self.on_its_way if sent is None or by is None or game.turn != Human(by) else sent
        return out_of_time(game, now) if game.clock.is_over(at) else game
