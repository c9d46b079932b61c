"""The coach: hints, reviews and the defense of puzzles, computed in a worker of its own.

Players' moves come first: the coach doesn't share the experts' workers, and its worker runs at low priority. It answers
one question at a time, and hints for players come before reviews.
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
from bot.game.errors import CoachBusy, HintsInRated, OldBoard, StillOn, TooMuchAtOnce
from bot.game.games import Game, UserId
from bot.game.requests import Target
from bot.registry.channels import Channels
from bot.registry.computers import limit, share
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Limit, Rules
from engine.coach.findings import Answer, Hint
from engine.coach.review import Review

log = logging.getLogger(__name__)


MOST_WAITING = 100  # for a turn


class Turns:
    """One turn at a time: the lowest rank first, and equal ranks in the order of their arrival."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, rank: int, within: timedelta | None = None) -> AsyncGenerator[None]:
        """Wait for a turn, and hold it while the block runs.

        Raises
        ------
        TimeoutError
            The turn did not come in time.
        CoachBusy
            MOST_WAITING of this rank or a lower one wait already.
        """
        if self._is_taken:
            if sum(other <= rank for other, *_ in self._waiting) >= MOST_WAITING:
                raise CoachBusy
            called = asyncio.get_running_loop().create_future()
            waiting = rank, next(self._numbers), called
            heappush(self._waiting, waiting)
            try:
                async with asyncio.timeout(None if within is None else within.total_seconds()):
                    await called
            except (asyncio.CancelledError, TimeoutError):
                if called.done() and not called.cancelled():  # its turn came as it gave up
                    self._pass_on()
                elif waiting in self._waiting:
                    self._waiting.remove(waiting)
                    heapify(self._waiting)
                raise
        self._is_taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, called = heappop(self._waiting)
            if not called.done():
                called.set_result(None)
                return
        self._is_taken = False


T = TypeVar("T")
PLAYING, REVIEWING = 0, 1  # ranks: a player's hint comes before a review


def hinted(rules: Rules, plies: tuple[Cell, ...], awaits_swap: bool, seed: int, allotted: timedelta) -> Hint:  # noqa: FBT001
    """Return a hint in a position; runs in a worker."""
    return engine.hint(Board.replay(rules, plies), limit(allotted), random=Random(seed), swap=awaits_swap)


def reviewed(review: Review, begun_by: timedelta, allotted: timedelta) -> Review:
    """Return a review with more positions judged; no new one is begun later than begun_by. Runs in a worker."""
    from engine.coach.judging import carry_on  # noqa: PLC0415 - the bot's own process never searches

    carry_on(review, Limit(allotted.total_seconds()).begin(), begins=Limit(begun_by.total_seconds()).begin())
    return review


def answered(rules: Rules, plies: tuple[Cell, ...], cell: Cell, moves: int, allotted: timedelta) -> Answer | None:
    """Return O's reply in a puzzle; runs in a worker."""
    from engine.coach.judging import answer  # noqa: PLC0415 - as above

    return answer(Board.replay(rules, plies), cell, moves, limit(allotted).begin())


class Coach:
    """Gives hints, reviews finished games and defends puzzles."""

    def __init__(
        self, channels: Channels, workers: Workers, *, random: Random, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._channels = channels
        self._workers = workers
        self._random = random
        self._timer = timer
        self._turns = Turns()
        self._asking = 0  # hints
        self._reviewing: set[UserId] = set()
        self._is_stopping = False

    async def check_hint(self, target: Target, user: UserId) -> Game:
        """Return the game if a user may ask for a hint in it now.

        Raises NoGame, NotYourGame, GameOver, NotYourTurn, ComputerThinking, HintsInRated.
        """
        game = await self._channels.seen(target, user)
        playing.check_turn(game, user)
        if game.is_rated:
            raise HintsInRated
        return game

    async def hint(self, game: Game) -> Hint:
        """Return a hint for the side to move, and count it in the game.

        Raises
        ------
        CoachBusy, OldBoard
            Too many requests wait, or the game went on meanwhile.
        """
        hint = await self._soon(partial(hinted, game.rules, game.plies, game.awaits_swap, self._random.getrandbits(32)))
        async with self._channels.held(game.place.channel):
            before = await self._channels.load(game.id)
            if before is None or before.result or (before.plies, before.moves) != (game.plies, game.moves):
                raise OldBoard(before or game)
            await self._channels.save(before, before.noted(hints=before.hints + 1), before.interaction)
        return hint

    def check_review(self, game: Game) -> None:
        """Refuse to review a game that has not ended: a review would be a hint.

        Raises StillOn.
        """
        if game.result is None:
            raise StillOn

    async def review(self, game: Game, user: UserId, tell: Callable[[float], Awaitable[None]]) -> Review:
        """Return the review of a finished game, as complete as its time allows, and report its progress.

        Shapes: the progress goes from 0 to 1.

        Raises
        ------
        TooMuchAtOnce
            The user is already waiting for one.
        """
        if user in self._reviewing:
            raise TooMuchAtOnce
        self._reviewing.add(user)
        try:
            return await self._reviewed(game, tell)
        finally:
            self._reviewing.remove(user)

    async def _reviewed(self, game: Game, tell: Callable[[float], Awaitable[None]]) -> Review:
        review, start = Review(game.rules, game.plies), self._timer()
        while review.progress < 1 and not self._is_stopping:
            left = deadlines.REVIEW - timedelta(seconds=self._timer() - start) - deadlines.REVIEW_TURN
            if left <= timedelta():
                break
            try:
                async with self._turns.turn(REVIEWING, left):
                    work = partial(reviewed, review, deadlines.REVIEW_TURN / 4)
                    review = await self._in_worker(work, deadlines.REVIEW_TURN)
            except (CoachBusy, TimeoutError):
                break
            await tell(review.progress)
        return review

    async def answer(self, board: Board, cell: Cell, moves: int) -> Answer:
        """Return O's reply to X's cell in a puzzle; moves counts those that X has left, this one included.

        Raises CoachBusy.
        """
        answer = await self._soon(partial(answered, board.rules, tuple(board.plies), cell, moves))
        if answer is None:
            raise CoachBusy
        return answer

    def stop(self) -> None:
        """Let running reviews end with the positions judged so far."""
        self._is_stopping = True

    async def _soon(self, work: Callable[[timedelta], T]) -> T:
        """Do work that a player waits for: the more requests wait, the less time each gets."""
        start = self._timer()
        self._asking += 1
        try:
            async with self._turns.turn(PLAYING):
                waited = timedelta(seconds=self._timer() - start)
                allotted = share(deadlines.HINT, deadlines.EXPERT_REPLY - waited, self._asking, 1)
                if allotted < deadlines.EXPERT_LEAST:
                    raise CoachBusy
                return await self._in_worker(work, allotted)
        finally:
            self._asking -= 1

    async def _in_worker(self, work: Callable[[timedelta], T], allotted: timedelta) -> T:
        try:
            return await self._workers.run(work, allotted, within=allotted + deadlines.WORKER_GRACE)
        except WorkerLost as lost:
            log.warning("the coach's worker was lost: %s", lost)
            raise CoachBusy from lost
