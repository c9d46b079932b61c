"""Processor seconds of each test file, those of the processes that it starts included: `pytest -p tests.durations`.

Unlike the clock's, they are about the same on a busy machine.
"""

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import psutil
import pytest

SHOWN = 40


class Durations:
    """What the tests of this process, or of its workers, took so far."""

    def __init__(self) -> None:
        self.files: Counter[str] = Counter()  # in milliseconds
        self._file = ""
        self._before = 0

    def enter(self, file: str) -> None:
        """Count what was used since the last call for the file that was entered then."""
        if file != self._file:
            used = _used()
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


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Durations())


def _used() -> int:
    """Return the milliseconds of this process, of its descendants, and of the PostgreSQL servers that left it."""
    mark = f"ttt-{os.getpid()}-"
    found = [psutil.Process(), *psutil.Process().children(recursive=True)]
    for process in psutil.process_iter(["name", "cmdline"]):
        if process.info["name"] == "postgres" and mark in " ".join(process.info["cmdline"] or ()):
            found += [process, *process.children(recursive=True)]
    seconds = 0.0
    for process in found:
        try:
            seconds += sum(process.cpu_times()[:4])
        except psutil.NoSuchProcess:
            continue
    return round(1000 * seconds)
