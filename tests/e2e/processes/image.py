"""What the Dockerfile does, without Docker: `python -m tests.e2e.processes.image [PYTHON]`, as root.

A fresh environment from requirements.runtime.lock, only bot and engine, another user, nothing writable but the data.
It plays before the loopback Discord and ends by SIGTERM.
"""

import asyncio
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path

from tests.architecture import ROOT
from tests.e2e.discord.loopback import Loopback, serving
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS
from tests.e2e.processes.process import Process, running

USER = 10001
UNPRIVILEGED = ("setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs")  # as compose.yaml has it
OTHER_USER = (*UNPRIVILEGED, f"--reuid={USER}", f"--regid={USER}", "--clear-groups")


def instructions() -> list[tuple[str, str]]:
    """Return the Dockerfile's instructions: each its word and the rest."""
    text = re.sub(r"^#.*\n|\\\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in text.splitlines() if line)]


def said(word: str) -> list[str]:
    return [rest for found, rest in instructions() if found == word]


def command(word: str) -> list[str]:
    """Return the command of CMD or HEALTHCHECK, which has to be in exec form to get signals itself."""
    return json.loads(said(word)[-1].partition("[")[1] + said(word)[-1].partition("[")[2])


@dataclass(frozen=True)
class Image:
    """An installation: where it is, and what runs it."""

    app: Path
    data: Path
    python: str
    user: Sequence[str]

    def environment(self, discord: Loopback, port: int) -> dict[str, str]:
        """Return the Dockerfile's own environment, with what differs here."""
        declared = {name: value for name, _, value in (pair.partition("=") for pair in said("ENV")[0].split())}
        here = {"PATH": os.environ["PATH"], "METRICS_HOST": "127.0.0.1", "METRICS_PORT": str(port)}
        here |= {"DATABASE_URL": f"sqlite:///{self.data / 'ttt.sqlite3'}", "AI_BUDGET": "0.3", "AI_WORKERS": "1"}
        return declared | here | {"DISCORD_TOKEN": "dummy", "DISCORD_URL": discord.url}

    def run(self, arguments: Sequence[str]) -> list[str]:
        """Return the command line that runs a command of the Dockerfile."""
        assert arguments[0] == "python"
        return [*self.user, self.python, *arguments[1:]]


def lay_out(folder: Path, python: str, user: Sequence[str]) -> Image:
    """Copy and compile what the image has, and make only the data writable."""
    app, data = folder / "app", folder / "data"
    for package in ("bot", "engine", "tools"):
        shutil.copytree(
            ROOT / package, app / package, ignore=shutil.ignore_patterns("__pycache__", "*.mo", ".compiled")
        )
    [compiling] = [line for line in said("RUN") if "tools.translating.compiler" in line]
    path = f"{Path(python).parent}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", compiling], cwd=app, env={**os.environ, "PATH": path}, check=True)
    shutil.copy(ROOT / "tests" / "e2e" / "processes" / "loopback_bot.py", app)
    data.mkdir(mode=0o777)
    data.chmod(0o777)
    for path in (*app.rglob("*"), app):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return Image(app, data, python, user)


def started(image: Image, discord: Loopback, port: int) -> AbstractAsyncContextManager[Process]:
    """Run the image's command, as the bot of the loopback Discord."""
    assert command("CMD") == ["python", "-m", "bot"]
    return running(image.run(["python", "-m", "loopback_bot"]), image.app, image.environment(discord, port))


async def is_healthy(image: Image, discord: Loopback, port: int) -> bool:
    """Return what the Dockerfile's health check says."""
    check = await asyncio.create_subprocess_exec(
        *image.run(command("HEALTHCHECK")),
        cwd=image.app,
        env=image.environment(discord, port),
        stderr=asyncio.subprocess.DEVNULL,
    )
    return await check.wait() == 0


async def play(discord: Loopback) -> None:
    """Use all that needs more than Python: the database, a picture, an animation, a worker process."""
    new = await discord.slash(ANN, "new", ai="classic")
    await discord.press(ANN, "1:1", new.message)
    pictured = await discord.slash(ANN, "board", picture=True)
    assert pictured.text.startswith("**X**")
    replay = await discord.slash(ANN, "replay")
    new = await discord.slash(BOB, "new", ai="expert", channel=CHANNELS[1])
    await discord.press(BOB, "0:0", new.message)
    async with asyncio.timeout(60):
        while not (replay.messages and any("(expert)" in said and "[O]" in said for said in discord.said())):
            await asyncio.sleep(0.05)


async def check(image: Image) -> str:
    """Start, play and stop the image; return what it logged."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with serving() as discord, started(image, discord, port) as bot:
        await bot.line_with("ready as")
        assert await is_healthy(image, discord, port)
        await play(discord)
        bot.process.terminate()
        assert await bot.ended() == 0, bot.output
        assert not await is_healthy(image, discord, port)
    assert all(json.loads(line)["level"] == "INFO" for line in bot.output.splitlines()), bot.output
    assert {path.name for path in image.data.iterdir()} == {"ttt.sqlite3", "ttt.sqlite3.lock"}
    return bot.output


def main() -> None:
    folder = Path(tempfile.mkdtemp(prefix="ttt-image-"))
    folder.chmod(0o755)
    base = sys.argv[1] if len(sys.argv) > 1 else sys.executable
    try:
        subprocess.run([base, "-m", "venv", folder / "venv"], check=True)
        python = str(folder / "venv" / "bin" / "python")
        flags = ("--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--require-hashes")
        subprocess.run([python, "-m", "pip", "install", *flags, "-r", ROOT / "requirements.runtime.lock"], check=True)
        print(asyncio.run(check(lay_out(folder, python, OTHER_USER))))  # noqa: T201 - a command
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
