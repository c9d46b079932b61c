"""Any game between two people in two processes, against a model of its moves and clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.core import Core
from bot.database.store import Store
from bot.deadlines import MOVE_ON_ITS_WAY
from bot.game.clocks import Pace, allotted
from bot.game.errors import GameError, GameOver, OldBoard
from bot.game.games import Ending, Game, Human, Result, UserId
from bot.game.requests import Target, Update
from engine import Cell, Rules
from tests import people
from tests.databases import sqlite_store
from tests.people import ANN, BOB, CY, HERE, Clock, Deliberate, by, duel, press
from tests.stored import latest_game

HOUR, STEP = timedelta(hours=1), timedelta(minutes=4)
BOARD = Rules(6, 6, 6)
SWAP = None  # among the moves; the others are cells


class Played:
    """A game with a swap and a pace of an hour, its moves, and the time that each player has by the rules."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.clock = Clock()
        self.ends: list[Update] = []
        self.here, self.there = self.started(), self.started()
        self.moves: list[Cell | None] = []  # Ann and Bob make them in turn
        self.asked_at: int | None = None  # the number of moves at which an undo was asked for
        self.old: Game | None = None  # the game on a board that stayed on a screen
        self.left = {ANN: 2 * HOUR, BOB: 2 * HOUR}
        self.is_exact = True  # no outage and no odd clock has given anyone more
        self.by: UserId | None = None  # the player who acted last

    def started(self) -> Core:
        return people.process(self.store, Deliberate(), self.clock, on_timeout=self.ends.append)

    async def begin(self) -> None:
        await self.sweep(0)
        await duel(self.here.lobby, BOARD, pace=Pace.HOUR.time, swap=True)

    @property
    def turn(self) -> UserId:
        return (ANN, BOB)[len(self.moves) % 2]

    async def game(self) -> Game:
        game = await latest_game(self.store, HERE.channel)
        assert game
        return game

    async def deadline(self) -> datetime:
        clock = (await self.game()).clock
        assert clock
        assert clock.deadline
        return clock.deadline

    async def check(self) -> bool:
        """Check the game; return whether it goes on."""
        game, deadline = await self.game(), await self.deadline()
        self.check_moves(game)
        if game.result is None:
            assert (game.can_swap, game.awaits_swap) == (len(self.moves) == 1, len(self.moves) < 2)
            assert (game.undo_request and game.undo_request.moves) == self.asked_at
            assert self.ends == []
            has = deadline - self.clock.now
            assert has == self.left[self.turn] if self.is_exact else has >= self.left[self.turn]
            self.by = None
            return True
        on_time = game.result.ending is Ending.TIMEOUT or game.result == Result(None, Ending.STOPPED)
        assert len(self.ends) == on_time
        assert not on_time or self.left[self.turn] <= timedelta(0)
        may_be_on_its_way = self.clock.now < deadline + MOVE_ON_ITS_WAY and self.by != self.turn
        assert not (on_time and may_be_on_its_way)
        return False

    def check_moves(self, game: Game) -> None:
        is_taken = SWAP in self.moves
        assert list(game.plies) == [move for move in self.moves if move is not SWAP]
        assert (game.x, game.o) == ((Human(BOB), Human(ANN)) if is_taken else (Human(ANN), Human(BOB)))
        assert game.swapped is is_taken
        assert game.turn == Human(self.turn)

    # -- acts

    async def wait(self, minutes: int) -> None:
        """Let time pass, with sweeps."""
        await self._pass(timedelta(minutes=minutes))

    async def wait_for_the_deadline(self, seconds: int) -> None:
        """Let time pass until this number of seconds after the deadline."""
        await self._pass(await self.deadline() + timedelta(seconds=seconds) - self.clock.now)

    async def _pass(self, time: timedelta) -> None:
        end = self.clock.now + time
        while self.clock.now < end and (await self.game()).result is None:
            step = min(STEP, end - self.clock.now)
            self.clock.now += step
            self.left[self.turn] -= step
            await self.sweep(0)

    async def outage(self, minutes: int) -> None:
        self.clock.advance(minutes=minutes)
        self.left[self.turn] -= timedelta(minutes=minutes)
        self.left = {user: max(left, HOUR / 4) for user, left in self.left.items()}
        self.is_exact = False
        for process in (self.there, self.started()):  # neither ends a game before it has swept
            await process.games.view(by(CY))
        await asyncio.gather(self.here.clocks.sweep(), self.there.clocks.sweep())

    async def set_clock_back(self, minutes: int) -> None:
        self.clock.advance(minutes=-minutes)
        self.is_exact = False
        await self.sweep(0)

    async def sweep(self, _: int) -> None:
        await self.here.clocks.sweep()
        await self.there.clocks.sweep()

    async def restart(self, _: int) -> None:
        self.here = self.started()

    async def change_process(self, _: int) -> None:
        self.here, self.there = self.there, self.here

    async def mark(self, number: int) -> None:
        cells = list((await self.game()).board.legal_moves)
        await self._mark(cells[number % len(cells)], by(self.turn), number)

    async def swap(self, number: int) -> None:
        await self._move(SWAP, number, lambda way: self.here.games.swap(by(self.turn, age=way)))
        assert len(self.moves) == 2

    async def keep_a_board(self, _: int) -> None:
        self.old = await self.game()

    async def press_the_kept_board(self, number: int) -> None:
        """Press a cell of the kept board, which is old unless as many moves are made now."""
        if self.old is None:
            return
        try:
            await self._mark(Cell(number % 6, number // 6), press(self.old, self.turn), number)
        except OldBoard:
            assert self.old.moves != len(self.moves)
            raise
        assert self.old.moves == len(self.moves) - 1

    async def _mark(self, cell: Cell, target: Target, number: int) -> None:
        await self._move(cell, number, lambda way: self.here.games.mark(target._replace(age=way), cell))

    async def _move(self, move: Cell | None, number: int, make: Callable[[timedelta], Awaitable[Update]]) -> None:
        """Make a move as the player to move, with a request that is up to three seconds old."""
        deadline, way = await self.deadline(), timedelta(seconds=number % 4)
        self.by = self.turn
        try:
            await make(way)
        except GameOver:
            assert deadline <= self.clock.now - way
            raise
        self.left[self.turn] = max(self.left[self.turn], timedelta(0))
        self.moves.append(move)
        self.asked_at = None
        self.left[self.turn] = allotted(HOUR, len(self.moves))

    async def undo(self, number: int) -> None:
        self.by = (ANN, BOB)[number % 2]
        update = await self.here.games.undo(by(self.by))
        if update.game.undo_request:
            assert self.by == self.turn
            self.asked_at = len(self.moves)
        else:
            assert self.by != self.turn
            del self.moves[-1:]
            self.asked_at = None

    async def answer(self, number: int) -> None:
        allows, self.by = bool(number % 3), (ANN, BOB)[number % 2]
        await self.here.games.answer(by(self.by), allow=allows)
        assert self.asked_at == len(self.moves)
        if allows:
            del self.moves[-2:]
        self.asked_at = None

    async def look(self, _: int) -> None:
        await self.there.games.view(by(CY))

    async def end(self, number: int) -> None:
        self.by = (ANN, BOB, CY)[number % 3]
        await self.here.games.stop(by(self.by), moderates=False)


Act = Callable[[Played, int], Awaitable[None]]

ACTS: dict[Act, st.SearchStrategy[int]] = {
    Played.wait: st.integers(1, 50),
    Played.wait_for_the_deadline: st.integers(-3, 8),
    Played.outage: st.integers(6, 600),
    Played.set_clock_back: st.integers(1, 600),
    Played.sweep: st.just(0),
    Played.restart: st.just(0),
    Played.change_process: st.just(0),
    Played.mark: st.integers(0, 35),
    Played.swap: st.integers(0, 3),
    Played.keep_a_board: st.just(0),
    Played.press_the_kept_board: st.integers(0, 35),
    Played.undo: st.integers(0, 5),
    Played.answer: st.integers(0, 5),
    Played.look: st.just(0),
    Played.end: st.integers(0, 2),
}
MARKS = st.tuples(st.just(Played.mark), ACTS[Played.mark])
ANY = st.sampled_from(list(ACTS)).flatmap(lambda act: st.tuples(st.just(act), ACTS[act]))
MARK, SWAPS, ANN_UNDOES, BOB_UNDOES = (Played.mark, 4), (Played.swap, 0), (Played.undo, 0), (Played.undo, 1)


@given(st.lists(st.one_of(MARKS, ANY), max_size=30))
@example([(Played.wait_for_the_deadline, 3), (Played.look, 0), (Played.mark, 3)])
@example([(Played.wait_for_the_deadline, 3), BOB_UNDOES, (Played.mark, 3)])
@example([(Played.outage, 600), (Played.restart, 0), (Played.look, 0), MARK])
@example([MARK, (Played.wait, 3), SWAPS, (Played.wait, 1), BOB_UNDOES, SWAPS])
@example([MARK, ANN_UNDOES, MARK])
@example([(Played.wait_for_the_deadline, 2), (Played.mark, 3), ANN_UNDOES])
@example([MARK, MARK, MARK, (Played.wait, 3), ANN_UNDOES, BOB_UNDOES])
@example([MARK, SWAPS, ANN_UNDOES, (Played.answer, 1), MARK])
@example([MARK, MARK, ANN_UNDOES, (Played.answer, 3)])
@example([MARK, SWAPS, MARK, ANN_UNDOES, MARK])
@example([MARK, SWAPS, MARK, BOB_UNDOES, (Played.answer, 4), SWAPS])
@settings(max_examples=15)
async def test_games_and_clocks_agree_with_a_model(acts: list[tuple[Act, int]]) -> None:
    async with sqlite_store() as store:
        current = Played(store)
        await current.begin()
        for act, number in acts:
            with suppress(GameError):
                await act(current, number)
            if not await current.check():
                break
