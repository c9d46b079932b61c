"""The real process, `python -m bot`, in a folder of its own."""

import asyncio
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.processes.forks import PYTHON, Fork, environment, fork


class Process:
    """A started process, with its output so far."""

    def __init__(self, process: asyncio.subprocess.Process | Fork) -> None:
        self.process = process
        self.output = ""

    async def line_with(self, text: str) -> str:
        """Wait for a line of output that contains a text."""
        assert self.process.stdout
        async with asyncio.timeout(60):
            while line := (await self.process.stdout.readline()).decode():
                self.output += line
                if text in line:
                    return line
        raise AssertionError(f"the process ended without {text!r}:\n{self.output}")

    async def exit_code(self, within: float = 30) -> int:
        """Wait for the end and return the exit code; the output is read, so that a full pipe blocks no process."""
        assert self.process.stdout
        async with asyncio.timeout(within):
            self.output += (await self.process.stdout.read()).decode()
            return await self.process.wait()

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()


@asynccontextmanager
async def started(folder: Path, module: str = "bot", *arguments: str, **settings: str) -> AsyncGenerator[Process]:
    """Start the bot, or another module, with settings from the environment; killed at the end, if it still runs."""
    async with running([*PYTHON, module, *arguments], folder, environment(settings)) as process:
        yield process


@asynccontextmanager
async def forked(folder: Path, module: str = "bot", *arguments: str, **settings: str) -> AsyncGenerator[Process]:
    """Start the same as a fork of a process that has imported the bot, which takes a fraction of the time."""
    _skip_on_windows()
    process = await fork([module, *arguments], folder, settings)
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
        process.close()


def _skip_on_windows() -> None:
    if sys.platform == "win32":
        pytest.skip("these tests end the process by signals that Windows doesn't have")


def _take_interrupts() -> None:
    """Let Ctrl-C end the process: a shell hands on to what it runs in the background that it is to be ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@asynccontextmanager
async def running(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> AsyncGenerator[Process]:
    """Run a command; killed at the end, if it still runs."""
    _skip_on_windows()
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=variables,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        preexec_fn=_take_interrupts,
    )
    try:
        yield Process(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
