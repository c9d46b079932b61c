"""run.py, which hosts with a panel start, and the program `ttt` of the wheel."""

import ast
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.operations.exits import Exit
from tests.architecture import ROOT
from tests.e2e.processes.process import running

pytestmark = pytest.mark.process

CATALOG = Path("bot/messages/locale/de/LC_MESSAGES/ttt.mo")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with what Git has, as far as the bot needs it."""
    made = shutil.ignore_patterns("__pycache__", "*.mo", ".compiled")
    for folder in ("bot", "engine", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=made)
    shutil.copy(ROOT / "run.py", tmp_path)
    return tmp_path


async def start(checkout: Path) -> str:
    """Start run.py from another folder, on the local page, and return what it prints."""
    variables = {"PLAYGROUND_PORT": "0", "PATH": "/usr/bin:/bin", "PYTHONUNBUFFERED": "1"}
    async with running([sys.executable, "../run.py"], checkout / "bot", variables) as bot:
        await bot.line_with("Play here:")
        bot.process.terminate()
        assert await bot.exit_code() == Exit.OK
        return bot.output


async def test_missing_and_old_translations_are_compiled(checkout: Path) -> None:
    assert "translations" not in await start(checkout)
    catalog = checkout / CATALOG
    german = catalog.read_bytes()
    catalog.write_bytes(b"of an older version")
    source = catalog.with_suffix(".po")
    source.touch()
    await start(checkout)
    assert catalog.read_bytes() == german


async def test_translations_that_cannot_be_written_are_one_sentence(checkout: Path) -> None:
    (checkout / CATALOG).symlink_to("nowhere/ttt.mo")  # even root can't write there
    [line] = [line for line in (await start(checkout)).splitlines() if "cannot compile the translations" in line]
    assert "ttt.mo" in line


def test_an_old_python_is_one_sentence(tmp_path: Path) -> None:
    """Of a version that may not be there; any old one must be able to read the file."""
    source = (ROOT / "run.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 4))
    assert 'f"' not in source
    (tmp_path / "run.py").write_text(source.replace("import sys\n", "import sys\nsys.version_info = (3, 8, 10)\n", 1))
    run = subprocess.run([sys.executable, "run.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (Exit.MISCONFIGURED, "ttt needs Python 3.11 or newer, and this is 3.8\n")


def test_the_program_of_the_wheel_is_the_bot() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"]["ttt"].partition(":")
    assert getattr(import_module(module), function) is main


def test_a_host_installs_what_the_image_does() -> None:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["-r requirements.runtime.lock"]
