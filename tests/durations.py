"""Processor seconds of each test file, those of the processes that it starts included: `pytest -p tests.durations`.

Unlike the clock's, they are about the same on a busy machine.
"""

import os
from collections import Counter
from collections.abc import Generator, Iterator
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
        self._used = 0

    def enter(self, file: str) -> None:
        """Count what was used since the last call for the file that was entered then.

        A process that has ended is in the reading of its parent, unless nobody waited for it.
        """
        used = sum(self._read())
        self.files[self._file] += max(0, used - self._used)
        self._file, self._used = file, used

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if item.location[0] != self._file:
            self.enter(item.location[0])
        return (yield)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> None:
        """Look at what the fixtures of a file, or of all, are about to end."""
        if nextitem is None or nextitem.location[0] != self._file:
            self.enter(self._file)

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

    def _read(self) -> Iterator[int]:
        """Yield the milliseconds of each process that still runs, with those of the children that it waited for."""
        for process in self._processes():
            with suppress(psutil.NoSuchProcess):
                times = process.cpu_times()
                yield round(1000 * sum(times[: 2 if self._has_workers else 4]))

    def _processes(self) -> Iterator[psutil.Process]:
        """Yield this process and all that it started; a PostgreSQL server is nobody's child."""
        yield psutil.Process()
        if self._has_workers:
            return
        yield from psutil.Process().children(recursive=True)
        for process in psutil.process_iter(["name", "cmdline"]):
            if process.info["name"] == "postgres" and f"ttt-{os.getpid()}-" in " ".join(process.info["cmdline"] or ()):
                yield process
                with suppress(psutil.NoSuchProcess):
                    yield from process.children(recursive=True)


def pytest_configure(config: pytest.Config) -> None:
    has_workers = bool(config.getoption("numprocesses", None)) and not hasattr(config, "workerinput")
    config.pluginmanager.register(Durations(has_workers=has_workers))
