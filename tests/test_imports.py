"""The modules that importing the bot or the engine loads."""

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


def loaded_by(module: str) -> set[str]:
    """Return the modules that are loaded with a module."""
    program = f"import {module}, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(run.stdout.split())


@pytest.mark.process
def test_the_bot_starts_without_optional_libraries() -> None:
    assert FEW_NEED & loaded_by("bot.__main__") == set()


@pytest.mark.process
def test_importing_the_engine_loads_no_search() -> None:
    inner = {name for name in loaded_by("engine") if name.startswith(("engine.coach.", "engine.expert."))}
    coach = {f"engine.coach.{module}" for module in ("findings", "puzzles", "review")}
    assert inner == coach | {"engine.expert.pairing", "engine.expert.values"}
