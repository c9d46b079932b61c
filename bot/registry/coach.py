"""Hints, reviews and the defense in puzzles, computed in worker processes.

Players' moves come first: the coach doesn't use the experts' workers, and its own workers run at low priority. One does
hints and puzzles, the other reviews, and each does one thing at a time.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import TypeVar

import engine
from bot import deadlines
from bot.game import playing
from bot.game.coach import Retry, Trial, shown_moments
from bot.game.errors import CoachBusy, HintsInRated, OldBoard, StillRunning, TooMuchAtOnce
from bot.game.games import Game, UserId
from bot.game.requests import Target
from bot.registry.channels import Channels
from bot.registry.computers import limit, time_slice
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Limit, Rules
from engine.coach.findings import Answer, Hint, Proven
from engine.coach.review import Review

log = logging.getLogger(__name__)

MAX_WAITING = 100  # requests per worker, besides the running one

T = TypeVar("T")


def make_hint(rules: Rules, plies: tuple[Cell, ...], awaits_swap: bool, seed: int, allotted: timedelta) -> Hint:  # noqa: FBT001
    """Return a hint in a position; runs in a worker."""
    return engine.hint(Board.replay(rules, plies), limit(allotted), random=Random(seed), swap=awaits_swap)


def continue_review(review: Review, begun_by: timedelta, allotted: timedelta) -> Review:
    """Judge more positions of a review, beginning none after begun_by; runs in a worker."""
    from engine.coach.judging import carry_on  # noqa: PLC0415 - only workers search

    carry_on(review, Limit(allotted.total_seconds()).begin(), begins=Limit(begun_by.total_seconds()).begin())
    return review


def find_result(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta) -> Proven | None:
    """Return the proven result of a position; runs in a worker."""
    from engine.coach.judging import judge  # noqa: PLC0415 - as above

    return judge(Board.replay(rules, plies), limit(allotted).begin())


def find_answer(rules: Rules, plies: tuple[Cell, ...], cell: Cell, moves: int, allotted: timedelta) -> Answer | None:
    """Return O's reply in a puzzle; runs in a worker."""
    from engine.coach.judging import answer  # noqa: PLC0415 - as above

    return answer(Board.replay(rules, plies), cell, moves, limit(allotted).begin())


class Coach:
    """Gives hints, reviews finished games, and plays O in puzzles."""

    def __init__(
        self,
        channels: Channels,
        make_worker: Callable[[], Workers],
        *,
        random: Random,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._channels = channels
        self._random = random
        self._timer = timer
        self._player_worker, self._review_worker = make_worker(), make_worker()
        self._player_turn, self._review_turn = asyncio.Lock(), asyncio.Lock()
        self._pending = 0  # requests for hints and in puzzles
        self._reviewing: set[UserId] = set()
        self._is_stopping = False

    async def check_hint(self, target: Target) -> Game:
        """Return the game if a user may ask for a hint in it now.

        Raises NoGame, OldBoard, NotYourGame, GameOver, NotYourTurn, ComputerThinking, MovedLast, HintsInRated.
        """
        game = await self._channels.view(target)
        playing.check_turn(game, target.user, self._channels.now())
        if game.is_rated:
            raise HintsInRated
        self._channels.note_act(game, target.user)
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

        Raises TooMuchAtOnce, CoachBusy.
        """
        if user in self._reviewing:
            raise TooMuchAtOnce
        if len(self._reviewing) > MAX_WAITING:
            raise CoachBusy
        self._reviewing.add(user)
        try:
            return await self._reviewed(game, report)
        finally:
            self._reviewing.remove(user)

    async def has_mistake(self, game: Game, user: UserId) -> bool:
        """Return whether a short review proves a mistake by a player of a finished game. It doesn't wait long."""
        try:
            review = await self._continued(Review(game.rules, game.plies), deadlines.REVIEW_TURN)
        except (CoachBusy, TimeoutError):
            return False
        return any(moment.mark is game.side(user) for moment in shown_moments(game, review))

    async def _reviewed(self, game: Game, report: Callable[[float], Awaitable[None]]) -> Review:
        review, start = Review(game.rules, game.plies), self._timer()
        while review.progress < 1 and not self._is_stopping:
            left = deadlines.REVIEW - timedelta(seconds=self._timer() - start) - deadlines.REVIEW_TURN
            if left <= timedelta():
                break
            try:
                review = await self._continued(review, left)
            except (CoachBusy, TimeoutError):
                break
            await report(review.progress)
        return review

    async def _continued(self, review: Review, within: timedelta) -> Review:
        """Wait for a turn in the worker, and judge more positions of a review. Raises TimeoutError, CoachBusy."""
        async with asyncio.timeout(within.total_seconds()):
            await self._review_turn.acquire()
        try:
            work = partial(continue_review, review, deadlines.REVIEW_TURN / 4)
            return await _run(self._review_worker, work, deadlines.REVIEW_TURN)
        finally:
            self._review_turn.release()

    async def answer(self, board: Board, cell: Cell, moves: int) -> Answer:
        """Return the best reply to a cell in a puzzle. moves is the number of moves left to win in, including this one.

        Raises CoachBusy.
        """
        answer = await self._run_for_player(partial(find_answer, board.rules, tuple(board.plies), cell, moves))
        if answer is None:
            raise CoachBusy
        return answer

    async def try_cell(self, retry: Retry, cell: Cell) -> Trial:
        """Mark a cell in another try at a finished game, and let the computer reply.

        The cell is empty, and the try isn't over. Raises CoachBusy.
        """
        if retry.is_solved_by(cell):
            return Trial(retry.with_cells(cell), cell, is_solved=True)
        if retry.moves:
            answer = await self.answer(retry.board, cell, retry.left)
            return Trial(retry.with_cells(cell, answer.reply) if answer.moves else retry, cell, answer=answer)
        proven = await self._run_for_player(partial(find_result, retry.game.rules, (*retry.board.plies, cell)))
        holds = proven is not None and proven.winner is not retry.side.other
        return Trial(retry.with_cells(cell) if holds else retry, cell, is_solved=holds, proven=proven)

    def stop(self) -> None:
        """Make running reviews return the positions judged so far."""
        self._is_stopping = True

    async def close(self) -> None:
        """Kill the workers, even in the middle of their work."""
        await self._player_worker.close()
        await self._review_worker.close()

    async def _run_for_player(self, work: Callable[[timedelta], T]) -> T:
        """Do work that a player is waiting for. The more requests are waiting, the less time each gets."""
        if self._pending > MAX_WAITING:
            raise CoachBusy
        start = self._timer()
        self._pending += 1
        try:
            async with self._player_turn:
                waited = timedelta(seconds=self._timer() - start)
                allotted = time_slice(deadlines.HINT, deadlines.EXPERT_REPLY - waited, self._pending, 1)
                if allotted < deadlines.EXPERT_MINIMUM:
                    raise CoachBusy
                return await _run(self._player_worker, work, allotted)
        finally:
            self._pending -= 1


async def _run(worker: Workers, work: Callable[[timedelta], T], allotted: timedelta) -> T:
    try:
        return await worker.run(work, allotted, within=allotted + deadlines.WORKER_GRACE)
    except WorkerLost as lost:
        log.warning("lost a worker of the coach: %s", lost)
        raise CoachBusy from lost
