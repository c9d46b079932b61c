"""The coach: who may ask, what is counted, whose turn it is, and lost workers."""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot import deadlines
from bot.core import Core
from bot.database.store import Store
from bot.deadlines import Times
from bot.game.errors import CoachBusy, GameOver, HintsInRated, NotYourGame, NotYourTurn, StillRunning, TooMuchAtOnce
from bot.game.games import Game, UserId
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.coach import MAX_WAITING, Coach
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.workers import WorkerLost, Workers
from engine import Board, Cell, Mark, Rules
from engine.coach.findings import Answer, Why
from tests.people import ANN, BOB, CY, Clock, InProcess, by, duel, play, solo


class Lost(InProcess):
    """A worker that is lost with whatever it is asked."""

    async def run(self, work: Callable[..., Any], *arguments: Any, within: timedelta) -> Any:
        raise WorkerLost


class Busy(InProcess):
    """A worker that works only after it is released."""

    def __init__(self) -> None:
        super().__init__()
        self.is_free = asyncio.Event()
        self.has_begun = asyncio.Event()
        self.running = 0
        self.most = 0  # tasks at once
        self.is_closed = False

    async def run(self, work: Callable[..., Any], *arguments: Any, within: timedelta) -> Any:
        self.running += 1
        self.most = max(self.most, self.running)
        self.has_begun.set()
        try:
            await self.is_free.wait()
            return await super().run(work, *arguments, within=within)
        finally:
            self.running -= 1

    async def close(self) -> None:
        self.is_closed = True


async def ignored(progress: float) -> None:
    pass


@pytest.fixture
def coach(process: Core) -> Coach:
    return process.coach


def another(store: Store, *workers: Workers, timer: Callable[[], float] = time.monotonic) -> Coach:
    """Return a coach with its own workers: one for players and one for reviews."""
    make_worker = iter(workers).__next__
    return Coach(Channels(store.games, Arbiter(Times(Clock()))), make_worker, random=Random(1), timer=timer)


async def finished_game(lobby: Lobby, games: Games) -> Game:
    """Return a game with two moves that Bob has resigned."""
    await duel(lobby)
    await play(games, (1, 1), (0, 1))
    return (await games.resign(by(BOB))).game


def solve(coach: Coach) -> asyncio.Task[Answer]:
    """Mark the center in a puzzle that X can't win at once."""
    return asyncio.create_task(coach.answer(Board(Rules(3, 3, 3)), Cell(1, 1), 3))


async def test_hints_are_counted_with_the_game(coach: Coach, lobby: Lobby, games: Games, rival: Core) -> None:
    start = await solo(lobby, Rules(3, 4, 3))
    game = await coach.check_hint(by(ANN))
    hint = await coach.hint(game)
    assert hint.why is Why.WINS
    assert (await games.view(by(ANN))).game == replace(start, hints=1, revision=start.revision + 1)
    await rival.coach.hint(await rival.coach.check_hint(by(ANN)))
    assert (await games.view(by(ANN))).game.hints == 2


