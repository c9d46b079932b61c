"""Fails a test that starts a process without the mark `process`, by which `make quick` leaves tests out.

Tests in tests/e2e and tests with a fixture that starts processes have the mark automatically.
"""

import sys
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}  # events of sys.addaudithook

started: list[str] = []
"""The events of the processes that the running test has started."""


def pytest_configure() -> None:
    starts, noted = STARTS, started  # the hook outlives the names of this module

    def note(event: str, _: object) -> None:
        if event in starts:
            noted.append(event)

    sys.addaudithook(note)
    start = BaseProcess.start

    def start_and_note(self: Any) -> None:  # a process spawned by multiprocessing has no event
        started.append("multiprocessing")
        start(self)

    BaseProcess.start = start_and_note


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/e2e/") or "only_postgres" in getattr(item, "fixturenames", ()):
            item.add_marker("process")


@pytest.fixture(autouse=True)
def only_marked_tests_start_processes(request: pytest.FixtureRequest) -> Iterator[None]:
    started.clear()
    yield
    assert not started or request.node.get_closest_marker("process"), f"{started}: mark it with pytest.mark.process"
