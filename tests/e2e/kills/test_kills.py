"""SIGKILL while people play: nothing that was shown is lost, and every game goes on."""

import os
from pathlib import Path
from random import Random, randrange

from tests.databases import PostgresServer, sqlite_file
from tests.e2e.kills.kills import beside, kill_often, outlast
from tests.e2e.kills.sweeps import kill_sweeps
from tests.e2e.kills.upgrades import kill_upgrades, released


async def test_kills_at_random_moments_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    seed = int(os.environ.get("TTT_SEED") or randrange(1_000_000))
    print(f"TTT_SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    url = sqlite_file(tmp_path / "games.sqlite3")
    tally = await kill_often(tmp_path, url, kills=2, random=Random(seed))
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.kills == 2
    assert tally.live_games
    assert tally.crowd.boards > 40
    assert tally.rated_games


async def test_a_crowd_loses_nothing_during_a_database_outage(
    tmp_path: Path, postgres: PostgresServer, url: str
) -> None:
    harms = iter((postgres.paused, postgres.stopped))
    tally = await outlast(tmp_path, url, 2, lambda: beside(next(harms)), Random(1), seconds=4)
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.outages == 2
    assert tally.live_games
    assert tally.crowd.boards > 40


async def test_kills_during_an_upgrade_change_no_row(tmp_path: Path) -> None:
    with released("0.1.0", None, tmp_path) as new:
        upgrades = await kill_upgrades(tmp_path, new, 3, Random(1))
    assert (upgrades.kills, upgrades.wrong) == (3, [])


async def test_two_sharded_processes_end_each_overdue_game_once(tmp_path: Path) -> None:
    url = sqlite_file(tmp_path / "games.sqlite3")
    sweeps = await kill_sweeps(tmp_path, url, 1, Random(1), clocks=100)
    assert not sweeps.wrong, f"{sweeps}\n" + "\n".join(sweeps.wrong)
    assert (sweeps.kills, sweeps.timeouts) == (1, 100)
