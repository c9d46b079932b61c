"""Forks of tests.e2e.processes.forkserver, with the interface of asyncio's processes."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from bot.settings import Settings
from tests.architecture import ROOT

PYTHON = (sys.executable, "-W", "ignore::DeprecationWarning", "-m")
OURS = {name.upper() for name in Settings.model_fields}


class Fork:
    """A process of its own, though another one started it and reports how it ends."""

    def __init__(self, pid: int, output: "_Pipe", status: "_Pipe") -> None:
        self.pid = pid
        self.stdout = output.reader
        self.returncode: int | None = None
        self._output, self._status = output, status
        self._end_task = asyncio.create_task(self._end())

    async def _end(self) -> int:
        self.returncode = int(await self._status.reader.readline())
        return self.returncode

    async def wait(self) -> int:
        """Wait for the end and return the exit code, that of a signal negative."""
        return await asyncio.shield(self._end_task)

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, which must not have ended."""
        if self.returncode is not None:
            raise ProcessLookupError
        os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        self._output.close()
        self._status.close()


class _Pipe:
    """A pipe to read from; the other end is to be closed here once it is handed on."""

    def __init__(self) -> None:
        self._read, self.write = os.pipe()
        self.reader = asyncio.StreamReader()

    async def open(self) -> None:
        protocol = asyncio.StreamReaderProtocol(self.reader)
        pipe = os.fdopen(self._read, "rb", 0)
        self._transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, pipe)

    def close(self) -> None:
        self._transport.close()


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a bot that has these settings and no others."""
    others = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**others, **settings, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}


async def fork(command: Sequence[str], folder: Path, settings: Mapping[str, str]) -> Fork:
    """Run `python -m` with a command, as a fork of a process that has imported the bot."""
    output, status = _Pipe(), _Pipe()
    request = {"command": [*command], "folder": str(folder), "environment": environment(settings)}
    descriptors = [output.write, status.write]
    socket.send_fds(_control(), [json.dumps(request).encode() + b"\n"], descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    await output.open()
    await status.open()
    return Fork(int(await status.reader.readline()), output, status)


@cache
def _control() -> socket.socket:
    """Start the process that forks, one for all tests of this process; it ends when this one does."""
    ours, theirs = socket.socketpair()
    command = [*PYTHON, "tests.e2e.processes.forkserver", str(theirs.fileno())]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=environment({}), pass_fds=[theirs.fileno()])
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours
