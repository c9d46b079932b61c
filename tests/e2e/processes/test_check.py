"""`python -m bot check`: a line for each part of the setup, and an exit code."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.architecture import ROOT
from tests.databases import sqlite_file
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import BY_SERVER, BY_USER, OPTIONAL, Json, installation
from tests.e2e.discord.threads import ATTACH_FILES
from tests.e2e.processes.process import running
from tests.e2e.processes.real import change, check, rows, running_bot, stop

MISCONFIGURED = 78
SERVER = installation("bot", "applications.commands", permissions=OPTIONAL)
USER = installation("applications.commands")


def installation_types(server: Json | None = None, user: Json | None = None) -> Json:
    """Return the setting of the app's installation contexts, with their scopes and permissions."""
    ways = {BY_SERVER: server, BY_USER: user}
    return {"integration_types_config": {way: extra for way, extra in ways.items() if extra is not None}}


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


async def test_the_check_describes_the_first_start(tmp_path: Path) -> None:
    assert await check(tmp_path) == (
        0,
        [
            "ok  database sqlite:///ttt.sqlite3: not there yet; the first start creates it",
            "ok  Discord: not checked, because DISCORD_TOKEN is not set; the bot starts on a local page",
        ],
    )
    assert files(tmp_path) == []


async def test_after_the_first_start_every_check_passes(discord: Loopback, tmp_path: Path) -> None:
    before = await check(tmp_path, discord)
    assert before[0] == 0
    assert before[1][-1].startswith("ok  commands: Discord lacks Challenge to tic-tac-toe, tictactoe, ttt board,")
    async with running_bot(discord, tmp_path) as bot:
        while_running = await check(tmp_path, discord)
        await stop(bot)
    count = len(discord.requests)
    code, lines = await check(tmp_path, discord)
    assert (code, lines) == while_running
    assert code == 0
    assert lines[0] == "ok  database sqlite:///ttt.sqlite3: its tables match this version"
    assert lines[1].startswith("ok  token: belongs to ")
    assert lines[2] == "ok  developer portal: all settings that the bot needs are right"
    assert lines[3].startswith("ok  gateway: ")
    assert lines[4].startswith("ok  commands: Discord has all ")
    assert {request.method for request in list(discord.requests)[count:]} == {"GET"}
    discord.commands.append(payloads.entry_point())
    code, lines = await check(tmp_path, discord)
    assert lines[4:] == ["ok  commands: launch opens Activities, and the bot keeps it", while_running[1][4]]


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        (
            {
                "interactions_endpoint_url": "https://example.org",
                "bot_public": False,
                "bot_require_code_grant": True,
                **installation_types(server={}, user=installation("bot")),
            },
            [
                "General Information: clear Interactions Endpoint URL",
                "Bot: turn on Public Bot",
                "Bot: turn off Requires OAuth2 Code Grant",
                "Installation, Guild Install: add the scopes bot and applications.commands",
                "Installation, User Install: add the scope applications.commands",
            ],
        ),
        (installation_types(server=SERVER), ["Installation: turn on User Install"]),
        (installation_types(user=USER), ["Installation: turn on Guild Install"]),
        (installation_types(server=USER, user=USER), ["Installation, Guild Install: add the scope bot"]),
        (
            installation_types(server=installation("bot", permissions=OPTIONAL & ~ATTACH_FILES), user=USER),
            ["Installation, Guild Install: add Attach Files, or"],
        ),
    ],
)
async def test_each_wrong_portal_setting_is_one_line(
    discord: Loopback, tmp_path: Path, settings: Json, wrong: list[str]
) -> None:
    discord.application |= settings
    code, lines = await check(tmp_path, discord)
    assert code == MISCONFIGURED
    problems = [line for line in lines if not line.startswith("ok  ")]
    assert len(problems) == len(wrong)
    assert all(line.startswith(f"fix developer portal, {start}") for line, start in zip(problems, wrong, strict=True))


async def test_the_bot_warns_of_wrong_portal_settings_at_its_start(discord: Loopback, tmp_path: Path) -> None:
    discord.application["bot_public"] = False
    async with running_bot(discord, tmp_path) as bot:
        output = await stop(bot)
    [line] = [line for line in output.splitlines() if "developer portal" in line]
    assert "WARNING" in line
    assert "Bot: turn on Public Bot" in line


async def test_a_refused_token_is_one_line(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("GET /users/@me", status=401)
    code, lines = await check(tmp_path, discord)
    assert (code, lines[1:]) == (
        MISCONFIGURED,
        ["fix DISCORD_TOKEN was refused by Discord: copy it again from the developer portal, page Bot"],
    )
    assert lines[0].startswith("ok  database")


async def test_the_check_says_when_no_sessions_are_left(discord: Loopback, tmp_path: Path) -> None:
    discord.gateway.sessions_left = 0
    code, lines = await check(tmp_path, discord)
    assert code == MISCONFIGURED
    assert "fix gateway: 0 of 1000 session starts are left today" in lines


@pytest.mark.parametrize(
    ("version", "line"),
    [
        ("0001", "ok  database sqlite:///ttt.sqlite3: from an older version; make a backup, because the next"),
        ("9999", "fix cannot open sqlite:///ttt.sqlite3: it comes from a newer version of ttt: install that version"),
    ],
)
async def test_the_check_changes_no_database_of_another_version(tmp_path: Path, version: str, line: str) -> None:
    sqlite_file(tmp_path / "ttt.sqlite3")
    change(tmp_path, "UPDATE alembic_version SET version_num = ?", version)
    code, lines = await check(tmp_path)
    assert lines[0].startswith(line)
    assert code == (MISCONFIGURED if line.startswith("fix") else 0)
    assert rows(tmp_path, "SELECT version_num FROM alembic_version") == [(version,)]


async def test_the_check_reports_damaged_and_empty_databases(tmp_path: Path) -> None:
    file = tmp_path / "ttt.sqlite3"
    file.write_bytes(b"This is no database." * 100)
    code, lines = await check(tmp_path)
    assert code == MISCONFIGURED
    assert lines[0].startswith("fix cannot open sqlite:///ttt.sqlite3: ")
    file.write_bytes(b"")
    assert (await check(tmp_path))[1][0].endswith("empty; the first start creates its tables")


async def test_the_check_reports_an_empty_postgresql_database(tmp_path: Path, bare_url: str) -> None:
    code, lines = await check(tmp_path, DATABASE_URL=bare_url)
    assert code == 0
    assert lines[0].endswith("empty; the first start creates its tables")


async def test_the_check_reports_missing_translations(tmp_path: Path) -> None:
    for folder in ("bot", "engine"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("commands.mo", "__pycache__"))
    command = [sys.executable, "-m", "bot", "check"]
    async with running(command, tmp_path, {"PATH": os.environ["PATH"]}) as process:
        code = await process.exit_code()
    assert code == MISCONFIGURED
    assert process.output.startswith("fix translations are missing, so the bot speaks English: run")


async def test_the_check_reports_a_missing_folder(tmp_path: Path) -> None:
    code, lines = await check(tmp_path, DATABASE_URL="sqlite:///none/ttt.sqlite3")
    assert code == MISCONFIGURED
    assert "there is no folder " in lines[0]
