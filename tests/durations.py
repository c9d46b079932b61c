"""Processor seconds of each test file, those of the processes that it starts included: `pytest -p tests.durations`.

Unlike the clock's, they are about the same on a busy machine.
"""

import os
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from typing import Any

import psutil
import pytest

SHOWN = 60


class Durations:
    """What the tests of this process, or of its workers, took so far."""

    def __init__(self, *, has_workers: bool) -> None:
        self._has_workers = has_workers  # which count for themselves
        self.files: Counter[str] = Counter()  # in milliseconds
        self._file = ""
        self._before = 0
        self._servers: dict[int, float] = {}  # what each PostgreSQL server took, also those that have ended

    def enter(self, file: str) -> None:
        """Count what was used since the last call for the file that was entered then."""
        if file != self._file:
            used = self._used()
            self.files[self._file] += used - self._before
            self._file, self._before = file, used

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.enter(item.location[0])
        return (yield)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.files.update(getattr(node, "workeroutput", {}).get("durations", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self.enter("the end")
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["durations"] = dict(self.files)  # pyright: ignore[reportAttributeAccessIssue] - of pytest-xdist

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section(f"{self.files.total() / 1000:.0f} processor seconds")
        for file, used in self.files.most_common(SHOWN):
            terminalreporter.write_line(f"{used / 1000:7.1f} {file or 'start and collection'}")

    def _used(self) -> int:
        """Return the milliseconds of this process and all that it started; a PostgreSQL server is nobody's child."""
        if self._has_workers:
            return round(1000 * sum(psutil.Process().cpu_times()[:2]))
        mark = f"ttt-{os.getpid()}-"
        for process in psutil.process_iter(["name", "cmdline"]):
            if process.info["name"] == "postgres" and mark in " ".join(process.info["cmdline"] or ()):
                self._servers[process.pid] = _seconds(process)
        return round(1000 * (_seconds(psutil.Process()) + sum(self._servers.values())))


def pytest_configure(config: pytest.Config) -> None:
    has_workers = bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")
    config.pluginmanager.register(Durations(has_workers=has_workers))


def _seconds(process: psutil.Process) -> float:
    seconds = 0.0
    for each in (process, *process.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            seconds += sum(each.cpu_times()[:4])
    return seconds