async def test_only_the_player_to_move_gets_a_hint(coach: Coach, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    for user, error in ((BOB, NotYourTurn), (CY, NotYourGame), (ANN, HintsInRated)):
        with pytest.raises(error):
            await coach.check_hint(by(user))
    await games.resign(by(BOB))
    with pytest.raises(GameOver):
        await coach.check_hint(by(ANN))


async def test_a_lost_worker_is_a_refusal(store: Store, lobby: Lobby, games: Games) -> None:
    coach = another(store, Lost(), InProcess())
    await solo(lobby)
    with pytest.raises(CoachBusy):
        await coach.hint(await coach.check_hint(by(ANN)))
    assert (await games.view(by(ANN))).game.hints == 0


async def test_a_review_finds_the_turning_point(coach: Coach, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    update = await play(games, (1, 1), (0, 1), (0, 0), (2, 2), (1, 0), (1, 2), (2, 0))
    with pytest.raises(StillRunning):
        coach.check_review(update.before)
    game = update.game
    reports: list[float] = []

    async def tell(progress: float) -> None:
        reports.append(progress)

    coach.check_review(game)
    review = await coach.review(game, ANN, tell)
    assert [(moment.number, moment.mark, moment.drop) for moment in review.moments] == [(2, Mark.O, 1)]
    assert reports[-1] == 1


async def test_a_review_survives_a_lost_worker(store: Store, lobby: Lobby, games: Games) -> None:
    game = await finished_game(lobby, games)
    review = await another(store, InProcess(), Lost()).review(game, ANN, ignored)
    assert review.unknown == 2


async def test_a_user_gets_one_review_at_a_time(coach: Coach, lobby: Lobby, games: Games) -> None:
    game = await finished_game(lobby, games)

    async def ask_again(progress: float) -> None:
        with pytest.raises(TooMuchAtOnce):
            await coach.review(game, ANN, ignored)
        assert (await coach.review(game, BOB, ignored)).progress == 1

    assert (await coach.review(game, ANN, ask_again)).progress == 1
    assert (await coach.review(game, ANN, ignored)).progress == 1


async def test_a_review_ends_in_time(store: Store, lobby: Lobby, games: Games, clock: Clock) -> None:
    await duel(lobby, Rules(9, 9, 5))
    await play(games, *[(row, col) for row in (0, 4, 8) for col in (0, 3, 6)])
    game = (await games.resign(by(BOB))).game
    start = clock.now

    async def later(progress: float) -> None:
        clock.advance(seconds=5)

    coach = another(store, InProcess(), InProcess(), timer=lambda: clock().timestamp())
    review = await coach.review(game, ANN, later)
    assert review.unknown
    assert clock.now - start <= deadlines.REVIEW
    coach.stop()
    assert (await coach.review(game, ANN, later)).unknown == len(game.plies)


async def test_no_player_waits_for_a_review(store: Store, lobby: Lobby, games: Games) -> None:
    game, busy = await finished_game(lobby, games), Busy()
    coach = another(store, InProcess(), busy)
    review = asyncio.create_task(coach.review(game, ANN, ignored))
    await busy.has_begun.wait()
    assert (await solve(coach)).reply
    assert not review.done()
    busy.is_free.set()
    assert (await review).progress == 1


async def test_each_worker_does_one_thing_at_a_time(store: Store, lobby: Lobby, games: Games) -> None:
    game, workers = await finished_game(lobby, games), (Busy(), Busy())
    coach = another(store, *workers)
    reviews = [asyncio.create_task(coach.review(game, user, ignored)) for user in (ANN, BOB, CY)]
    answers = [solve(coach) for _ in range(3)]
    for worker in workers:
        await worker.has_begun.wait()
        worker.is_free.set()
    await asyncio.gather(*reviews, *answers)
    assert [worker.most for worker in workers] == [1, 1]


async def test_too_many_waiting_players_are_refused(store: Store) -> None:
    busy = Busy()
    coach = another(store, busy, InProcess())
    waiting = [solve(coach) for _ in range(MAX_WAITING + 1)]
    await busy.has_begun.wait()
    with pytest.raises(CoachBusy):
        await solve(coach)
    waiting.pop().cancel()
    busy.is_free.set()
    assert (await solve(coach)).reply
    await asyncio.gather(*waiting, return_exceptions=True)  # on a busy machine, some may wait too long


async def test_too_many_waiting_reviews_are_refused(store: Store, lobby: Lobby, games: Games) -> None:
    game, busy = await finished_game(lobby, games), Busy()
    coach = another(store, InProcess(), busy)
    users = map(UserId, range(1000, 1001 + MAX_WAITING))
    waiting = [asyncio.create_task(coach.review(game, user, ignored)) for user in users]
    await busy.has_begun.wait()
    with pytest.raises(CoachBusy):
        await coach.review(game, ANN, ignored)
    for review in waiting:
        review.cancel()
    await asyncio.wait(waiting)
    busy.is_free.set()
    assert (await coach.review(game, ANN, ignored)).progress == 1


async def test_a_review_that_gets_no_turn_in_time_is_incomplete(store: Store, lobby: Lobby, games: Games) -> None:
    game, busy = await finished_game(lobby, games), Busy()
    almost = (deadlines.REVIEW - deadlines.REVIEW_TURN).total_seconds() - 0.001
    times = iter([0, 0, 0, almost, 0, 0, 0, 0])
    coach = another(store, InProcess(), busy, timer=times.__next__)
    first = asyncio.create_task(coach.review(game, ANN, ignored))
    await busy.has_begun.wait()
    assert (await coach.review(game, BOB, ignored)).unknown == len(game.plies)
    busy.is_free.set()
    assert (await first).progress == 1
    assert (await coach.review(game, CY, ignored)).progress == 1


async def test_both_workers_are_closed(store: Store) -> None:
    workers = Busy(), Busy()
    await another(store, *workers).close()
    assert all(worker.is_closed for worker in workers)


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "nice"), reason="not on Windows")
async def test_the_coachs_worker_has_a_low_priority(store: Store, lobby: Lobby) -> None:
    workers = Workers(1, niceness=7)
    await solo(lobby, Rules(3, 4, 3))
    coach = another(store, workers, InProcess())
    try:
        assert (await coach.hint(await coach.check_hint(by(ANN)))).cell == Cell(1, 1)
        niceness = await workers.run(os.nice, 0, within=timedelta(seconds=20))
    finally:
        await coach.close()
    assert niceness == min(os.nice(0) + 7, 19)
