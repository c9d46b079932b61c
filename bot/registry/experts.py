"""The computer players: instant ones inline, the expert in worker processes under a deadline."""

import asyncio
import logging
import math
import multiprocessing
import time
from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from random import Random
from typing import Any

from pebble import ProcessExpired, ProcessPool

from bot.game.games import Level
from engine import Board, Cell, Rules
from engine.expert.search import choose
from engine.players import Choice, classic, easy

log = logging.getLogger(__name__)

INSTANT: Mapping[Level, Callable[[Board, Random], Choice]] = {Level.EASY: easy, Level.CLASSIC: classic}

REPLY_WITHIN = timedelta(seconds=4)  # from the move to the reply, however many think at once
LEAST = timedelta(milliseconds=30)  # less is not worth a worker: the classic player replies
GRACE = timedelta(seconds=2)  # beyond its time a worker hangs and is replaced
NODES_A_SECOND = 30_000  # what the slowest board reached here, so that nodes end a search before time does


def think(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    """Return the expert's choice in a position; runs in a worker."""
    board = Board.replay(rules, plies)
    seconds = allotted.total_seconds()
    late = time.monotonic() + seconds
    nodes = max(1, int(seconds * NODES_A_SECOND))
    return choose(board, budget=nodes, random=Random(seed), is_late=lambda: time.monotonic() > late)


Think = Callable[[Rules, tuple[Cell, ...], timedelta, int], Choice]


class Experts:
    """The expert players of all channels, in a fixed number of worker processes.

    First come, first served, and a channel has one game: so none waits longer for another that asks often. The more
    wait, the less time each gets, so that all have their reply within REPLY_WITHIN; where too little is left, or a
    worker hangs or dies, the classic player moves instead. Workers start with the first question.
    """

    def __init__(self, *, workers: int, budget: timedelta, work: Think = think) -> None:
        self._workers = workers
        self._budget = budget
        self._think = work
        self._free = asyncio.Semaphore(workers)
        self._asking = 0
        self._pool: ProcessPool | None = None

    @property
    def asking(self) -> int:
        """How many positions are being thought about, or wait for it."""
        return self._asking

    async def choose(self, board: Board, seed: int) -> Choice:
        """Return a choice in a position that is not over; the same seed gives the same one where time allows."""
        asked = time.monotonic()
        self._asking += 1
        try:
            async with self._free:
                allotted = self._allotted(timedelta(seconds=time.monotonic() - asked))
                if allotted < LEAST:
                    return classic(board, Random(seed))
                return await self._in_worker(board, allotted, seed)
        finally:
            self._asking -= 1

    def _allotted(self, waited: timedelta) -> timedelta:
        rounds = math.ceil(self._asking / self._workers)
        return min(self._budget, (REPLY_WITHIN - waited) / rounds)

    async def _in_worker(self, board: Board, allotted: timedelta, seed: int) -> Choice:
        pool = await self._running()
        arguments = (board.rules, tuple(board.plies), allotted, seed)
        hangs = (allotted + GRACE).total_seconds()
        try:
            return await asyncio.wrap_future(pool.schedule(self._think, args=arguments, timeout=hangs))
        except (TimeoutError, ProcessExpired, BrokenProcessPool) as error:
            log.warning("a worker was lost, the classic player moves instead: %r", error)
            return classic(board, Random(seed))

    async def _running(self) -> ProcessPool:
        """Return the pool; one whose workers all died while idle gives way to a new one."""
        if self._pool and not self._pool.active:
            await self.close()
        if not self._pool:
            spawn: Any = multiprocessing.get_context("spawn")  # any context will do, its type hint knows but one
            self._pool = ProcessPool(self._workers, context=spawn)
        return self._pool

    async def close(self) -> None:
        """End every worker, whatever it does."""
        pool, self._pool = self._pool, None
        if pool:
            pool.stop()
            await asyncio.to_thread(pool.join)
