"""A process that has imported the bot and translated its commands, and forks into one at each request.

A bot gets its folder, environment and output like a command of its own, ends like one, and has its own signals. The
server ends, and with it every bot, once the process that started it closes the socket or dies.
"""

import asyncio
import gc
import json
import os
import runpy
import select
import signal
import socket
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

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
        if bot := _serve(control):
            _become(*bot)


def _serve(control: socket.socket) -> tuple[dict[str, Any], int] | None:
    """Fork for each request; return it and the output of the bot in a child, None at the end."""
    statuses: dict[int, int] = {}  # where to report the end of each bot
    woken, waker = socket.socketpair()
    for end in (woken, waker):
        end.setblocking(False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started us
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(waker.fileno())
    while True:
        ready, _, _ = select.select([control, woken], [], [])
        if woken in ready:
            woken.recv(REQUEST)
            _report(statuses)
        if control not in ready:
            continue
        request, descriptors = _received(control)
        if not request:
            break
        output, status = descriptors
        if not (pid := os.fork()):
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            for end in (control, woken, waker):
                end.close()
            for other in (*statuses.values(), status):
                os.close(other)
            return json.loads(request), output
        os.close(output)
        statuses[pid] = status
        os.write(status, b"%d\n" % pid)
    for pid in statuses:
        os.kill(pid, signal.SIGKILL)
    return None


def _received(control: socket.socket) -> tuple[bytes, list[int]]:
    request, descriptors, _, _ = socket.recv_fds(control, REQUEST, 2)
    while request and not request.endswith(b"\n"):
        request += control.recv(REQUEST)
    return request, descriptors


def _report(statuses: dict[int, int]) -> None:
    while statuses:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        report = statuses.pop(pid)
        with suppress(BrokenPipeError):  # nobody waits any more
            os.write(report, b"%d\n" % os.waitstatus_to_exitcode(status))
        os.close(report)


def _become(request: dict[str, Any], output: int) -> None:
    """Be what `python -m MODULE ARGUMENT ...` is in a folder and an environment."""
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
