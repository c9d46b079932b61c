"""The expert's workers: time, fairness, crashes, hangs, the end."""

import asyncio
import os
import signal
import time
from collections.abc import AsyncGenerator, Generator
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pebble.pool.base_pool import Task
from pebble.pool.process import PoolManager

from bot.registry.computers import Experts, Think, time_slice
from engine import Board, Cell, Rules
from engine.budget import Budget
from engine.expert.search import choose
from engine.players import Choice, Reason

resource: Any = pytest.importorskip("resource")  # not on Windows
pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc, where workers are counted: Linux only"),
]

CENTRE = Cell(7, 7)


def position() -> Board:
    board = Board(Rules(15, 15, 5))
    board.push(CENTRE)
    return board


def children() -> set[int]:
    """Return the processes that this one has started and that still run."""
    ids = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return {int(child) for child in ids}


def crash(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def hang(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    while True:
        time.sleep(1)


def fail(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    raise ZeroDivisionError


@pytest.fixture
async def experts() -> AsyncGenerator[Experts]:
    experts = Experts(workers=1, budget=timedelta(seconds=0.2))
    yield experts
    await experts.close()


def search_300_nodes(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    return choose(Board.replay(rules, plies), Budget(300), Random(seed))


async def test_a_worker_answers_as_the_engine_does() -> None:
    experts = Experts(workers=1, budget=timedelta(seconds=1), work=search_300_nodes)
    choice = await experts.choose(position(), seed=5)
    await experts.close()
    assert choice == choose(position(), Budget(300), Random(5))


async def test_a_worker_searches_as_long_as_it_is_allotted(experts: Experts) -> None:
    assert (await experts.choose(position(), seed=5)).reason is Reason.SEARCH


async def test_the_expert_considers_a_swap_only_if_allowed(experts: Experts) -> None:
    board = Board(Rules(4, 3, 3))  # X wins from the middle
    board.push(Cell(1, 1))
    assert (await experts.choose(board, seed=5, has_swap=True)).reason is Reason.SWAP
    assert (await experts.choose(board, seed=5)).reason is not Reason.SWAP


@pytest.mark.parametrize("work", [crash, hang])
async def test_the_classic_player_moves_for_a_lost_worker(work: Think, caplog: pytest.LogCaptureFixture) -> None:
    experts = Experts(workers=1, budget=timedelta(seconds=0.1), grace=timedelta(seconds=0.5), work=work)
    reasons = [(await experts.choose(position(), seed=seed)).reason for seed in (1, 2)]
    assert reasons == [Reason.RANDOM, Reason.RANDOM]
    assert caplog.text.count("lost a worker") == 2
    await experts.close()


async def test_a_worker_that_dies_while_idle_is_replaced(experts: Experts) -> None:
    before = children()
    await experts.choose(position(), seed=1)
    for child in children() - before - resource_tracker():
        os.kill(child, signal.SIGKILL)
    async with asyncio.timeout(60):
        reasons = [(await experts.choose(position(), seed=1)).reason for _ in range(3)]
    assert reasons[-1] is Reason.SEARCH


async def test_a_broken_pool_loses_no_request(experts: Experts, monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = PoolManager.schedule

    def break_pool(manager: PoolManager, task: Task) -> None:
        monkeypatch.undo()
        manager.handle_broken_pool(BrokenProcessPool())
        schedule(manager, task)

    monkeypatch.setattr(PoolManager, "schedule", break_pool)
    async with asyncio.timeout(60):
        reasons = [(await experts.choose(position(), seed=1)).reason for _ in range(2)]
    assert reasons == [Reason.RANDOM, Reason.SEARCH]


@pytest.mark.parametrize(
    ("left", "asking", "workers", "seconds"),
    [(4, 1, 2, 1.5), (4, 2, 2, 1.5), (4, 40, 2, 0.2), (4, 41, 2, 4 / 21), (0.1, 1, 2, 0.1), (0, 1, 1, 0)],
)
def test_the_time_left_is_shared_among_requests(left: float, asking: int, workers: int, seconds: float) -> None:
    each = time_slice(timedelta(seconds=1.5), timedelta(seconds=left), asking, workers)
    assert each == timedelta(seconds=seconds)


async def test_a_request_that_waited_too_long_gets_the_classic_move() -> None:
    instants = iter((100.0, 103.99))  # when it is asked, and when a worker is free
    experts = Experts(
        workers=1, budget=timedelta(seconds=1), reply=timedelta(seconds=4), timer=instants.__next__, work=fail
    )
    assert (await experts.choose(position(), seed=3)).reason is Reason.RANDOM
    assert experts.pending == 0


def recurse(rules: Rules, plies: tuple[Cell, ...], allotted: timedelta, seed: int) -> Choice:
    raise RecursionError  # a RuntimeError, as a stopped pool raises


@pytest.mark.parametrize(("work", "error"), [(fail, ZeroDivisionError), (recurse, RecursionError)])
async def test_a_bug_in_the_search_is_not_hidden(work: Think, error: type[Exception]) -> None:
    experts = Experts(workers=1, budget=timedelta(seconds=0.1), work=work)
    with pytest.raises(error):
        await experts.choose(position(), seed=1)
    await experts.close()


async def test_closing_leaves_no_process_behind() -> None:
    before = children()
    experts = Experts(workers=2, budget=timedelta(seconds=3), work=hang)
    task = asyncio.create_task(experts.choose(position(), seed=1))
    while children() == before:
        await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await experts.close()
    assert children() <= before | resource_tracker()


def resource_tracker() -> set[int]:
    """Return multiprocessing's own process, which lives as long as this process."""
    return {child for child in children() if b"resource_tracker" in Path(f"/proc/{child}/cmdline").read_bytes()}


@contextmanager
def all_files_open() -> Generator[None]:
    """Let the process open no further file."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = max(int(file.name) for file in Path("/proc/self/fd").iterdir()) + 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, limits[1]))
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, limits)
        with suppress(OSError):
            while True:
                stack.callback(os.close, os.dup(0))
        yield


async def test_the_classic_player_moves_if_no_worker_can_start(experts: Experts) -> None:
    async with asyncio.timeout(60):
        with all_files_open():
            assert (await experts.choose(position(), seed=5)).reason is not Reason.SEARCH
        assert (await experts.choose(position(), seed=5)).reason is Reason.SEARCH
