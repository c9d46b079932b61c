"""What the bot's process loads at its start: memory and time that each installation pays."""

import subprocess
import sys

import pytest

from tests.architecture import ROOT

FEW_NEED = {
    "aiohttp.web",
    "alembic",
    "engine.expert.search",
    "pebble",
    "PIL",
    "prometheus_client",
    "simcord",
    "sqlalchemy.dialects.postgresql",
}


@pytest.mark.process
def test_the_bot_starts_without_what_few_need() -> None:
    starts = "import bot.__main__, sys; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", starts], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert FEW_NEED & set(loaded.split()) == set()
