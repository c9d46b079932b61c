"""The bot on SQLite keeps to one core; its workers have all of them, those that stand back all others."""

import os
import sys
from datetime import timedelta
from pathlib import Path
from random import Random

import psutil
import pytest

from bot.operations import cores
from bot.registry.workers import CORES, Workers
from tests.e2e.loopback import serving
from tests.e2e.real import bot_at

if sys.platform != "linux":
    pytest.skip("other systems choose the cores by themselves", allow_module_level=True)


async def test_the_bot_keeps_to_one_core(tmp_path: Path) -> None:
    async with serving() as discord, bot_at(discord, tmp_path) as bot:
        await discord.gateway.joined()
        assert len(psutil.Process(bot.process.pid).cpu_affinity()) == 1


async def test_its_workers_may_use_all_cores() -> None:
    workers = Workers(1)
    try:
        cores.stay_on_one(Random(1))
        assert len(os.sched_getaffinity(0)) == 1
        assert await workers.run(os.sched_getaffinity, 0, within=timedelta(seconds=20)) == CORES
    finally:
        os.sched_setaffinity(0, CORES or ())
        await workers.close()


async def test_workers_that_stand_back_leave_the_core_of_the_bot_alone() -> None:
    workers = Workers(1, niceness=1)
    try:
        cores.stay_on_one(Random(1))
        others = (CORES or set()) - os.sched_getaffinity(0)
        assert await workers.run(os.sched_getaffinity, 0, within=timedelta(seconds=20)) == (others or CORES)
    finally:
        os.sched_setaffinity(0, CORES or ())
        await workers.close()


async def test_workers_of_a_bot_that_keeps_to_no_core_have_all() -> None:
    workers = Workers(1, niceness=1)
    try:
        assert await workers.run(os.sched_getaffinity, 0, within=timedelta(seconds=20)) == CORES
    finally:
        await workers.close()
