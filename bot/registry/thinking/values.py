"""What is known of boards: how their games end with best play, from the engine's tables or by a search that is kept."""

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from typing import NamedTuple, Protocol

from bot import deadlines
from bot.game.games import Game
from bot.registry.choices import Remembered, soon
from bot.registry.computers import NODES_A_SECOND
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Mark, Rules, Value, value

log = logging.getLogger(__name__)

REMEMBERED = 1_000  # boards
LARGEST = 150  # cells of a board that is searched
WAITING = 8  # boards that wait for a search; more are left to later games

Table = Callable[[Rules], Value | None]


class Finding(NamedTuple):
    """How a board's game ends with best play; None if a search of so many nodes did not tell."""

    value: Value | None
    nodes: int


class ValueStore(Protocol):
    """What the values of boards need of a database. Any call may raise StoreFailed."""

    async def finding(self, rules: Rules) -> tuple[Value | None, int] | None:
        """Return what a search found out about a board, as in Finding, None if there was none."""
        ...

    async def save_finding(self, rules: Rules, value: Value | None, nodes: int) -> None:
        """Save what a search found out about a board, unless more is known."""
        ...


def upright(rules: Rules) -> Rules:
    """Return the rules with at least as many rows as columns: a board that is turned has the same value."""
    return rules if rules.m >= rules.n else Rules(rules.n, rules.m, rules.k)


def searched(rules: Rules, allotted: timedelta) -> Value | None:
    """Return how a board's game ends with best play, if that is found in time; runs in a worker."""
    from engine.expert.solve import prove  # noqa: PLC0415 - as in experts: the bot's own process never searches

    late = time.monotonic() + allotted.total_seconds()
    found = prove(Board(rules), budget=_nodes(allotted), is_late=lambda: time.monotonic() > late).value
    return found and Value(found.winner)


def _nodes(allotted: timedelta) -> int:
    return int(allotted.total_seconds() * NODES_A_SECOND)


class Values:
    """Knows how games end with best play on both sides, as far as that is proven.

    One board is searched at a time, in a worker that stands back behind all others and ends when there is nothing to
    search. What a search found is kept, also that it found nothing. clock counts seconds.
    """

    def __init__(
        self,
        store: ValueStore,
        workers: Workers,
        *,
        clock: Callable[[], float] = time.monotonic,
        table: Table = value,
        allotted: timedelta = deadlines.BOARD_SEARCH,
    ) -> None:
        self._store = store
        self._workers = workers
        self._table: Table = lru_cache(REMEMBERED)(table)
        self._allotted = allotted
        self._known: Remembered[Rules, Finding] = Remembered(clock, REMEMBERED)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._stopping = asyncio.Event()

    async def of(self, rules: Rules) -> Value | None:
        """Return how a board's game ends with best play; None where that isn't proven, or not known soon."""
        board = upright(rules)
        if not self.is_open(board):
            return self._table(board)
        found = await self._soon(board)
        return found and found.value

    def is_open(self, rules: Rules) -> bool:
        """Return whether the tables leave a board open that is small enough to be searched."""
        return rules.m * rules.n <= LARGEST and self._table(upright(rules)) is None

    def is_sought(self, rules: Rules) -> bool:
        """Return whether a search for a board's value may find one: it is open, and none was in vain lately."""
        return self.is_open(rules) and not self._was_in_vain(upright(rules))

    async def is_won(self, rules: Rules) -> bool:
        """Return whether it is proven that X wins a board with best play."""
        known = await self.of(rules)
        return known is not None and known.winner is Mark.X

    async def of_new(self, game: Game) -> Value | None:
        """Return the value of a game that has just begun, which its board says; None of any other."""
        return await self.of(game.rules) if game.is_new and game.result is None else None

    async def search(self, rules: Rules) -> Value | None:
        """Search for the value of a board of which none is known; None where that is too much, or was in vain before.

        Raises StoreFailed.
        """
        board = upright(rules)
        if not self.is_sought(board) or self._waiting >= WAITING:
            return None
        self._waiting += 1
        try:
            async with self._turn:
                return await self._searched(board)
        finally:
            self._waiting -= 1
            if not self._waiting:
                await self._workers.close()

    def stop(self) -> None:
        """Leave off searching."""
        self._stopping.set()

    def _was_in_vain(self, board: Rules) -> bool:
        """Return whether the database said lately that a search found nothing; so most games ask it only once."""
        known = self._known.get(board) if self._known.is_fresh(board) else None
        return known is not None and known.value is None and known.nodes >= _nodes(self._allotted)

    async def _searched(self, board: Rules) -> Value | None:
        nodes = _nodes(self._allotted)
        known = await self._finding(board)
        if known.value or known.nodes >= nodes:
            return known.value
        if self._stopping.is_set():
            return None
        try:
            found = Finding(await self._in_worker(board), nodes)
        except WorkerLost as lost:
            log.warning("the search of a board was lost: %s", lost)
            return None
        except asyncio.CancelledError:
            if self._stopping.is_set():
                return None
            raise
        await self._store.save_finding(board, *found)
        self._known.note(board, found)
        return found.value

    async def _in_worker(self, board: Rules) -> Value | None:
        within = self._allotted + deadlines.WORKER_GRACE
        searching = asyncio.ensure_future(self._workers.run(searched, board, self._allotted, within=within))
        stopped = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait((searching, stopped), return_when=asyncio.FIRST_COMPLETED)
            if not searching.done():
                searching.cancel()
            return await searching
        finally:
            stopped.cancel()

    async def _soon(self, board: Rules) -> Finding | None:
        """Return what a search found out about a board, if the database tells soon: an answer waits for it."""
        if self._known.is_fresh(board):
            return self._known.get(board)
        return await soon(self._finding(board), "a game begins without the value of its board")

    async def _finding(self, board: Rules) -> Finding:
        kept = await self._store.finding(board)
        found = Finding(*kept) if kept else Finding(None, 0)
        self._known.note(board, found)
        return found
