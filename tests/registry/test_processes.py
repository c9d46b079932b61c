"""Processes of one bot that notice each other."""

import logging

import pytest

from bot.core import Core
from bot.database.connections import describe
from bot.database.store import Store
from bot.game.outages import Shards
from tests.people import Clock, Deliberate, process


def processes(store: Store, clock: Clock, *shards: Shards) -> list[Core]:
    """Wire a process for each of some shards."""
    cores = [process(store, Deliberate(), clock, seed) for seed, _ in enumerate(shards)]
    for core, each in zip(cores, shards, strict=True):
        core.outages.process = each
    return cores


async def look(clock: Clock, *cores: Core) -> list[str]:
    """Let every process look three times, and return their conflicts."""
    for _ in range(3):
        clock.advance(seconds=30)
        for core in cores:
            await core.processes.look()
    return [core.processes.conflict for core in cores]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("shards", "words"),
    [
        ([Shards(2, (0,)), Shards(3, (1, 2))], "SHARD_COUNT"),
        ([Shards(), Shards()], "serve all shards"),
        ([Shards(2, (0,)), Shards()], "SHARD_COUNT 1 and 2"),
        ([Shards(4, (0, 1)), Shards(4, (1, 2)), Shards(4, (3,))], "shard 1:"),
        ([Shards(4, (0,)), Shards(4, (1,)), Shards(4, (2,)), Shards(4, (3,))], ""),
    ],
)
async def test_processes_that_contradict_each_other_say_so_once(
    store: Store, url: str, clock: Clock, caplog: pytest.LogCaptureFixture, shards: list[Shards], words: str
) -> None:
    cores = processes(store, clock, *shards)
    conflicts = await look(clock, *cores)
    assert [bool(each) for each in conflicts[:2]] == [bool(words)] * 2
    assert any(words in each for each in conflicts)
    await look(clock, *cores)
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == sum(map(bool, conflicts))
    _, mistakes = await describe(url, clock.now.replace(year=2000))
    assert [words in line for line in mistakes] == [True] * bool(words)


async def test_a_process_that_ended_or_was_killed_is_no_conflict(store: Store, clock: Clock) -> None:
    stopped, killed, new = processes(store, clock, Shards(2, (0,)), Shards(3, (0,)), Shards())
    await look(clock, stopped, killed)
    await stopped.processes.close()
    assert await look(clock, new) == [""]


async def test_a_shard_without_a_process_is_reported_after_a_while(store: Store, clock: Clock) -> None:
    one, other = processes(store, clock, Shards(2, (0,)), Shards(2, (1,)))
    assert await look(clock, one, other) == ["", ""]
    await other.processes.close()
    assert await look(clock, one) == [""]
    [sentence] = await look(clock, one)
    assert sentence.startswith("no process serves shard 1: ")
    assert await look(clock, one, other) == ["", ""]
