"""What the bot's process loads at its start: memory and time that each installation pays."""

import subprocess
import sys

import pytest

from tests.architecture import ROOT


@pytest.mark.parametrize(
    "module",
    [
        "aiohttp.web",
        "alembic",
        "engine.expert.search",
        "pebble",
        "PIL",
        "prometheus_client",
        "simcord",
        "sqlalchemy.dialects.postgresql",
    ],
)
def test_the_bot_starts_without_what_few_need(module: str) -> None:
    starts = f"import bot.__main__, sys; sys.exit({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", starts], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize("module", ["bot.registry.coach", "bot.registry.computers"])
def test_a_worker_starts_without_a_database(module: str) -> None:
    starts = f"import {module}, sys; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", starts], cwd=ROOT, check=False).returncode == 0
