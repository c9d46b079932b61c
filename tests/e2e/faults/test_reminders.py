"""Reminders of the real process, counted on the wire: one a ply, whatever Discord says and whoever is killed."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.processes.real import bot_at, joined, moved, rows, until

MESSAGES = "POST /channels/.*/messages"


async def paced_duel(discord: Loopback) -> None:
    challenge = await discord.slash(ANN, "new", opponent=BOB, pace="1 hour")
    await (await discord.press(BOB, "Accept", challenge.message)).follow_up()


def make_due(folder: Path) -> None:
    """Let a game stand where three quarters of the time of its first move are over."""
    left = int((datetime.now(UTC) + timedelta(minutes=20)).timestamp() * 1e6)
    with closing(sqlite3.connect(folder / "ttt.sqlite3", isolation_level=None)) as database:
        database.execute("UPDATE games SET deadline = ?, remind_at = 1, revision = revision + 1", [left])


def is_reminded(folder: Path) -> bool:
    return rows(folder, "SELECT reminded FROM games") == [(0,)]


async def test_a_player_is_reminded_once_by_two_processes_and_after_a_kill(discord: Loopback, tmp_path: Path) -> None:
    async with bot_at(discord, tmp_path, SWEEPING="0.05") as bot, bot_at(discord, tmp_path, SWEEPING="0.05") as other:
        await discord.gateway.joined()
        await paced_duel(discord)
        make_due(tmp_path)
        await until(lambda: discord.sent("POST", "^/channels/"))
        for one in (bot, other):
            one.process.kill()
            await one.process.wait()
    async with joined(discord, tmp_path, SWEEPING="0.05"):
        assert moved(await discord.slash(ANN, "move", i=0, j=0))
    [reminder] = discord.sent("POST", "^/channels/")
    assert f"<@{ANN}>, your move against <@{BOB}>" in reminder.json["content"]
    assert reminder.json["allowed_mentions"] == {"parse": [], "users": [ANN]}


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (403, 50013), (400, 50083)])
async def test_a_reminder_that_discord_refuses_is_lost_and_nothing_breaks(
    discord: Loopback, tmp_path: Path, status: int, code: int
) -> None:
    discord.faults.add(MESSAGES, status=status, code=code)
    async with joined(discord, tmp_path, SWEEPING="0.05") as bot:
        await paced_duel(discord)
        make_due(tmp_path)
        await until(lambda: is_reminded(tmp_path))
        assert moved(await discord.slash(ANN, "move", i=0, j=0))
    assert len(discord.sent("POST", "^/channels/")) == 1
    assert "could not remind" in bot.output


async def test_a_reminder_finds_that_its_channel_was_deleted(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add(MESSAGES, status=404, code=10003)
    async with joined(discord, tmp_path, SWEEPING="0.05"):
        await paced_duel(discord)
        make_due(tmp_path)
        await until(lambda: rows(tmp_path, "SELECT ending FROM games") == [("deleted",)])
    assert len(discord.sent("POST", "^/channels/")) == 1
