"""The distributions: the bot's wheel has the files that it reads at run time, and the engine's needs nothing else."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path

import pytest

from engine import __version__
from tests.architecture import ROOT

pytestmark = pytest.mark.process

MADE = shutil.ignore_patterns("__pycache__", "*.mo", ".compiled")
OF_THE_BUILD = {"engine/LICENSE", "engine/hatch_build.py", "engine/pyproject.toml"}
OLDEST = 11  # Python 3.11


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a clean checkout."""
    folder = tmp_path_factory.mktemp("clean") / "checkout"
    for each in ("bot", "docs", "engine", "tools"):
        shutil.copytree(ROOT / each, folder / each, ignore=MADE)
    for file in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / file, folder)
    return folder


def built(folder: Path, target: str, directory: Path) -> Path:
    """Build a distribution of the project in a folder, and return its file."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(directory)]
    subprocess.run(build, cwd=folder, capture_output=True, check=True)
    [file] = directory.iterdir()
    return file


@pytest.fixture(scope="module")
def bot_wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(checkout, "wheel", tmp_path_factory.mktemp("bot"))


@pytest.fixture(scope="module")
def engine_wheel(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(checkout / "engine", "wheel", tmp_path_factory.mktemp("engine"))


def contents(wheel: Path, folder: str = "") -> dict[str, bytes]:
    """Return the files of a wheel, or those in a folder."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.startswith(folder)}


def test_the_bot_from_its_wheel_speaks_german(bot_wheel: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(bot_wheel, tmp_path, "zip")
    ask = "from bot.messages.translator import translator; print(translator('de').pgettext('button', 'Move'))"
    said = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert said.stdout == "Ziehen\n"


def test_both_wheels_have_the_same_engine(bot_wheel: Path, engine_wheel: Path, checkout: Path) -> None:
    files = {
        path.relative_to(checkout).as_posix(): path.read_bytes()
        for path in (checkout / "engine").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    expected = {name: text for name, text in files.items() if name not in OF_THE_BUILD}
    assert contents(engine_wheel, "engine/") == contents(bot_wheel, "engine/") == expected
    assert {"engine/py.typed", "engine/coach/puzzles.txt"} < expected.keys()
    assert all(name.startswith(("engine/", "mnk_engine-")) for name in contents(engine_wheel))


def test_the_wheel_of_the_engine_needs_nothing_and_describes_itself(engine_wheel: Path) -> None:
    files = contents(engine_wheel)
    folder = f"mnk_engine-{__version__}.dist-info"
    text = files[f"{folder}/METADATA"].decode()
    metadata = Parser().parsestr(text)
    assert (metadata["Name"], metadata["Version"]) == ("mnk-engine", __version__)
    assert metadata["Requires-Dist"] is None
    assert metadata["Requires-Python"] == f">=3.{OLDEST}"
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert text.partition("\n\n")[2] == (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    assert not re.search(r"\]\((?!https://)", text), "a relative link leads nowhere on a package index"
    assert files[f"{folder}/licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()


def test_the_source_distribution_of_the_engine_makes_the_same_wheel(
    checkout: Path, engine_wheel: Path, tmp_path: Path
) -> None:
    with tarfile.open(built(checkout / "engine", "sdist", tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    [source] = (tmp_path / "unpacked").iterdir()  # with no checkout around it
    assert contents(built(source, "wheel", tmp_path / "wheel")) == contents(engine_wheel)


def pythons() -> Iterator[str]:
    """Yield one interpreter of each version from OLDEST on, on the path or of pyenv."""
    found = [shutil.which(f"python3.{minor}") for minor in range(OLDEST, OLDEST + 10)]
    if pyenv := shutil.which("pyenv"):
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True).stdout.strip()
        found += map(str, Path(root).glob("versions/3.*/bin/python"))
    versions = set[str]()
    for python in [sys.executable, *filter(None, found)]:
        ask = [python, "-c", "import sys, venv; print(*sys.version_info[:2])"]
        said = subprocess.run(ask, capture_output=True, text=True, check=False)  # a shim of pyenv may have no version
        version = said.stdout.strip()
        if not said.returncode and version not in versions and int(version.split()[1]) >= OLDEST:
            versions.add(version)
            yield python


PROGRAM = """
import importlib.metadata
import io
import engine
from engine.square import TicTacToe, replay

assert importlib.metadata.requires("mnk-engine") is None
assert importlib.metadata.version("mnk-engine") == engine.__version__
assert [TicTacToe(2).move(0, 0, 1), replay(1, [["move", 0, 0, 2], ["undo"]])] == [0, ["P2", "UNDONE"]]
game = engine.TicTacToe(3, 3, 3, isAI=True, output=io.StringIO())
assert [game.move(0, 0), game.undo()] == [0, None]
print(engine.__file__, end="")
"""


def test_the_engine_works_alone_in_an_empty_environment_of_each_python(engine_wheel: Path, tmp_path: Path) -> None:
    for number, python in enumerate(pythons()):
        environment = tmp_path / str(number)
        subprocess.run([python, "-m", "venv", "--without-pip", str(environment)], check=True)
        alone = [str(environment / "bin" / "python"), "-I"]
        install = [sys.executable, "-m", "pip", "--python", alone[0], "install", "--no-index", "--no-deps", "--quiet"]
        subprocess.run([*install, str(engine_wheel)], check=True)
        assert Path(output([*alone, "-c", PROGRAM], tmp_path)).is_relative_to(environment)
        assert output([*alone, "-m", "doctest", str(ROOT / "docs" / "engine.md")], tmp_path) == ""
        assert output([*alone, "-m", "engine", "3", "3", "3"], tmp_path).startswith("Type a row")


def output(command: list[str], folder: Path) -> str:
    """Return what a program prints, if it ends without an error."""
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), run.stdout
    return run.stdout
