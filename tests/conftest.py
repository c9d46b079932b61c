"""For every test: discord.py only logs what a callback raises, so an ERROR record fails the test."""

import logging
import sys
from collections.abc import Iterator

import pytest

from tests.databases import PostgresServer, postgres_server


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    if sys.platform == "win32":
        pytest.skip("the server listens on a Unix socket")
    with postgres_server() as server:
        yield server


@pytest.fixture(autouse=True)
def no_error_records(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if an error was logged while it ran, unless the test has cleared get_records("call")."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, "\n".join(record.getMessage() + (record.exc_text or "") for record in errors)
