"""A test that starts a process without the mark `process` fails: `make quick` leaves out those that have it.

The mark also comes with the fixtures that start processes, and with every test of tests/e2e.
"""

import sys
from collections.abc import Iterator
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}  # events of sys.addaudithook

started: list[str] = []
"""What the test that runs has started, by its event."""


def pytest_configure() -> None:
    sys.addaudithook(lambda event, _: started.append(event) if event in STARTS else None)
    start = BaseProcess.start

    def noted(self: Any) -> None:  # of a process that multiprocessing spawns there is no event
        started.append("multiprocessing")
        start(self)

    BaseProcess.start = noted


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith("tests/e2e/") or "only_postgres" in getattr(item, "fixturenames", ()):
            item.add_marker("process")


@pytest.fixture(autouse=True)
def only_marked_tests_start_processes(request: pytest.FixtureRequest) -> Iterator[None]:
    started.clear()
    yield
    assert not started or request.node.get_closest_marker("process"), f"{started}: mark it with pytest.mark.process"
