"""Hints, reviews and the defense in puzzles, computed in one worker process.

Players' moves come first: the coach doesn't use the experts' workers, and its own worker runs at low priority. It does
one thing at a time; hints and puzzles come before reviews.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import count
from random import Random
from typing import TypeVar

import engine
from bot import deadlines
from bot.game import playing
from bot.game.errors import CoachBusy, HintsInRated, OldBoard, StillRunning, TooMuchAtOnce
from bot.game.games import Game, UserId
from bot.game.requests import Target
from bot.registry.channels import Channels
from bot.registry.computers import limit, time_slice
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Limit, Rules
from engine.coach.findings import Answer, Hint
from engine.coach.review import Review

log = logging.getLogger(__name__)


MAX_WAITING = 100


class PriorityLock:
    """A lock that goes to the waiter with the lowest rank, and among equal ranks to the first."""

    def __init__(self) -> None:
        self._is_held = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def held(self, rank: int, within: timedelta | None = None) -> AsyncGenerator[None]:
        """Acquire the lock, and hold it while the block runs.

        Raises TimeoutError, CoachBusy (MAX_WAITING others already wait, at this rank or lower).
        """
        if self._is_held:
            if sum(other <= rank for other, *_ in self._waiting) >= MAX_WAITING:
                raise CoachBusy
            turn = asyncio.get_running_loop().create_future()
            waiting = rank, next(self._numbers), turn
            heappush(self._waiting, waiting)
            try:
                async with asyncio.timeout(None if within is None else within.total_seconds()):
                    await turn
            except (asyncio.CancelledError, TimeoutError):
                if turn.done() and not turn.cancelled():  # it got the lock just as it gave up
                    self._pass_on()
                elif waiting in self._waiting:
                    self._waiting.remove(waiting)
                    heapify(self._waiting)
                raise
        self._is_held = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._is_held = False


T = TypeVar("T")
PLAYING, REVIEWING = 0, 1  # ranks


def make_hint(rules: Rules, plies: tuple[Cell, ...], awaits_swap: bool, seed: int, allotted: timedelta) -> Hint:  # noqa: FBT001
    """Return a hint in a position; runs in a worker."""
    return engine.hint(Board.replay(rules, plies), limit(allotted), random=Random(seed), swap=awaits_swap)


def continue_review(review: Review, begun_by: timedelta, allotted: timedelta) -> Review:
    """Judge more positions of a review, beginning none after begun_by; runs in a worker."""
    from engine.coach.judging import carry_on  # noqa: PLC0415 - only workers search

    carry_on(review, Limit(allotted.total_seconds()).begin(), begins=Limit(begun_by.total_seconds()).begin())
    return review


def find_answer(rules: Rules, plies: tuple[Cell, ...], cell: Cell, moves: int, allotted: timedelta) -> Answer | None:
    """Return O's reply in a puzzle; runs in a worker."""
    from engine.coach.judging import answer  # noqa: PLC0415 - as above

    return answer(Board.replay(rules, plies), cell, moves, limit(allotted).begin())


class Coach:
    """Gives hints, reviews finished games, and plays O in puzzles."""

    def __init__(
        self, channels: Channels, workers: Workers, *, random: Random, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._channels = channels
        self._workers = workers
        self._random = random
        self._timer = timer
        self._lock = PriorityLock()
        self._pending = 0  # requests of players, not reviews
        self._reviewing: set[UserId] = set()
        self._is_stopping = False

    async def check_hint(self, target: Target) -> Game:
        """Return the game if a user may ask for a hint in it now.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, HintsInRated.
        """
        game = await self._channels.view(target)
        playing.check_turn(game, target.user)
        if game.is_rated:
            raise HintsInRated
        return game

    async def hint(self, game: Game) -> Hint:
        """Return a hint for the side to move, and count it in the game.

        Raises CoachBusy, OldBoard or GameOver (the game went on meanwhile).
        """
        hint = await self._run_for_player(
            partial(make_hint, game.rules, game.plies, game.awaits_swap, self._random.getrandbits(32))
        )
        async with self._channels.held(game.place.channel):
            before = await self._channels.load(game.id)
            if before is None or before.result or (before.plies, before.moves) != (game.plies, game.moves):
                raise OldBoard(before or game)
            await self._channels.save(before, before.with_changes(hints=before.hints + 1), before.interaction)
        return hint

    def check_review(self, game: Game) -> None:
        """Refuse to review a live game, because a review would be a hint. Raises StillRunning."""
        if game.result is None:
            raise StillRunning

    async def review(self, game: Game, user: UserId, report: Callable[[float], Awaitable[None]]) -> Review:
        """Return the review of a finished game, as complete as time allows, and report its progress from 0 to 1.

        Raises TooMuchAtOnce.
        """
        if user in self._reviewing:
            raise TooMuchAtOnce
        self._reviewing.add(user)
        try:
            return await self._reviewed(game, report)
        finally:
            self._reviewing.remove(user)

    async def _reviewed(self, game: Game, report: Callable[[float], Awaitable[None]]) -> Review:
        review, start = Review(game.rules, game.plies), self._timer()
        while review.progress < 1 and not self._is_stopping:
            left = deadlines.REVIEW - timedelta(seconds=self._timer() - start) - deadlines.REVIEW_TURN
            if left <= timedelta():
                break
            try:
                async with self._lock.held(REVIEWING, left):
                    work = partial(continue_review, review, deadlines.REVIEW_TURN / 4)
                    review = await self._in_worker(work, deadlines.REVIEW_TURN)
            except (CoachBusy, TimeoutError):
                break
            await report(review.progress)
        return review

    async def answer(self, board: Board, cell: Cell, moves: int) -> Answer:
        """Return O's reply to X's cell in a puzzle. moves is the number of moves that X has left, including this one.

        Raises CoachBusy.
        """
        answer = await self._run_for_player(partial(find_answer, board.rules, tuple(board.plies), cell, moves))
        if answer is None:
            raise CoachBusy
        return answer

    def stop(self) -> None:
        """Make running reviews return the positions judged so far."""
        self._is_stopping = True

    async def _run_for_player(self, work: Callable[[timedelta], T]) -> T:
        """Do work that a player is waiting for. The more requests are waiting, the less time each gets."""
        start = self._timer()
        self._pending += 1
        try:
            async with self._lock.held(PLAYING):
                waited = timedelta(seconds=self._timer() - start)
                allotted = time_slice(deadlines.HINT, deadlines.EXPERT_REPLY - waited, self._pending, 1)
                if allotted < deadlines.EXPERT_MINIMUM:
                    raise CoachBusy
                return await self._in_worker(work, allotted)
        finally:
            self._pending -= 1

    async def _in_worker(self, work: Callable[[timedelta], T], allotted: timedelta) -> T:
        try:
            return await self._workers.run(work, allotted, within=allotted + deadlines.WORKER_GRACE)
        except WorkerLost as lost:
            log.warning("lost the coach's worker: %s", lost)
            raise CoachBusy from lost
