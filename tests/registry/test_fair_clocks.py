"""Whatever happens in whatever order: nobody has less time than the rules grant, and nobody loses who moved in time."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.core import Core
from bot.database.store import Store
from bot.deadlines import MOVE_ON_ITS_WAY
from bot.game.challenges import Terms
from bot.game.clock import Pace, allotted
from bot.game.errors import GameOver
from bot.game.games import Ending, Human, Result, UserId
from bot.game.requests import Target, Update
from engine import Cell, Rules
from tests.people import ANN, BOB, CHANNEL, CY, HERE
from tests.registry.accounts import Account, Act, play

HOUR, STEP = timedelta(hours=1), timedelta(minutes=4)


class Timed(Account):
    """A game with a pace of an hour, and how much time each player has by the rules."""

    terms = Terms(Rules(6, 6, 6), opponent=BOB, pace=Pace.HOUR, swap=True)

    def __init__(self, store: Store) -> None:
        self.ends: list[Update] = []
        self.left = {ANN: 2 * HOUR, BOB: 2 * HOUR}
        self.is_exact = True  # no outage and no odd clock has given anybody more
        self.asked: UserId | None = None  # by whom the last act was, if it was a request of a player
        super().__init__(store)

    def started(self) -> Core:
        process = super().started()
        process.channels.on_timeout = self.ends.append
        return process

    async def begin(self) -> None:
        await self.sweep(0)
        await super().begin()

    async def turn(self) -> UserId:
        turn = (await self.game()).turn
        assert isinstance(turn, Human)
        return turn.id

    async def check(self) -> bool:
        """Check the game; return whether it goes on."""
        game, turn = await self.game(), await self.turn()
        assert game.clock
        assert game.clock.deadline
        if game.result is None:
            assert self.ends == []
            has = game.clock.deadline - self.clock.now
            assert has == self.left[turn] if self.is_exact else has >= self.left[turn]
            self.asked = None
            return True
        on_time = game.result.ending is Ending.TIMEOUT or game.result == Result(None, Ending.STOPPED)
        assert len(self.ends) == on_time
        assert not on_time or self.left[turn] <= timedelta(0)
        may_be_on_its_way = self.clock.now < game.clock.deadline + MOVE_ON_ITS_WAY and self.asked != turn
        assert not (on_time and may_be_on_its_way)
        return False

    # -- what may happen

    async def wait(self, minutes: int) -> None:
        """Let time go by, with sweeps."""
        await self._pass(timedelta(minutes=minutes))

    async def wait_for_the_deadline(self, seconds: int) -> None:
        """Let time go by until so many seconds from the deadline."""
        clock = (await self.game()).clock
        assert clock
        assert clock.deadline
        await self._pass(clock.deadline + timedelta(seconds=seconds) - self.clock.now)

    async def _pass(self, time: timedelta) -> None:
        turn, end = await self.turn(), self.clock.now + time
        while self.clock.now < end and (await self.game()).result is None:
            step = min(STEP, end - self.clock.now)
            self.clock.now += step
            self.left[turn] -= step
            await self.sweep(0)

    async def outage(self, minutes: int) -> None:
        self.clock.advance(minutes=minutes)
        self.left[await self.turn()] -= timedelta(minutes=minutes)
        self.left = {user: max(left, HOUR / 4) for user, left in self.left.items()}
        self.is_exact = False
        for process in (self.there, self.started()):  # neither judges anybody before it has swept
            await process.registry.view(CHANNEL, CY)
        await asyncio.gather(self.here.timekeeper.sweep(), self.there.timekeeper.sweep())

    async def set_clock_back(self, minutes: int) -> None:
        self.clock.advance(minutes=-minutes)
        self.is_exact = False
        await self.sweep(0)

    async def sweep(self, _: int) -> None:
        await self.here.timekeeper.sweep()
        await self.there.timekeeper.sweep()

    async def move(self, seconds: int) -> None:
        """Let whoever is to move mark a cell, by a request that was so long on its way."""
        cell = next(iter((await self.game()).board.legal_moves))
        await self._move(seconds, lambda target, turn: self.here.registry.mark(target, turn, Cell(*cell)))

    async def swap(self, seconds: int) -> None:
        """Let whoever is to move take X, if they may."""
        await self._move(seconds, self.here.registry.swap)

    async def _move(self, seconds: int, make: Callable[[Target, UserId], Awaitable[Update]]) -> None:
        game, turn, way = await self.game(), await self.turn(), timedelta(seconds=seconds % 4)
        assert game.clock
        assert game.clock.deadline
        self.asked = turn
        try:
            await make(Target(HERE.channel, age=way), turn)
        except GameOver:
            assert game.clock.deadline <= self.clock.now - way
            raise
        other = ANN if turn == BOB else BOB
        self.left[turn] = max(self.left[turn], timedelta(0))
        self.left[other] = allotted(HOUR, game.moves + 1)

    async def undo(self, which: int) -> None:
        self.asked = (ANN, BOB)[which % 2]
        await self.here.registry.undo(CHANNEL, self.asked)

    async def allow(self, which: int) -> None:
        self.asked = (ANN, BOB)[which % 2]
        await self.here.registry.answer_undo(CHANNEL, self.asked, allow=bool(which % 3))

    async def look(self, _: int) -> None:
        await self.there.registry.view(CHANNEL, CY)

    async def end(self, which: int) -> None:
        self.asked = (ANN, BOB, CY)[which % 3]
        await self.here.registry.stop(CHANNEL, self.asked, moderates=False)


ACTS: dict[Act[Timed], st.SearchStrategy[int]] = {
    Timed.wait: st.integers(1, 50),
    Timed.wait_for_the_deadline: st.integers(-3, 8),
    Timed.outage: st.integers(6, 600),
    Timed.set_clock_back: st.integers(1, 600),
    Timed.sweep: st.just(0),
    Timed.restart: st.just(0),
    Timed.change_process: st.just(0),
    Timed.move: st.integers(0, 3),
    Timed.swap: st.integers(0, 3),
    Timed.undo: st.integers(0, 5),
    Timed.allow: st.integers(0, 5),
    Timed.look: st.just(0),
    Timed.end: st.integers(0, 2),
}
MOVES = st.tuples(st.just(Timed.move), ACTS[Timed.move])
ANY = st.sampled_from(list(ACTS)).flatmap(lambda act: st.tuples(st.just(act), ACTS[act]))


@given(st.lists(st.one_of(MOVES, ANY), max_size=30))
@example([(Timed.wait_for_the_deadline, 3), (Timed.look, 0), (Timed.move, 3)])
@example([(Timed.wait_for_the_deadline, 3), (Timed.undo, 1), (Timed.move, 3)])
@example([(Timed.outage, 600), (Timed.restart, 0), (Timed.look, 0), (Timed.move, 0)])
@example([(Timed.move, 0), (Timed.wait, 3), (Timed.swap, 0), (Timed.wait, 1), (Timed.undo, 1)])
@settings(max_examples=35)
def test_nobody_loses_on_time_who_moved_in_time(acts: list[tuple[Act[Timed], int]]) -> None:
    asyncio.run(play(Timed, acts))
