"""The computer players. Easy and classic move at once; the others search in worker processes under a deadline."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from random import Random

from bot import deadlines
from bot.game.games import Computer, Level, Player
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Limit, Rules, choose
from engine.players import HARD, MEDIUM, Choice, Handicap, Reason, classic, classic_swaps, easy, easy_swaps

log = logging.getLogger(__name__)

INSTANT: Mapping[Level, Callable[..., Choice]] = {Level.EASY: easy, Level.CLASSIC: classic}
NEAR, SMALL = 2, 5  # if the board has a side longer than SMALL, a random mark is at most NEAR cells from another
SWAPS: Mapping[Level, Callable[[Board, Random], bool]] = {Level.EASY: easy_swaps, Level.CLASSIC: classic_swaps}
HANDICAPS: Mapping[Level, Handicap | None] = {Level.MEDIUM: MEDIUM, Level.HARD: HARD, Level.EXPERT: None}

NODES_PER_SECOND = 30_000  # measured on the slowest board, so that nodes run out before time does


def near(board: Board) -> int | None:
    """Return the maximum distance of a random mark from another; None if unlimited, as in the published player."""
    return NEAR if max(board.rules.m, board.rules.n) > SMALL else None


def choose_move(
    rules: Rules,
    plies: tuple[Cell, ...],
    allotted: timedelta,
    seed: int,
    *,
    swap: bool = False,
    handicap: Handicap | None = None,
) -> Choice:
    """Return the expert's move in a position; runs in a worker. swap: the second player may take X."""
    return choose(Board.replay(rules, plies), limit(allotted), random=Random(seed), swap=swap, handicap=handicap)


def limit(allotted: timedelta) -> Limit:
    """Return a search limit for an amount of time. On most machines, the search runs out of nodes first."""
    seconds = allotted.total_seconds()
    return Limit(time=seconds, nodes=max(1, int(seconds * NODES_PER_SECOND)))


def time_slice(budget: timedelta, left: timedelta, pending: int, workers: int) -> timedelta:
    """Return the time for one search: the budget, or less if several searches must share the time that is left."""
    return min(budget, left / math.ceil(pending / workers))


Think = Callable[[Rules, tuple[Cell, ...], timedelta, int], Choice]


class Experts:
    """Expert players in a fixed number of worker processes, shared by all channels.

    Positions are searched in the order of their arrival. The more positions are waiting, the less time each gets, so
    that every reply comes in time. If too little time is left, or a worker hangs or dies, the classic player moves
    instead. The workers start with the first search.
    """

    def __init__(
        self,
        *,
        workers: int,
        budget: timedelta,
        reply: timedelta = deadlines.EXPERT_REPLY,
        grace: timedelta = deadlines.WORKER_GRACE,
        timer: Callable[[], float] = time.monotonic,
        work: Think = choose_move,
    ) -> None:
        self._workers = workers
        self._budget = budget
        self._reply = reply
        self._grace = grace
        self._timer = timer
        self._think = work
        self._free = asyncio.Semaphore(workers)
        self.pending = 0  # positions being searched or waiting
        self._pool = Workers(workers)

    async def choose(
        self, board: Board, seed: int, *, has_swap: bool = False, handicap: Handicap | None = None
    ) -> Choice:
        """Return a move in a live position. The same seed gives the same move, unless time runs out.

        has_swap: the second player may take X now or after this move.
        """
        start = self._timer()
        self.pending += 1
        try:
            async with self._free:
                waited = timedelta(seconds=self._timer() - start)
                allotted = time_slice(self._budget, self._reply - waited, self.pending, self._workers)
                if allotted < deadlines.EXPERT_MINIMUM:
                    return classic(board, Random(seed), near=near(board))
                is_special = has_swap or handicap
                think = partial(choose_move, swap=has_swap, handicap=handicap) if is_special else self._think
                position, time_limit = (board.rules, tuple(board.plies)), allotted + self._grace
                return await self._pool.run(think, *position, allotted, seed, within=time_limit)
        except WorkerLost as lost:
            log.warning("lost a worker, the classic player moves instead: %s", lost)
            return classic(board, Random(seed), near=near(board))
        finally:
            self.pending -= 1

    async def close(self) -> None:
        """Kill every worker, even in the middle of a search."""
        await self._pool.close()


class Computers:
    """Chooses the computer's moves. observe is called with the level and the seconds that each move took."""

    def __init__(
        self,
        experts: Experts,
        *,
        random: Random,
        timer: Callable[[], float] = time.perf_counter,
        observe: Callable[[Level, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self.experts = experts
        self.random = random
        self._timer = timer
        self._observe = observe

    def instant_choice(self, player: Player, board: Board, *, can_swap: bool = False) -> Choice | None:
        """Return an easy or classic player's move in a live position; None for a human or a level that searches.

        can_swap: the player may take X instead of marking a cell.
        """
        if not isinstance(player, Computer) or player.level not in INSTANT:
            return None
        began = self._timer()
        if can_swap and SWAPS[player.level](board, self.random):
            choice = Choice(board.plies[0], Reason.SWAP)
        else:
            choice = INSTANT[player.level](board, self.random, near=near(board))
        self._observe(player.level, self._timer() - began)
        return choice

    async def searched_choice(self, level: Level, board: Board, *, has_swap: bool = False) -> Choice:
        """Return the move of a level that searches, in a live position; has_swap as in Experts.choose."""
        began, seed = self._timer(), self.random.getrandbits(32)
        choice = await self.experts.choose(board, seed, has_swap=has_swap, handicap=HANDICAPS[level])
        self._observe(level, self._timer() - began)
        return choice
