"""The coach: who may ask, what is counted, and lost workers."""

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
from bot.game.errors import (
    CoachBusy,
    GameOver,
    HintsInRated,
    NotYourGame,
    NotYourTurn,
    StillRunning,
    TooMuchAtOnce,
)
from bot.registry.arbiter import Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.coach import Coach
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.workers import WorkerLost, Workers
from engine import Cell, Mark, Rules
from engine.coach.findings import Why
from tests.people import ANN, BOB, CY, Clock, InProcess, by, duel, play, solo


class Lost(Workers):
    """Workers that are lost with whatever they are asked."""

    async def run(self, work: Callable[..., Any], *arguments: Any, within: timedelta) -> Any:
        raise WorkerLost


async def ignored(progress: float) -> None:
    pass


@pytest.fixture
def coach(process: Core) -> Coach:
    return process.coach


def another(store: Store, workers: Workers, timer: Callable[[], float] = time.monotonic) -> Coach:
    """Return a coach with workers of its own."""
    return Coach(Channels(store.games, Arbiter(Times(Clock()))), workers, random=Random(1), timer=timer)


async def test_hints_are_counted_with_the_game(coach: Coach, lobby: Lobby, games: Games, rival: Core) -> None:
    begun = await solo(lobby, Rules(3, 4, 3))
    game = await coach.check_hint(by(ANN))
    found = await coach.hint(game)
    assert found.why is Why.WINS
    assert (await games.view(by(ANN))).game == replace(begun, hints=1, revision=begun.revision + 1)
    await rival.coach.hint(await rival.coach.check_hint(by(ANN)))
    assert (await games.view(by(ANN))).game.hints == 2


async def test_only_the_player_to_move_gets_a_hint(coach: Coach, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    for user, refused in ((BOB, NotYourTurn), (CY, NotYourGame), (ANN, HintsInRated)):
        with pytest.raises(refused):
            await coach.check_hint(by(user))
    await games.resign(by(BOB))
    with pytest.raises(GameOver):
        await coach.check_hint(by(ANN))


async def test_a_lost_worker_is_a_refusal(store: Store, lobby: Lobby, games: Games) -> None:
    coach = another(store, Lost(1))
    await solo(lobby)
    with pytest.raises(CoachBusy):
        await coach.hint(await coach.check_hint(by(ANN)))
    assert (await games.view(by(ANN))).game.hints == 0


async def test_a_review_finds_the_turning_point(coach: Coach, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    moved = await play(games, (1, 1), (0, 1), (0, 0), (2, 2), (1, 0), (1, 2), (2, 0))
    with pytest.raises(StillRunning):
        coach.check_review(moved.before)
    game = moved.game
    told: list[float] = []

    async def tell(progress: float) -> None:
        told.append(progress)

    coach.check_review(game)
    found = await coach.review(game, ANN, tell)
    assert [(moment.number, moment.mark, moment.drop) for moment in found.moments] == [(2, Mark.O, 1)]
    assert told[-1] == 1


async def test_a_review_survives_a_lost_worker(store: Store, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    await play(games, (1, 1), (0, 1))
    game = (await games.resign(by(BOB))).game
    found = await another(store, Lost(1)).review(game, ANN, ignored)
    assert found.unknown == 2


async def test_a_user_gets_one_review_at_a_time(coach: Coach, lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    await play(games, (1, 1), (0, 1))
    game = (await games.resign(by(BOB))).game

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
    begun = clock.now

    async def later(progress: float) -> None:
        clock.advance(seconds=5)

    coach = another(store, InProcess(), lambda: clock().timestamp())
    found = await coach.review(game, ANN, later)
    assert found.unknown
    assert clock.now - begun <= deadlines.REVIEW
    coach.stop()
    assert (await coach.review(game, ANN, later)).unknown == len(game.plies)


@pytest.mark.process
@pytest.mark.skipif(not hasattr(os, "nice"), reason="not on Windows")
async def test_the_coachs_worker_has_a_low_priority(store: Store, lobby: Lobby) -> None:
    workers = Workers(1, niceness=7)
    await solo(lobby, Rules(3, 4, 3))
    coach = another(store, workers)
    try:
        assert (await coach.hint(await coach.check_hint(by(ANN)))).cell == Cell(1, 1)
        niceness = await workers.run(os.nice, 0, within=timedelta(seconds=20))
    finally:
        await workers.close()
    assert niceness == min(os.nice(0) + 7, 19)
