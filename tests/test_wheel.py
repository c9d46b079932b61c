"""The wheel contains the files that the bot reads at run time."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture import ROOT

MADE = shutil.ignore_patterns("__pycache__", "*.mo", ".compiled")


@pytest.mark.process
def test_a_wheel_built_from_a_clean_checkout_speaks_german(tmp_path: Path) -> None:
    checkout, installed = tmp_path / "checkout", tmp_path / "installed"
    for folder in ("bot", "engine", "tools"):
        shutil.copytree(ROOT / folder, checkout / folder, ignore=MADE)
    for file in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / file, checkout)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=checkout, capture_output=True, check=True)
    [wheel] = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(installed)
    ask = "from bot.messages.translator import translator; print(translator('de').pgettext('button', 'Move'))"
    result = subprocess.run([sys.executable, "-c", ask], cwd=installed, capture_output=True, text=True, check=True)
    assert result.stdout == "Ziehen\n"
