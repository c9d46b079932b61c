"""The metrics of the real process."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, CY
from tests.e2e.processes.monitor import Monitor, watched_bot
from tests.e2e.processes.real import CALLBACK, duel, lose_answer


@pytest.fixture
async def monitor(discord: Loopback, tmp_path: Path) -> AsyncGenerator[Monitor]:
    async with watched_bot(discord, tmp_path) as (_, monitor):
        await discord.gateway.wait_for_bot()
        yield monitor


async def test_interactions_are_counted_by_name_and_result(discord: Loopback, monitor: Monitor) -> None:
    board = await duel(discord)
    await discord.press(CY, "0:0", board)
    answer = await lose_answer(discord, board)
    assert "Something went wrong" in answer
    await discord.complete(BOB, "move", "i", "1")
    await discord.slash(BOB, "move", i=0, j=0)
    button = {"custom_id": "ttt:somewhere nice", "component_type": 2, "type": 2}
    discord.messages[board["id"]]["components"][0]["components"][0] |= button
    await discord.act(3, CHANNELS[0], ANN, button, board)
    await monitor.counts("ttt_interactions_total", "unknown", "refused")
    metrics = await monitor.counts("ttt_interactions_total", "move", "ok")
    assert {key[1:]: value for key, value in metrics.items() if key[0] == "ttt_interactions_total"} == {
        ("new", "ok"): 1,
        ("accept", "ok"): 1,
        ("mark", "refused"): 1,
        ("mark", "failed"): 1,
        ("autocomplete", "ok"): 1,
        ("move", "ok"): 1,
        ("unknown", "refused"): 1,
    }
    answers = {key[1]: value for key, value in metrics.items() if key[0] == "ttt_interaction_seconds_count"}
    assert answers == {"new": 1, "accept": 1, "mark": 2, "autocomplete": 1, "move": 1, "unknown": 1}
    assert all(metrics["ttt_interaction_seconds_bucket", "3.0", name] == count for name, count in answers.items())


async def test_only_answers_that_reach_discord_are_timed(discord: Loopback, monitor: Monitor) -> None:
    discord.faults.add(CALLBACK, delay=0.3)
    await discord.slash(ANN, "help")
    board = await duel(discord)
    for _ in range(2):
        discord.faults.add(CALLBACK, drop=True)
    await discord.send_press(ANN, "1:1", board)
    metrics = await monitor.counts("ttt_interactions_total", "mark", "lost")
    assert metrics["ttt_interaction_seconds_sum", "help"] >= 0.3
    assert metrics["ttt_interaction_seconds_bucket", "0.25", "help"] == 0
    assert ("ttt_interaction_seconds_count", "mark") not in metrics


async def test_the_metrics_have_live_games_and_searches(discord: Loopback, monitor: Monitor) -> None:
    easy = await discord.slash(ANN, "new", ai="easy")
    expert = await discord.slash(BOB, "new", m=7, k=4, ai="expert", channel=CHANNELS[1])
    await discord.press(ANN, "1:1", easy.message)
    form = await discord.press(BOB, "Move", expert.message)
    await discord.fill_form(BOB, form, "3 3")
    metrics = await monitor.counts("ttt_ai_seconds_count", "expert")
    await monitor.counts("ttt_interactions_total", "sent_form", "ok")
    assert metrics["ttt_ai_seconds_count", "easy"] == metrics["ttt_ai_seconds_count", "expert"] == 1
    assert metrics["ttt_games_live",] == 2
    assert metrics["ttt_guilds",] == 1
    assert metrics["ttt_ai_queue",] == 0
    assert metrics["process_resident_memory_bytes",] > 10_000_000
    assert metrics["ttt_gateway_up", "0"] == 1


async def test_installs_are_counted_periodically(discord: Loopback, tmp_path: Path) -> None:
    discord.application |= {"approximate_guild_count": 3, "approximate_user_install_count": 0}
    async with watched_bot(discord, tmp_path, SWEEPING="0.1", COUNTING="0.1") as (_, monitor):
        assert (await monitor.counts("ttt_installs", "user"))["ttt_installs", "server"] == 3
        discord.faults.add("GET /oauth2/applications/@me", status=403)
        discord.application |= {"approximate_guild_count": 4, "approximate_user_install_count": 9}
        async with asyncio.timeout(60):
            while (await monitor.metrics())["ttt_installs", "user"] != 9:
                await asyncio.sleep(0.1)
        assert (await monitor.metrics())["ttt_installs", "server"] == 4
        await monitor.becomes()
