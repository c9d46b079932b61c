"""The real bot in a simulated Discord; an error that it lets through
fails the test, and so does a request that Discord would refuse."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.client import Client
from bot.database.store import Store
from tests.databases import PostgresServer, sqlite_file
from tests.e2e.club import Club
from tests.e2e.discord import openapi
from tests.e2e.discord.commands import translated_once
from tests.e2e.discord.loopback import Loopback, serving
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import running_bot
from tests.people import InProcess

CLOSED_THREAD = (50083, 160005)  # where another answer may be taken


@pytest.fixture(autouse=True)
def translated() -> Generator[None]:
    with translated_once():
        yield


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    """The URL of a database of PostgreSQL; a real process makes its own SQLite file."""
    return postgres.new()


@pytest.fixture
async def closed_club(tmp_path: Path) -> AsyncGenerator[Club]:
    url = sqlite_file(tmp_path / "club.sqlite3")
    club = Club(url, await Store.open(url))
    yield club
    await club.store.close()


@pytest.fixture
def simcord_bot(closed_club: Club, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr("bot.client.Workers", InProcess)  # a worker takes longer to start than to draw
    return closed_club.new_bot()


@pytest.fixture
def club(closed_club: Club, simcord_env: simcord.Env) -> Generator[Club]:
    closed_club.set_up(simcord_env)
    yield closed_club
    # simcord counts what the command tree's error handler is told of; refusals are what it is there for.
    bugs = [
        error
        for error in simcord_env.errors
        if not isinstance(getattr(error, "original", error), tuple(closed_club.forgiven))
    ]
    if bugs:
        raise BaseExceptionGroup("the bot let errors through", bugs)
    wrong = [wrong for request in simcord_env.http_requests for wrong in openapi.misfits(request)]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def chief(club: Club) -> Any:
    """A manager of the server."""
    return club.member("chief", manage_guild=True)


@pytest.fixture
async def discord() -> AsyncGenerator[Loopback]:
    async with serving() as discord:
        yield discord
    for number in discord.interactions:
        answers = [
            answer
            for answer in discord.requests_to("POST", f"^/interactions/{number}/")
            if answer.error_code not in CLOSED_THREAD
        ]
        assert len(answers) == 1 or any(answer.lost for answer in answers), answers
    wrong = [wrong for request in discord.requests for wrong in openapi.misfits(request)]
    assert not wrong, "\n".join(wrong)
    assert not discord.unknown + discord.gateway.unknown


@pytest.fixture
async def bot(request: pytest.FixtureRequest, discord: Loopback, tmp_path: Path) -> AsyncGenerator[Process]:
    """The real process in that Discord, which ends well; its settings may be a parameter."""
    async with running_bot(discord, tmp_path, **getattr(request, "param", {})) as bot:
        yield bot
