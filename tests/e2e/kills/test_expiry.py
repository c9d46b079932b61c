"""SIGKILL across deadlines: nobody loses who moved in time, and nothing that was answered is lost."""

import os
from pathlib import Path
from random import Random, randrange

from tests.databases import sqlite_file
from tests.e2e.kills.expiry import ENOUGH, TABLES, kill_across_deadlines, kill_sweeps


async def test_kills_across_deadlines_cost_nobody_a_game(tmp_path: Path) -> None:
    seed = int(os.environ.get("TTT_SEED") or randrange(1_000_000))
    print(f"TTT_SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    found = await kill_across_deadlines(tmp_path, sqlite_file(tmp_path / "games.sqlite3"), kills=2, random=Random(seed))
    assert not found.wrong, f"{found}\n" + "\n".join(found.wrong)
    assert found.kills == 2
    assert len(found.left) == len(TABLES)
    assert found.timeouts >= len(TABLES)
    assert found.taken >= ENOUGH


async def test_clocks_that_two_sharded_processes_sweep_end_once_and_in_time(tmp_path: Path) -> None:
    url = sqlite_file(tmp_path / "games.sqlite3")
    found = await kill_sweeps(tmp_path, url, 1, Random(1), clocks=100)
    assert not found.wrong, f"{found}\n" + "\n".join(found.wrong)
    assert (found.kills, found.timeouts) == (1, 100)
