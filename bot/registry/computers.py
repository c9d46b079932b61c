"""The computer players: instant ones inline, the expert in worker processes under a deadline."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from random import Random

from bot import deadlines
from bot.game.games import Computer, Level, Player
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Limit, Rules, choose
from engine.players import Choice, Reason, classic, classic_swaps, easy, easy_swaps

log = logging.getLogger(__name__)

INSTANT: Mapping[Level, Callable[..., Choice]] = {Level.EASY: easy, Level.CLASSIC: classic}
NEAR, SMALL = 2, 5  # on boards with more rows or columns than SMALL, a random mark is near another one
SWAPS: Mapping[Level, Callable[[Board, Random], bool]] = {Level.EASY: easy_swaps, Level.CLASSIC: classic_swaps}

NODES_A_SECOND = 30_000  # what the slowest board reached here, so that the nodes run out before the time


def _near(board: Board) -> int | None:
    """Return how far from a mark a random one may be: on a small board anywhere, as the published player has it."""
    return NEAR if max(board.rules.m, board.rules.n) > SMALL else None


def think(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    """Return the expert's choice in a position; runs in a worker."""
    return choose(Board.replay(rules, plies), limit(allotted), random=Random(seed))


def think_of_swap(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    """Return the expert's first move in a game with a swap; runs in a worker."""
    return choose(Board.replay(rules, plies), limit(allotted), random=Random(seed), swap=True)


def limit(allotted: timedelta) -> Limit:
    """Return the limit of a search that may take so long, which its nodes end on most machines."""
    seconds = allotted.total_seconds()
    return Limit(time=seconds, nodes=max(1, int(seconds * NODES_A_SECOND)))


def share(budget: timedelta, left: timedelta, asking: int, workers: int) -> timedelta:
    """Return the time for one question: the budget, or less if the remaining time has to serve several."""
    return min(budget, left / math.ceil(asking / workers))


Think = Callable[[Rules, tuple[Cell, ...], timedelta, int], Choice]


class Experts:
    """The expert players of all channels, in a fixed number of worker processes.

    First come, first served; a channel has one game, so no channel can crowd out another. The more positions wait, the
    less time each gets, so that every reply comes within a limit, counted from the question. If too little time is
    left, or a worker hangs or dies, the classic player moves instead. The workers start with the first question.
    """

    def __init__(
        self,
        *,
        workers: int,
        budget: timedelta,
        reply: timedelta = deadlines.EXPERT_REPLY,
        grace: timedelta = deadlines.WORKER_GRACE,
        clock: Callable[[], float] = time.monotonic,
        work: Think = think,
    ) -> None:
        self._workers = workers
        self._budget = budget
        self._reply = reply
        self._grace = grace
        self._clock = clock
        self._think = work
        self._free = asyncio.Semaphore(workers)
        self._asking = 0
        self._pool = Workers(workers)

    @property
    def asking(self) -> int:
        """The number of positions that are being searched or wait for it."""
        return self._asking

    async def choose(self, board: Board, seed: int, *, has_swap: bool = False) -> Choice:
        """Return a choice in a position that is not over; the same seed gives the same choice if time allows.

        Shapes: has_swap: the second player may take X now or after the move.
        """
        start = self._clock()
        self._asking += 1
        try:
            async with self._free:
                waited = timedelta(seconds=self._clock() - start)
                allotted = share(self._budget, self._reply - waited, self._asking, self._workers)
                if allotted < deadlines.EXPERT_LEAST:
                    return classic(board, Random(seed), near=_near(board))
                think = think_of_swap if has_swap else self._think
                return await self._in_worker(think, board, allotted, seed)
        finally:
            self._asking -= 1

    async def _in_worker(self, think: Think, board: Board, allotted: timedelta, seed: int) -> Choice:
        position, hangs = (board.rules, tuple(board.plies)), allotted + self._grace
        try:
            return await self._pool.run(think, *position, allotted, seed, within=hangs)
        except WorkerLost as lost:
            log.warning("a worker was lost, the classic player moves instead: %s", lost)
            return classic(board, Random(seed), near=_near(board))

    async def close(self) -> None:
        """End every worker, even in the middle of a search."""
        await self._pool.close()


class Computers:
    """Chooses the computer's moves. observe gets each choice and the seconds it took."""

    def __init__(
        self,
        experts: Experts,
        *,
        random: Random,
        timer: Callable[[], float] = time.perf_counter,
        observe: Callable[[Level, float], None] = lambda _level, _seconds: None,
    ) -> None:
        self._experts = experts
        self._random = random
        self._timer = timer
        self._observe = observe

    @property
    def asking(self) -> int:
        """The number of positions that the experts have to answer."""
        return self._experts.asking

    def at_once(self, player: Player, board: Board, *, can_swap: bool = False) -> Choice | None:
        """Return a player's choice in a position that is not over; None for a human or an expert.

        Shapes: can_swap: whether the player may take X instead of a cell.
        """
        if not isinstance(player, Computer) or player.level not in INSTANT:
            return None
        began = self._timer()
        if can_swap and SWAPS[player.level](board, self._random):
            choice = Choice(board.plies[0], Reason.SWAP)
        else:
            choice = INSTANT[player.level](board, self._random, near=_near(board))
        self._observe(player.level, self._timer() - began)
        return choice

    async def expert(self, board: Board, *, has_swap: bool = False) -> Choice:
        """Return the expert's choice in a position that is not over; has_swap as in Experts."""
        began = self._timer()
        choice = await self._experts.choose(board, seed=self._random.getrandbits(32), has_swap=has_swap)
        self._observe(Level.EXPERT, self._timer() - began)
        return choice
