"""Servers, shards and channels in which nobody can play: no clock runs there, and lost games end."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, GUILD
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import change, duel, rows, running_bot, until

HERE, THERE = CHANNELS[:2]
SWEEPING = {"SWEEPING": "0.1", "ON_ITS_WAY": "0.1"}
QUARTER = timedelta(minutes=5) / 4


def run_out(folder: Path, **time: float) -> None:
    """Set the time that is left on all clocks, and let all challenges expire."""
    until_then = int((datetime.now(UTC) + timedelta(**time)).timestamp() * 1e6)
    change(folder, "UPDATE games SET deadline = ?, revision = revision + 1", until_then)
    change(folder, "UPDATE challenges SET opened = '2000-01-01 00:00:00' WHERE state = 'open'")


def endings(folder: Path) -> list[str | None]:
    return [ending for (ending,) in rows(folder, "SELECT ending FROM games ORDER BY id")]


def time_left(folder: Path) -> timedelta:
    [(deadline,)] = rows(folder, "SELECT deadline FROM games")
    return datetime.fromtimestamp(deadline / 1e6, UTC) - datetime.now(UTC)


async def sweeps(folder: Path) -> None:
    """Wait for two more sweeps."""
    for _ in range(2):
        before = rows(folder, "SELECT max(at) FROM sweeps")
        await until(lambda: rows(folder, "SELECT max(at) FROM sweeps") != before)  # noqa: B023 - awaited here


async def test_no_clock_runs_in_an_unavailable_server(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, **SWEEPING) as bot:
        await bot.line_with("ready as")
        await duel(discord, pace="5 minutes")
        await discord.slash(ANN, "new", channel=THERE, opponent=BOB)
        await discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD), "unavailable": True})
        await discord.slash(BOB, "help")
        run_out(tmp_path, seconds=-60)
        await sweeps(tmp_path)
        assert "Waiting" in (await discord.slash(BOB, "games", channel=payloads.DIRECT)).text
        assert endings(tmp_path) == [None]
        assert rows(tmp_path, "SELECT state FROM challenges ORDER BY id DESC LIMIT 1") == [("open",)]
        await discord.gateway.dispatch("GUILD_CREATE", payloads.guild())
        await until(lambda: time_left(tmp_path) > QUARTER - timedelta(seconds=9))
        assert endings(tmp_path) == [None]
        await sweeps(tmp_path)
        run_out(tmp_path, seconds=-60)
        await until(lambda: endings(tmp_path) == ["stopped"])
        await until(lambda: rows(tmp_path, "SELECT 1 FROM challenges WHERE state = 'expired'"))


async def test_a_server_that_is_unavailable_from_the_start_keeps_its_clocks(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, **SWEEPING):
        await duel(discord, pace="5 minutes")
    run_out(tmp_path, seconds=-60)
    discord.gateway.guilds[0]["unavailable"] = True
    async with running_bot(discord, tmp_path, **SWEEPING) as bot:
        await bot.line_with("ready as")
        await sweeps(tmp_path)
        assert endings(tmp_path) == [None]
        await discord.gateway.dispatch("GUILD_CREATE", payloads.guild())
        await until(lambda: time_left(tmp_path) > QUARTER - timedelta(seconds=9))


async def test_one_lost_shard_stops_only_its_own_clocks(discord: Loopback, tmp_path: Path) -> None:
    other = GUILD + (1 << 22)
    discord.gateway.guilds.append(payloads.another_guild(other))
    async with running_bot(discord, tmp_path, SHARD_COUNT="2", **SWEEPING) as bot:
        await bot.line_with("ready as")
        await duel(discord, pace="5 minutes")
        await duel(discord, channel=THERE, pace="5 minutes")
        change(tmp_path, "UPDATE games SET guild = ? WHERE channel = ?", other, HERE)
        discord.faults.add("GATEWAY HELLO", hang=True)
        await discord.gateway.disconnect(shard=1)
        await bot.line_with("shard 1 lost its connection")
        run_out(tmp_path, seconds=-60)
        await until(lambda: endings(tmp_path) == [None, "stopped"])
        await sweeps(tmp_path)
        assert endings(tmp_path) == [None, "stopped"]


async def test_a_clock_that_ran_out_while_its_shard_was_lost_is_extended(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path, **SWEEPING) as bot:
        await bot.line_with("ready as")
        await duel(discord, pace="5 minutes")
        for _ in range(3):
            discord.faults.add("GATEWAY CONNECT", status=503)
        await discord.gateway.disconnect()
        await bot.line_with("could not connect, attempt 2")
        run_out(tmp_path, seconds=1)
        await discord.gateway.wait_for_bot()
        await until(lambda: time_left(tmp_path) > QUARTER - timedelta(seconds=9))
        assert endings(tmp_path) == [None]


@pytest.mark.usefixtures("bot")
async def test_games_and_challenges_of_a_deleted_channel_end(discord: Loopback, bot: Process, tmp_path: Path) -> None:
    await bot.line_with("ready as")
    await duel(discord)
    await discord.slash(ANN, "new", ai="easy", thread=True)
    await discord.slash(ANN, "new", channel=THERE, ai="easy")
    await discord.slash(BOB, "new", opponent=ANN, thread=True)
    channel = {"id": str(HERE), "guild_id": str(GUILD), "type": 0, "name": "games", "position": 0}
    await discord.gateway.dispatch("CHANNEL_DELETE", channel)
    await until(lambda: endings(tmp_path).count("deleted") == 2)
    assert rows(tmp_path, "SELECT channel FROM games WHERE ending IS NULL") == [(THERE,)]
    games = await discord.slash(ANN, "games", channel=THERE)
    assert games.text.count("discord.com/channels") == 1
    assert not rows(tmp_path, "SELECT 1 FROM challenges WHERE state = 'open'")


@pytest.mark.parametrize("is_online", [True, False])
async def test_games_of_a_server_that_removes_the_bot_end(discord: Loopback, tmp_path: Path, is_online: bool) -> None:
    async with running_bot(discord, tmp_path, **SWEEPING) as bot:
        await bot.line_with("ready as")
        await until(lambda: rows(tmp_path, "SELECT 1 FROM guilds"))
        await duel(discord, pace="5 minutes")
        await discord.slash(ANN, "new", channel=payloads.DIRECT, ai="easy")
        if is_online:
            await discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})
            await until(lambda: endings(tmp_path) == ["deleted", None])
    discord.gateway.guilds.clear()
    async with running_bot(discord, tmp_path, **SWEEPING):
        await until(lambda: endings(tmp_path) == ["deleted", None])
        board = await discord.slash(ANN, "board")
        assert "The thread was deleted" not in board.text
