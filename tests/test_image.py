"""The image's files, and the bot run according to them without Docker."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.architecture import ROOT
from tests.e2e.processes import image

COMPOSE = (ROOT / "compose.yaml").read_text()


def locked(name: str) -> dict[str, set[str]]:
    """Return the hashes of each requirement of a lock."""
    lines = (ROOT / name).read_text().replace("\\\n", " ").splitlines()
    return {line.partition(" --hash")[0].strip(): set(re.findall(r"--hash=(\S+)", line)) for line in lines}


def test_the_image_installs_only_tested_requirements() -> None:
    full, playground, runtime = (locked(f"requirements.{part}lock") for part in ("", "playground.", "runtime."))
    assert runtime.items() < playground.items() < full.items()
    image, page, tests = ({line.partition("==")[0] for line in part} for part in (runtime, playground, full))
    assert {"discord-py", "asyncpg", "sqlalchemy", "uvloop"} <= image
    assert "simcord" in page - image
    assert {"pytest", "ruff", "basedpyright", "playwright", "uv"} <= tests - page


def test_base_images_are_pinned_to_an_exact_version() -> None:
    bases = {base.split()[0] for base in image.said("FROM")} | set(re.findall(r"image: (\S+)", COMPOSE))
    assert len(bases) == 2
    for base in bases:
        assert re.match(r"(python:3\.\d+\.\d+|postgres:\d+\.\d+)-", base), base


def test_the_image_runs_as_an_unprivileged_user() -> None:
    assert image.said("USER") == [f"{image.USER}:{image.USER}"]
    assert image.said("VOLUME") == ["/data"]
    assert "DATABASE_URL=sqlite:////data/" in image.said("ENV")[0]
    assert "--require-hashes" in image.said("RUN")[0]


def test_the_image_contains_no_secrets_and_no_tests() -> None:
    ignored = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    assert ignored[0] == "*"
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    assert let_in == {"LICENSE", "requirements.runtime.lock", "bot", "engine", "tools"}
    sources = {word for copy in image.said("COPY") if "--from" not in copy for word in copy.split()[:-1]}
    assert sources == let_in


def test_compose_contains_no_secret_of_its_own() -> None:
    passwords = re.findall(r"PASSWORD: (.*)|postgresql://ttt:(.*)@", COMPOSE)
    assert len(passwords) == 2
    assert all("".join(found).startswith("${POSTGRES_PASSWORD:?") for found in passwords)


@pytest.mark.process
@pytest.mark.skipif(not shutil.which("setpriv"), reason="no setpriv: util-linux, Linux only")
async def test_the_image_plays_with_only_its_data_writable(tmp_path: Path) -> None:
    installed = image.lay_out(tmp_path, sys.executable, image.UNPRIVILEGED)
    assert {path.name for path in installed.app.iterdir()} == {"bot", "engine", "loopback_bot.py"}
    assert {path.suffix for path in (installed.app / "bot/messages/locale").rglob("*.*")} == {".mo"}
    assert "ready as" in await image.check(installed)
