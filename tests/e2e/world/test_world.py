"""No promise is broken, whatever people do and whatever happens around them.

The steps depend on the time that the bot takes, so a seed makes a failure likely, not certain. WORLD_SECONDS runs a
longer world, TTT_SEED the same one again.
"""

import asyncio
import os
import time
from pathlib import Path
from random import Random

from tests.e2e.discord.loopback import serving
from tests.e2e.world import promises
from tests.e2e.world.world import World

SECONDS = float(os.environ.get("WORLD_SECONDS", "20"))
LOG = 5_000  # characters of the bot's log that a failure shows
SETTLES = 2.0  # seconds in which a board or an offer may still be corrected


async def test_random_actions_and_faults_break_no_promise(tmp_path: Path) -> None:
    seed = int(os.environ.get("TTT_SEED") or time.time())
    print(f"TTT_SEED={seed}")  # noqa: T201 - pytest shows it if the test fails
    began, broken = time.monotonic(), list[str]()
    async with serving() as discord:
        world = World(discord, tmp_path, Random(seed))
        async with world.running():
            while time.monotonic() - began < SECONDS and not broken:
                step = await world.step()
                if any(promises.broken(world, step)):
                    await asyncio.sleep(SETTLES)
                    broken = list(promises.broken(world, step))
    steps, log = world.steps[-12:], world.bot.output[-LOG:]
    requests = [f"{request.method} {request.path} {str(request.json)[:300]}" for request in steps[-1].requests]
    story = [f"in step {len(world.steps)} of:", *map(str, steps), *requests, log]
    assert not broken, "\n".join([*broken, *story])
    assert len(world.steps) > SECONDS  # else nothing was tried
