"""For every test: both real databases, the real registry on them, and a failure for every ERROR record."""

import gc
import logging
import sys
import tempfile
from collections.abc import AsyncIterator, Generator, Iterator
from datetime import timedelta
from inspect import signature
from pathlib import Path

import hypothesis
import pytest

from bot import deadlines
from bot.core import Core
from bot.database.store import Store
from bot.game.requests import Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import People, Servers
from bot.registry.privacy import Privacy
from bot.registry.ratings import Ratings
from tests import people, processes
from tests.databases import PostgresServer, memory, postgres_server, sqlite_file
from tests.people import Clock, Deliberate

HURRIED = {
    name: getattr(deadlines, name) for name in ("STATEMENT", "TRANSACTION", "PREFERENCES", "PICTURE", "PICTURE_EDIT")
}

ABOUT_DATABASES = {"url", "rival", "privacy", "servers", "puzzles"}


# On a busy machine, an example or its generation can take any time.
hypothesis.settings.register_profile("busy", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.load_profile("busy")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(processes)
    if within := memory():
        tempfile.tempdir = str(within)  # a test waits for the disk longer than for anything else


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Hide the thousands of tests from the garbage collector; they live as long as the process."""
    gc.disable()
    collection = yield
    gc.freeze()
    gc.enable()
    return collection


@pytest.fixture(scope="session", autouse=True)
def unhurried() -> Iterator[None]:
    """Give the database, settings and pictures as much time as a busy machine may need."""
    with pytest.MonkeyPatch.context() as patch:
        for name in HURRIED:
            patch.setattr(deadlines, name, timedelta(minutes=1))
        yield


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the bot's own deadlines, in tests of them."""
    for name, deadline in HURRIED.items():
        monkeypatch.setattr(deadlines, name, deadline)


@pytest.fixture(scope="session")
def only_postgres() -> Iterator[PostgresServer]:
    if sys.platform == "win32":
        pytest.skip("the server listens on a Unix socket")
    with postgres_server(is_durable=False) as server:
        yield server


@pytest.fixture
def postgres(only_postgres: PostgresServer) -> Iterator[PostgresServer]:
    yield only_postgres
    only_postgres.drop()


@pytest.fixture
def server_url(postgres: PostgresServer) -> str:
    """The URL of a database on PostgreSQL with this version's tables, which a test may change."""
    return postgres.new()


@pytest.fixture
def bare_url(postgres: PostgresServer) -> str:
    """The URL of a database on PostgreSQL without tables."""
    return postgres.new(template="template1")


@pytest.fixture(autouse=True)
def no_error_records(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail the test if an error was logged: discord.py only logs what a callback raises.

    A test that expects one clears get_records("call").
    """
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not errors, "\n".join(record.getMessage() + (record.exc_text or "") for record in errors)


POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.process)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of stored data and of two processes on both databases, and all others on SQLite.

    Other decisions of the registry are in Python. tests/database runs every method of the store on both databases; the
    mark both_databases is for tests with other statements.
    """
    if "dialect" in metafunc.fixturenames:
        test = metafunc.definition
        about = ABOUT_DATABASES | ({"store"} if test.path.parent == Path(__file__).parent / "database" else set())
        is_about_it = not about.isdisjoint(signature(metafunc.function).parameters)
        is_on_both = is_about_it or test.get_closest_marker("both_databases")
        metafunc.parametrize("dialect", ["sqlite", POSTGRESQL] if is_on_both else ["sqlite"])


@pytest.fixture
def url(request: pytest.FixtureRequest, dialect: str, tmp_path: Path) -> str:
    """The URL of an empty database with this version's tables."""
    if dialect == "sqlite":
        return sqlite_file(tmp_path / "games.sqlite3")
    server: PostgresServer = request.getfixturevalue("only_postgres")
    return server.empty()


@pytest.fixture
def store_type() -> type[Store]:
    """The class of the store, which a test module may replace."""
    return Store


@pytest.fixture
async def store(url: str, store_type: type[Store]) -> AsyncIterator[Store]:
    store = await store_type.open(url)
    yield store
    await store.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def experts() -> Deliberate:
    return Deliberate()


@pytest.fixture
def timeouts() -> list[Update]:
    """Return the list of the games that process or rival has ended by timeout."""
    return []


@pytest.fixture
def process(store: Store, experts: Deliberate, clock: Clock, timeouts: list[Update]) -> Core:
    return people.process(store, experts, clock, on_timeout=timeouts.append)


@pytest.fixture
def lobby(process: Core) -> Lobby:
    return process.lobby


@pytest.fixture
def games(process: Core) -> Games:
    return process.games


@pytest.fixture
def ratings(process: Core) -> Ratings:
    return process.ratings


@pytest.fixture
def privacy(process: Core) -> Privacy:
    return process.privacy


@pytest.fixture
def preferences(process: Core) -> People:
    return process.people


@pytest.fixture
def servers(process: Core) -> Servers:
    return process.servers


@pytest.fixture
async def rival(url: str, clock: Clock, timeouts: list[Update]) -> AsyncIterator[Core]:
    """Another process that owns the same channels."""
    store = await Store.open(url)
    yield people.process(store, Deliberate(), clock, seed=8, on_timeout=timeouts.append)
    await store.close()
