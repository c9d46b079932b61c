"""For every test: discord.py only logs what a callback raises, so an ERROR record fails the test."""

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

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


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty database with this version's tables, or a file to be, is: once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'games.sqlite3'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new()
