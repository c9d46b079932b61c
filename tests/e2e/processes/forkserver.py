"""A process that has imported the bot and translated its commands, and forks into one at each request.

A bot gets its folder, environment and output like a command of its own, and ends like one. The server ends, and with
it every bot, once the process that started it closes the socket or dies.
"""

import asyncio
import gc
import json
import os
import runpy
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

from tests.e2e.discord.commands import translate, translated_once

# What a start imports later than `bot.__main__`.
IMPORTED = ("bot.__main__", "bot.operations.health", "uvloop")
REQUEST = 2**20  # bytes, more than an environment has


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    for name in IMPORTED:
        import_module(name)
    with translated_once():
        asyncio.run(translate())
        gc.freeze()  # a collection in a fork would have the memory copied that they share
        _become(*_serve(control))


def _serve(control: socket.socket) -> tuple[dict[str, Any], int]:
    """Fork for each request; return it and the output of the bot in a child. At the end, kill them all."""
    os.setpgrp()  # Ctrl-C is for the process that started us
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have ignored it for what runs beside
    while True:
        request, descriptors = _received(control)
        _forget_ended()
        if not request:
            os.killpg(0, signal.SIGKILL)
        output, status = descriptors
        if not os.fork():
            control.close()
            if pid := os.fork():
                os.close(output)
                _report(pid, status)
            os.close(status)
            return json.loads(request), output
        for descriptor in descriptors:
            os.close(descriptor)


def _received(control: socket.socket) -> tuple[bytes, list[int]]:
    request, descriptors, _, _ = socket.recv_fds(control, REQUEST, 2)
    while request and not request.endswith(b"\n"):
        request += control.recv(REQUEST)
    return request, descriptors


def _forget_ended() -> None:
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _report(pid: int, status: int) -> NoReturn:
    """Report the start and the end of a bot, from a process of its own that waits for it."""
    os.write(status, b"%d\n" % pid)
    _, status_of_bot = os.waitpid(pid, 0)
    with suppress(BrokenPipeError):  # the test has ended
        os.write(status, b"%d\n" % os.waitstatus_to_exitcode(status_of_bot))
    os._exit(0)


def _become(request: dict[str, Any], output: int) -> None:
    """Run `python -m MODULE ARGUMENT ...` in a folder and an environment."""
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    for standard in (sys.stdout, sys.stderr):
        os.dup2(output, standard.fileno())
    os.close(output)
    sys.path[0] = request["folder"]
    module, *arguments = request["command"]
    sys.argv = [module, *arguments]
    sys.modules.pop(f"{module}.__main__", None)  # runpy warns of one that is there
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
