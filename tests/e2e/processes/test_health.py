"""Health as an operator sees it: of the gateway, of the database, at the end."""

import asyncio
from pathlib import Path

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN
from tests.e2e.processes.monitor import watched_bot
from tests.e2e.processes.real import CALLBACK, change, stop


async def test_health_fails_while_the_gateway_is_not_connected(discord: Loopback, tmp_path: Path) -> None:
    connecting = discord.faults.add("GATEWAY IDENTIFY", delay=2)
    async with watched_bot(discord, tmp_path) as (_, monitor):
        assert await monitor.health() == (503, ["gateway"])
        assert (await monitor.metrics())["ttt_gateway_up", "0"] == 0
        await connecting.strikes()
        await monitor.becomes()
        resuming = discord.faults.add("GATEWAY RESUME", hang=True)
        await discord.gateway.disconnect()
        await resuming.strikes()
        await monitor.becomes("gateway")
        assert (await monitor.metrics())["ttt_gateway_up", "0"] == 0
        discord.faults.end()
        await monitor.becomes()
        metrics = await monitor.metrics()
    assert metrics["ttt_gateway_up", "0"] == 1
    assert metrics["ttt_gateway_reconnects_total", "disconnect", "0"] == 1
    assert metrics["ttt_gateway_reconnects_total", "resume", "0"] == 1


async def test_health_fails_while_the_database_does(discord: Loopback, tmp_path: Path) -> None:
    async with watched_bot(discord, tmp_path) as (bot, monitor):
        await monitor.becomes()
        change(tmp_path, "ALTER TABLE games RENAME TO lost")
        await monitor.becomes("database")
        metrics = await monitor.metrics()
        assert metrics["ttt_games_live",] != metrics["ttt_games_live",]  # not a number: nobody knows
        output = await stop(bot)
    assert "the database is not responding" in output


async def test_health_answers_while_the_bot_closes(discord: Loopback, tmp_path: Path) -> None:
    async with watched_bot(discord, tmp_path) as (bot, monitor):
        await monitor.becomes()
        hung = discord.faults.add(CALLBACK, hang=True)
        new = asyncio.create_task(discord.slash(ANN, "new", ai="easy"))
        await hung.strikes()
        bot.process.terminate()
        await monitor.becomes("closing")
        assert (await monitor.get("/metrics"))[0] == 200
        assert await bot.exit_code() == 0
        new.cancel()
