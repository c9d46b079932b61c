"""The real process: starts, errors at the start, and ends."""

import asyncio
import socket
from pathlib import Path

import pytest

from bot.database.store import Store
from bot.game.games import UserId
from bot.game.playing import marked
from bot.operations.exits import Exit
from engine import Cell
from tests.databases import sqlite_file
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.process import forked, started
from tests.e2e.processes.real import CALLBACK, bot_at, change, check_clean_end, running_bot, shows_board
from tests.stored import AT, open_game, opening


async def test_the_playground_starts_without_a_token_and_ends_cleanly(tmp_path: Path) -> None:
    async with started(tmp_path, PLAYGROUND_PORT="0") as bot:
        assert "http://127.0.0.1:" in await bot.line_with("Play here:")
        assert "DISCORD_TOKEN" in await bot.line_with("Real Discord:")
        bot.process.terminate()
        assert await bot.exit_code() == 0
        assert not any(word in bot.output for word in ("Traceback", "WARNING", "ERROR")), bot.output
    assert (tmp_path / "ttt.sqlite3").exists()


async def test_settings_are_read_from_the_credentials_of_systemd(tmp_path: Path) -> None:
    (tmp_path / "LOG_LEVEL").write_text("ERROR\n")
    (tmp_path / "shown.py").write_text("from bot.settings import Settings\nprint(Settings.read().log_level)\n")
    async with started(tmp_path, "shown", CREDENTIALS_DIRECTORY=str(tmp_path)) as process:
        assert await process.exit_code() == 0
        assert process.output == "ERROR\n"


@pytest.mark.parametrize("sql", ["UPDATE alembic_version SET version_num = '9999'", "DELETE FROM games"])
async def test_a_database_that_is_newer_or_damaged_is_not_tried_again(sql: str, tmp_path: Path) -> None:
    file = tmp_path / "ttt.sqlite3"
    store = await Store.open(sqlite_file(file))
    game = await open_game(store, opening(), UserId(ANN))
    await store.games.save(game, marked(game, Cell(0, 0), AT))
    await store.close()
    change(tmp_path, sql)
    async with forked(tmp_path, DATABASE_URL=f"sqlite:///{file}") as bot:
        assert await bot.exit_code() == Exit.MISCONFIGURED
        assert len(bot.output.splitlines()) == 1, bot.output


async def test_a_token_is_required_without_the_playground(tmp_path: Path) -> None:
    missing = "raise ModuleNotFoundError('not installed', name='simcord')"
    (tmp_path / "simcord.py").write_text(missing)  # found first: as if it were not installed
    async with forked(tmp_path) as bot:
        assert await bot.exit_code() == Exit.MISCONFIGURED
        [line] = bot.output.splitlines()
        assert "set DISCORD_TOKEN" in line
    assert not (tmp_path / "ttt.sqlite3").exists()


async def test_systemd_is_told_when_the_bot_is_ready_alive_and_stopping(discord: Loopback, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        fault = discord.faults.add("GATEWAY IDENTIFY", delay=1)
        variables = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "200000"}
        async with bot_at(discord, tmp_path, **variables) as bot:
            await fault.strikes()
            while (state := await next_state(systemd)) != "READY=1":
                assert state.startswith("EXTEND_TIMEOUT_USEC=")
            assert discord.gateway.identifies == 1
            assert await next_state(systemd) == "WATCHDOG=1"
            bot.process.terminate()
            while (state := await next_state(systemd)) != "STOPPING=1":
                assert state == "WATCHDOG=1"
            await check_clean_end(bot)


CROWD = 90  # with what is open anyway, more than DISCORD_FILES; each has to be answered within three seconds


async def test_a_crowd_is_answered_with_few_open_files(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, DISCORD_FILES="100"):
        for _ in range(CROWD):
            discord.faults.add(CALLBACK, delay=0.1)
        helped = await asyncio.gather(*(discord.slash(ANN + number, "help") for number in range(CROWD)))
        assert len({answer.text for answer in helped}) == 1
        assert shows_board(await discord.slash(ANN, "new", ai="easy"))


async def next_state(systemd: socket.socket) -> str:
    async with asyncio.timeout(60):
        return (await asyncio.get_running_loop().sock_recv(systemd, 100)).decode()
